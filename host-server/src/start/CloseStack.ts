/** Closes what was opened, the last first, each once. */
export class CloseStack {
  readonly #closers: (() => Promise<void> | void)[] = [];
  #closing: Promise<void> | null = null;

  /** Adds what closes something that has just been opened. */
  push(closer: () => Promise<void> | void): void {
    this.#closers.push(closer);
  }

  /** @throws the first error, after everything was closed all the same. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (let closer = this.#closers.pop(); closer !== undefined; closer = this.#closers.pop()) {
      try {
        await closer();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
