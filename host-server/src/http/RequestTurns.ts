import { AddressTurns } from './AddressTurns.ts';

/** Handling a request takes up to a third of a millisecond before it waits for something. */
const REQUESTS_PER_TURN = 100;

/**
 * Limits how many requests a turn of the event loop begins to handle, so that thousands that arrive
 * at once delay nobody else. Network addresses take turns.
 */
export class RequestTurns {
  private readonly waiting = new AddressTurns<() => void>();
  private left = REQUESTS_PER_TURN;
  private isScheduled = false;

  /**
   * Begins to handle a request at once, or in a later turn.
   *
   * @param address a result of `clientAddress`.
   */
  run(address: string, handle: () => void): void {
    this.schedule();
    if (this.left === 0) {
      this.waiting.add(address, handle);
      return;
    }
    this.left -= 1;
    handle();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.left = REQUESTS_PER_TURN;
      while (this.left > 0) {
        const handle = this.waiting.take();
        if (handle === null) return;
        this.left -= 1;
        handle();
      }
      // Requests that arrive before the next turn wait behind the others.
      this.schedule();
    });
  }
}
