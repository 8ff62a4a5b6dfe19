import { AddressQueue } from '../shared/AddressQueue.ts';

/** Leaves the other six database connections for calls to accounts. */
const CONCURRENCY = 4;
const WAITING = {
  maxWaiting: 20_000,
  // As many as an address has connections.
  maxWaitingPerAddress: 256,
  // As long as calls wait for a connection.
  maxWaitMs: 10_000,
};

/** Who makes a call. */
export interface Caller {
  /** A result of `clientAddress`. */
  readonly address: string;
  /** The Cookie header. */
  readonly cookies: string | undefined;
  /** Aborted when the caller leaves, see `connectionSignal`. */
  readonly signal?: AbortSignal;
}

/**
 * Queries for calls of strangers: of everyone whose session has not been found valid before. Network
 * addresses take turns, and few of these queries run at a time; the pool of connections itself is
 * first come, first served.
 */
export class StrangerTurns {
  private readonly isKnown: (cookies: string | undefined) => boolean;
  private readonly queue = new AddressQueue({ concurrency: CONCURRENCY, ...WAITING });

  /** @param isKnown whether a Cookie header has lately been that of a session. */
  constructor(isKnown: (cookies: string | undefined) => boolean) {
    this.isKnown = isKnown;
  }

  /**
   * Runs queries: at once for known sessions, else when it is the turn of the caller's address. They
   * must not wait for clients or other servers, because the turn lasts until they end. Those of
   * callers who leave before their turn are not run.
   *
   * @throws ApiError err_rate_limited when too many of this address wait, err_unavailable when too
   *   many wait in total, or for too long; the reason of `signal`; what the queries throw.
   */
  run<Value>({ address, cookies, signal }: Caller, queries: () => Promise<Value>): Promise<Value> {
    if (this.isKnown(cookies)) return queries();
    return this.queue.run(address, queries, signal);
  }
}
