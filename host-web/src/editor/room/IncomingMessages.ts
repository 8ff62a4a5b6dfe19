/**
 * Puts together the messages that arrive on a connection: large ones come in compressed parts, and
 * those after them wait until the parts are decompressed.
 */
export class IncomingMessages {
  /** The newest task; null if all are done. */
  private last: Promise<void> | null = null;
  private text = '';
  private readonly deliver: (message: unknown) => void;
  private readonly onFailure: (error: unknown) => void;

  /**
   * @param deliver called with each message, in order
   * @param onFailure called if a part cannot be read: nothing is delivered after it
   */
  constructor(deliver: (message: unknown) => void, onFailure: (error: unknown) => void) {
    this.deliver = deliver;
    this.onFailure = onFailure;
  }

  /** Adds a whole message. It is delivered at once unless earlier ones wait. */
  add(message: unknown): void {
    if (this.last === null) this.deliver(message);
    else
      this.enqueue(() => {
        this.deliver(message);
      });
  }

  /**
   * Adds a part of a message.
   *
   * @param gzip the text of the part, compressed by gzip
   * @param received called when the part is decompressed
   */
  addPart(gzip: Uint8Array<ArrayBuffer>, isLast: boolean, received: () => void): void {
    this.enqueue(async () => {
      this.text += await gunzip(gzip);
      received();
      if (!isLast) return;
      const { text } = this;
      this.text = '';
      this.deliver(JSON.parse(text));
    });
  }

  private enqueue(task: () => void | Promise<void>): void {
    const added = (this.last ?? Promise.resolve()).then(task);
    this.last = added;
    added.then(() => {
      if (this.last === added) this.last = null;
    }, this.onFailure);
  }
}

async function gunzip(gzip: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([gzip]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = await new Response(stream).arrayBuffer();
  // A part may begin with any character of a text, also with one that marks the byte order.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
