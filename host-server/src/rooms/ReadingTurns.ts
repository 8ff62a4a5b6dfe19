/** A connection that can wait with what it receives. */
export interface PausableConnection {
  pause(): void;
  resume(): void;
}

/** A message that waits for its turn. */
interface Message {
  readonly connection: PausableConnection;
  readonly bytes: number;
  readonly read: () => void;
}

/** A message of as many bytes takes less than 1 ms. */
const SMALL_BYTES = 10_000;

/**
 * Reads one large message of an account in each turn of the event loop. Otherwise, those of its 30
 * connections would be read in the same turn, for half a second, while everyone else waits.
 */
export class ReadingTurns {
  /** The messages of accounts of which a large one was read in this turn, in order of arrival. */
  private readonly waiting = new Map<string, Message[]>();

  /**
   * Reads a message when it is its account's turn: at once, unless a large one was read in this turn
   * of the event loop. While it waits, its connection receives no more than it has received already.
   *
   * @param message.read must not throw.
   */
  read(accountId: string, message: Message): void {
    const waiting = this.waiting.get(accountId);
    if (waiting) {
      message.connection.pause();
      waiting.push(message);
      return;
    }
    message.read();
    if (message.bytes > SMALL_BYTES) this.waitForNextTurn(accountId, []);
  }

  private waitForNextTurn(accountId: string, waiting: Message[]): void {
    this.waiting.set(accountId, waiting);
    setImmediate(() => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { connection, bytes, read } = next;
        if (!waiting.some((each) => each.connection === connection)) connection.resume();
        read();
        if (bytes <= SMALL_BYTES) continue;
        this.waitForNextTurn(accountId, waiting);
        return;
      }
      this.waiting.delete(accountId);
    });
  }
}
