import type { Knex } from 'knex';
import { isDatabaseResponding } from '../database/openDatabase.ts';
import { SharedWork } from '../shared/SharedWork.ts';

/** How long a result is reported to others who ask, ms. */
const FRESH_MS = 1000;

/**
 * Creates a check whether the database responds. Anyone may ask, as often as they like, so that at
 * most one statement is in progress, and a second lies between two of them.
 *
 * @param nowMs a monotonic clock.
 */
export function createHealthCheck(
  knex: Knex,
  nowMs: () => number = () => performance.now(),
): () => Promise<boolean> {
  const checks = new SharedWork<boolean>();
  let last = { isResponding: false, untilMs: -Infinity };
  return () => {
    if (nowMs() < last.untilMs) return Promise.resolve(last.isResponding);
    return checks.run('', async () => {
      const isResponding = await isDatabaseResponding(knex);
      last = { isResponding, untilMs: nowMs() + FRESH_MS };
      return isResponding;
    });
  };
}
