import { AddressTurns } from './AddressTurns.ts';
import { turnKey } from '../shared/addressKeys.ts';

/** Handling a request that waits for nothing takes up to 0.7 ms. */
const REQUESTS_PER_TURN = 25;
/**
 * How many requests of a network address wait for the database at a time. Database connections are
 * shared by all addresses, first come, first served.
 */
const LOOKUPS_PER_ADDRESS = 8;

/**
 * Limits how many requests a turn of the event loop begins to handle, so that thousands that arrive
 * at once delay nobody else, and how many lookups of an address are in progress. Network addresses
 * take turns; IPv6 networks count as a few addresses, see `turnKey`.
 */
export class RequestTurns {
  private readonly waiting = new AddressTurns<() => void>();
  private left = REQUESTS_PER_TURN;
  private isScheduled = false;
  /** Lookups in progress, and those that wait for one of them to end, by address. */
  private readonly lookups = new Map<
    string,
    { inProgress: number; readonly held: Set<() => void> }
  >();

  /**
   * Begins to handle a request at once, or in a later turn.
   *
   * @param address a result of `clientAddress`.
   * @returns a function that must be called when the connection closes. A request that still waits
   *   then is not handled.
   */
  run(address: string, handle: () => void): () => void {
    this.schedule();
    if (this.left > 0 && this.waiting.isEmpty) {
      this.left -= 1;
      handle();
      return () => undefined;
    }
    const begin = (): void => {
      handle();
    };
    const key = turnKey(address);
    this.waiting.add(key, begin);
    return () => {
      this.waiting.remove(key, begin);
    };
  }

  /**
   * Like {@link run}, for requests that only read from the database. At most 8 of an address are in
   * progress; others wait. IPv6 networks count as a few addresses, see `turnKey`.
   *
   * @param handle may call `done`, which is also returned, when the lookup is over.
   */
  runLookup(address: string, handle: (done: () => void) => void): () => void {
    const key = turnKey(address);
    const ofAddress = this.lookups.get(key) ?? { inProgress: 0, held: new Set() };
    this.lookups.set(key, ofAddress);
    let isDone = false;
    let leave = (): void => undefined;
    const begin = (): void => {
      leave = this.run(address, () => {
        handle(done);
      });
    };
    const done = (): void => {
      if (isDone) return;
      isDone = true;
      if (ofAddress.held.delete(begin)) return;
      leave();
      for (const next of ofAddress.held) {
        ofAddress.held.delete(next);
        next();
        return;
      }
      ofAddress.inProgress -= 1;
      if (ofAddress.inProgress === 0) this.lookups.delete(key);
    };
    if (ofAddress.inProgress >= LOOKUPS_PER_ADDRESS) {
      ofAddress.held.add(begin);
      return done;
    }
    ofAddress.inProgress += 1;
    begin();
    return done;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      // Those that began when they arrived, in the same turn, count too.
      while (this.left > 0) {
        const handle = this.waiting.take();
        if (handle === null) break;
        this.left -= 1;
        handle();
      }
      this.left = REQUESTS_PER_TURN;
      if (!this.waiting.isEmpty) this.schedule();
    });
  }
}
