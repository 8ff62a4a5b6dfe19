/** A response that is JSON text already, such as a stored page: parsing it would block the server. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Like {@link JsonText}, as bytes in two parts, of which several responses may share the second. */
export class JsonBytes {
  readonly first: Buffer;
  readonly rest: Buffer;

  constructor(first: Buffer, rest: Buffer) {
    this.first = first;
    this.rest = rest;
  }
}
