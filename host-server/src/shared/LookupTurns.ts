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
export type LookupTurn =
  /** That of a page or site which exists, as far as is known. */
  | { readonly known: string }
  /** That of the network address which a request came from. */
  | { readonly requester: string };

/** How many queries of known pages and sites, and of others, run at a time. */
const CONCURRENCY = { known: 2, strangers: 4 };
/** How many of visitors' queries run at a time, each on a connection of its own. */
export const VISITOR_CONNECTIONS = CONCURRENCY.known + CONCURRENCY.strangers;
const WAITING = {
  maxWaiting: 20_000,
  // Requests whose connections have closed count.
  maxWaitingPerKey: 64,
  maxWaitMs: DATABASE_WAIT_MS,
};

/**
 * Visitors' database queries, which take turns: the pool of connections itself is first come, first
 * served, so that a few clients that look up addresses without a page would delay everybody.
 *
 * What is known, such as a cached page, is queried again at most once a second, however many visitors
 * wait for it. It does not wait for what strangers look up, who take turns by network address.
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
  async run<Value>(turn: LookupTurn, query: () => Promise<Value>): Promise<Value> {
    const work = (): Promise<Value> => withTimeout(DATABASE_WAIT_MS, query());
    try {
      return await ('known' in turn
        ? this.known.run(turn.known, work)
        : this.strangers.run(turn.requester, work));
    } catch (error) {
      // Queries themselves throw none.
      throw error instanceof ApiError ? new LookupBusyError() : error;
    }
  }
}
