/** Closes resources in reverse order of opening, each once. */
export class CloseStack {
  readonly #closers: (() => Promise<void> | void)[] = [];
  #closing: Promise<void> | null = null;

  /** Adds the closer of something that was just opened. */
  push(closer: () => Promise<void> | void): void {
    this.#closers.push(closer);
  }

  /**
   * Closes everything.
   *
   * @throws the first error, after everything was closed.
   */
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
