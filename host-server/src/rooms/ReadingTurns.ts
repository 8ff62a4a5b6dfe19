/** A connection that can wait with what it receives. */
export interface PausableConnection {
  pause(): void;
  resume(): void;
}

/** A message of as many bytes takes less than 1 ms. */
const SMALL_BYTES = 10_000;

/**
 * Reads one large message of an account in each turn of the event loop. Otherwise, those of its 30
 * connections would be read in the same turn, for half a second, while everyone else waits.
 */
export class ReadingTurns {
  private readonly byAccount = new Map<string, Set<PausableConnection>>();
  /** The accounts whose other connections wait for the next turn. */
  private readonly reading = new Set<string>();

  /** Adds a connection. Returns a function that removes it. */
  add(accountId: string, connection: PausableConnection): () => void {
    const all = this.byAccount.get(accountId) ?? new Set();
    this.byAccount.set(accountId, all);
    all.add(connection);
    return () => {
      all.delete(connection);
      if (all.size === 0 && this.byAccount.get(accountId) === all) this.byAccount.delete(accountId);
    };
  }

  /** To be called before a message is read. Others of the account wait for the next turn. */
  received(accountId: string, connection: PausableConnection, bytes: number): void {
    if (bytes <= SMALL_BYTES || this.reading.has(accountId)) return;
    const others = [...(this.byAccount.get(accountId) ?? [])].filter((each) => each !== connection);
    if (others.length === 0) return;
    this.reading.add(accountId);
    for (const each of others) each.pause();
    setImmediate(() => {
      this.reading.delete(accountId);
      for (const each of others) each.resume();
    });
  }
}
