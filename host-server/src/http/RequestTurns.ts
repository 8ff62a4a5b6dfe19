import { networkKey } from '../shared/addressKeys.ts';
import { AddressTotals } from '../shared/AddressTotals.ts';
import { AddressTurns } from '../shared/AddressTurns.ts';

/** Handling a request that waits for nothing takes up to 0.7 ms. */
const REQUESTS_PER_TURN = 25;
/**
 * How many requests of a network address wait for the database at a time. Database connections are
 * shared by all addresses, first come, first served.
 */
const LOOKUPS_PER_ADDRESS = 8;

interface Lookup {
  readonly address: string;
  readonly begin: () => void;
}

/**
 * Limits how many requests a turn of the event loop begins to handle, so that thousands that arrive
 * at once delay nobody else, and how many lookups of an address are in progress. Network addresses
 * take turns, see {@link AddressTurns}.
 */
export class RequestTurns {
  private readonly waiting = new AddressTurns<() => void>();
  private left = REQUESTS_PER_TURN;
  private isScheduled = false;
  /** By address, or IPv6 network. */
  private readonly lookups = new Map<string, NetworkLookups>();

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
    this.waiting.add(address, begin);
    return () => {
      this.waiting.remove(address, begin);
    };
  }

  /**
   * Like {@link run}, for requests that only read from the database. At most 8 of an address are in
   * progress, and at most 64 of an IPv6 /48 network; others wait.
   *
   * @param handle may call `done`, which is also returned, when the lookup is over.
   */
  runLookup(address: string, handle: (done: () => void) => void): () => void {
    const key = networkKey(address) ?? address;
    const ofNetwork = this.lookups.get(key) ?? new NetworkLookups();
    this.lookups.set(key, ofNetwork);
    let isDone = false;
    let leave = (): void => undefined;
    const begin = (): void => {
      leave = this.run(address, () => {
        handle(done);
      });
    };
    const lookup = { address, begin };
    const done = (): void => {
      if (isDone) return;
      isDone = true;
      if (ofNetwork.remove(lookup)) return;
      leave();
      ofNetwork.end(address);
      if (ofNetwork.isIdle) this.lookups.delete(key);
    };
    ofNetwork.add(lookup);
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

/** The lookups of an address, or of all addresses of an IPv6 /48 network. */
class NetworkLookups {
  private readonly inProgress = new AddressTotals();
  private total = 0;
  /** Those that wait for one of them to end. */
  private readonly held = new AddressTurns<Lookup>();

  get isIdle(): boolean {
    return this.total === 0;
  }

  /** Begins a lookup now or when another one has ended. */
  add(lookup: Lookup): void {
    if (this.hasRoom(lookup.address)) this.begin(lookup);
    else this.held.add(lookup.address, lookup);
  }

  /** Removes a lookup that has not begun. Returns false if it has. */
  remove(lookup: Lookup): boolean {
    return this.held.remove(lookup.address, lookup);
  }

  /** Notes the end of a lookup of an address, which lets another one begin. */
  end(address: string): void {
    this.inProgress.add(address, -1);
    this.total -= 1;
    const next = this.held.take((each) => this.hasRoom(each));
    if (next !== null) this.begin(next);
  }

  private hasRoom(address: string): boolean {
    return this.inProgress.hasRoom(address, LOOKUPS_PER_ADDRESS);
  }

  private begin({ address, begin }: Lookup): void {
    this.inProgress.add(address, 1);
    this.total += 1;
    begin();
  }
}
