import type { Knex } from 'knex';
import { FairQueue } from '../shared/FairQueue.ts';

/** Calls are limited per minute; more than this wait only if the database is very slow. */
const MAX_WAITING_PER_ACCOUNT = 50;
const MAX_WAITING = 1000;

/** By connection pool: the changes to each account, one at a time. */
const turns = new WeakMap<Knex, FairQueue<number>>();

/**
 * Runs a change to an account's data when the account's earlier ones in this process are done. A
 * transaction that waits for a row's lock holds a connection, of which the server has few, so the
 * changes to one account wait for one another here, without a connection (docs/decisions/0152).
 *
 * @param knex the pool, not a transaction: a change that waits for its turn within another change
 *   would wait forever.
 * @param change should not wait for anything but the database.
 * @throws ApiError err_rate_limited when too many changes to the account wait, err_unavailable when
 *   too many wait in total; or what `change` throws.
 */
export function inAccountTurn<Value>(
  knex: Knex,
  accountId: number,
  change: () => Promise<Value>,
): Promise<Value> {
  let queue = turns.get(knex);
  if (queue === undefined) {
    queue = new FairQueue({
      concurrency: Infinity,
      concurrencyPerKey: 1,
      maxWaitingPerKey: MAX_WAITING_PER_ACCOUNT,
      maxWaiting: MAX_WAITING,
    });
    turns.set(knex, queue);
  }
  return queue.run(accountId, change);
}
