/** A response that is JSON text already, such as a stored page: parsing it would block the server. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Like {@link JsonText}, as bytes in parts, which several responses may share. */
export class JsonBytes {
  readonly parts: readonly Buffer[];

  constructor(...parts: readonly Buffer[]) {
    this.parts = parts;
  }
}
