/** A response that is JSON text already, such as a stored page: parsing it would block the server. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
