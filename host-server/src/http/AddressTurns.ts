/** A queue in which network addresses take turns, one entry each. */
export class AddressTurns<Waiting> {
  /** By address; the address whose turn is next comes first. */
  private readonly waiting = new Map<string, Set<Waiting>>();

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /**
   * Adds an entry that is not in the queue.
   *
   * @param address a result of `clientAddress`.
   */
  add(address: string, entry: Waiting): void {
    const ofAddress = this.waiting.get(address);
    if (ofAddress === undefined) this.waiting.set(address, new Set([entry]));
    else ofAddress.add(entry);
  }

  /** Removes an entry, if it is in the queue. */
  remove(address: string, entry: Waiting): void {
    const ofAddress = this.waiting.get(address);
    if (ofAddress?.delete(entry) === true && ofAddress.size === 0) this.waiting.delete(address);
  }

  /** The one that {@link take} returns next; null if none waits. */
  first(): Waiting | null {
    for (const entries of this.waiting.values()) for (const next of entries) return next;
    return null;
  }

  /** Removes and returns the next one; null if none waits. */
  take(): Waiting | null {
    for (const [address, entries] of this.waiting) {
      this.waiting.delete(address);
      for (const next of entries) {
        entries.delete(next);
        if (entries.size > 0) this.waiting.set(address, entries);
        return next;
      }
    }
    return null;
  }
}
