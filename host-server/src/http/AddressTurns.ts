/** A queue in which network addresses take turns, one entry each. */
export class AddressTurns<Waiting> {
  /** By address; the address whose turn is next comes first. */
  private readonly waiting = new Map<string, Waiting[]>();

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** @param address a result of `clientAddress`. */
  add(address: string, entry: Waiting): void {
    const ofAddress = this.waiting.get(address);
    if (ofAddress === undefined) this.waiting.set(address, [entry]);
    else ofAddress.push(entry);
  }

  /** Removes and returns the next one; null if none waits. */
  take(): Waiting | null {
    for (const [address, entries] of this.waiting) {
      const next = entries.shift();
      this.waiting.delete(address);
      if (entries.length > 0) this.waiting.set(address, entries);
      if (next !== undefined) return next;
    }
    return null;
  }
}
