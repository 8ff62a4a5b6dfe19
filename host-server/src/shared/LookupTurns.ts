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

/** How many queries of one key may wait. Requests whose connections have closed count. */
const MAX_WAITING_PER_KEY = 64;
const MAX_WAITING = 20_000;
/** How many of visitors' queries run at a time, each on a connection of its own. */
export const VISITOR_CONNECTIONS = 4;

/**
 * Visitors' database queries, which take turns: the pool of connections itself is first come, first
 * served, so that a few clients that look up addresses without a page would delay everybody.
 *
 * What is cached is queried again under a key of its own, however many visitors wait for it. Anything
 * else is queried under the visitor's network address.
 */
export class LookupTurns {
  private readonly queue = new FairQueue<string>({
    concurrency: VISITOR_CONNECTIONS,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING_PER_KEY,
    maxWaitMs: DATABASE_WAIT_MS,
  });

  /**
   * Runs a query when it is the key's turn.
   *
   * @throws LookupBusyError if the turn does not come in time; an error if the database does not
   *   respond in time.
   */
  async run<Value>(key: string, query: () => Promise<Value>): Promise<Value> {
    try {
      return await this.queue.run(key, () => withTimeout(DATABASE_WAIT_MS, query()));
    } catch (error) {
      // Queries themselves throw none.
      throw error instanceof ApiError ? new LookupBusyError() : error;
    }
  }
}
