import { ApiError } from './ApiError.ts';
import { FairQueue } from './FairQueue.ts';
import { DATABASE_WAIT_MS, withTimeout } from './outage.ts';

/** Thrown for a query whose turn has not come in time: too many others wait. */
export class LookupBusyError extends Error {
  constructor() {
    super('Too many lookups wait for the database');
    this.name = 'LookupBusyError';
  }
}

/** Whose turn a query takes. */
export interface LookupTurn {
  /** The network address that a request came from. */
  readonly requester: string;
  /** Whether it is for a page or site that exists, as far as is known. */
  readonly isKnown: boolean;
}

/** How many queries of known pages and sites, and of others, run at a time. */
const CONCURRENCY = { known: 2, strangers: 4 };
/** Each of these, and of the two lists of pages for sitemaps, needs a connection of its own. */
export const VISITOR_CONNECTIONS = CONCURRENCY.known + CONCURRENCY.strangers + 2;
const WAITING = {
  maxWaiting: 20_000,
  // Requests whose connections have closed count.
  maxWaitingPerKey: 64,
  maxWaitMs: DATABASE_WAIT_MS,
};

/**
 * Visitors' database queries, for which network addresses take turns: the pool of connections itself
 * is first come, first served, so that a few clients that look up addresses without a page would
 * delay everybody. Known pages, such as cached ones, are looked up again once a second, and do not
 * wait for other lookups.
 */
export class LookupTurns {
  private readonly known = new FairQueue<string>({ concurrency: CONCURRENCY.known, ...WAITING });
  private readonly strangers = new FairQueue<string>({
    concurrency: CONCURRENCY.strangers,
    ...WAITING,
  });

  /**
   * Runs a query when it is its turn.
   *
   * @throws LookupBusyError if the turn does not come in time; an error if the database does not
   *   respond in time.
   */
  async run<Value>(
    { requester, isKnown }: LookupTurn,
    query: () => Promise<Value>,
  ): Promise<Value> {
    const work = (): Promise<Value> => withTimeout(DATABASE_WAIT_MS, query());
    try {
      return await (isKnown ? this.known : this.strangers).run(requester, work);
    } catch (error) {
      // An ApiError comes from the queue: queries throw none.
      throw error instanceof ApiError ? new LookupBusyError() : error;
    }
  }
}
