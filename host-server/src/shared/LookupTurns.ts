import { AddressQueue } from './AddressQueue.ts';
import { afterWaiting } from './afterWaiting.ts';
import { ApiError } from './ApiError.ts';
import { DATABASE_WAIT_MS } from './outage.ts';

/** Thrown for a query whose turn has not come in time: too many others wait. */
export class LookupBusyError extends Error {
  constructor() {
    super('Too many lookups wait for the database');
    this.name = 'LookupBusyError';
  }
}

/** Thrown for a query to which the database has not responded in time, or to the queries before it. */
export class LookupTimeoutError extends Error {
  constructor() {
    super('The database did not respond in time');
    this.name = 'LookupTimeoutError';
  }
}

/** Whose turn a query takes. */
export interface LookupTurn {
  /** The network address that a request came from, as `addressKey` returns it. */
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
  maxWaitingPerAddress: 64,
  maxWaitMs: DATABASE_WAIT_MS,
};

/**
 * Visitors' database queries, for which network addresses take turns: the pool of connections itself
 * is first come, first served, so that a few clients that look up addresses without a page would
 * delay everybody. Known pages, such as cached ones, are looked up again once a second, and do not
 * wait for other lookups.
 */
export class LookupTurns {
  private readonly known = new Lane(CONCURRENCY.known);
  private readonly strangers = new Lane(CONCURRENCY.strangers);

  /**
   * Runs a query when it is its turn. The turn ends when the query does, also if that takes too long:
   * otherwise, more queries than there are turns would occupy the database.
   *
   * @throws LookupBusyError if the turn does not come in time; LookupTimeoutError if the database
   *   does not respond in time, to this query or to all that have their turn.
   */
  run<Value>({ requester, isKnown }: LookupTurn, query: () => Promise<Value>): Promise<Value> {
    return (isKnown ? this.known : this.strangers).run(requester, query);
  }
}

/** Queries that take turns, a limited number at a time. */
class Lane {
  private readonly concurrency: number;
  private readonly queue: AddressQueue;
  /** Those that run and have taken too long. */
  private readonly overdue = new Set<object>();

  constructor(concurrency: number) {
    this.concurrency = concurrency;
    this.queue = new AddressQueue({ concurrency, ...WAITING });
  }

  run<Value>(requester: string, query: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const work = async (): Promise<Value> => {
        const turn = {};
        const stop = afterWaiting(DATABASE_WAIT_MS, () => {
          this.overdue.add(turn);
          reject(new LookupTimeoutError());
        });
        try {
          return await query();
        } finally {
          stop();
          this.overdue.delete(turn);
        }
      };
      this.queue.run(requester, work).then(resolve, (error: unknown) => {
        // An ApiError comes from the queue: queries throw none.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the query's.
        reject(error instanceof ApiError ? this.refusal() : error);
      });
    });
  }

  private refusal(): Error {
    return this.overdue.size === this.concurrency
      ? new LookupTimeoutError()
      : new LookupBusyError();
  }
}
