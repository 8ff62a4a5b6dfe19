import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { BackgroundJob } from '../shared/BackgroundJob.ts';
import type { Cdn, Purge } from './Cdn.ts';
import { doNextPurge, insertPurge } from './repositories/cdnPurges.ts';

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 60_000;

/**
 * Purges a CDN. Each purge is stored in the transaction of the change that causes it, so neither a
 * crash nor a CDN that is down loses it: it is retried, at increasing intervals and with the next
 * change, until the CDN accepts it. Without a CDN nothing is stored.
 */
export class PurgeQueue {
  /** Null without a CDN. */
  private readonly work: BackgroundJob | null;

  constructor({
    knex,
    log,
    cdn,
    firstRetryMs = MIN_RETRY_MS,
  }: {
    readonly knex: Knex;
    readonly log: Logger;
    readonly cdn: Cdn | null;
    /** For tests: the pause before the first retry. */
    readonly firstRetryMs?: number;
  }) {
    this.work =
      cdn === null
        ? null
        : new BackgroundJob({
            log,
            doNext: () => doNextPurge(knex, (purge) => cdn.purge(purge)),
            hasMore: () => Promise.resolve(false),
            retryMs: firstRetryMs,
            maxRetryMs: Math.max(firstRetryMs, MAX_RETRY_MS),
            failureMessage: 'A purge of the CDN failed and will be retried',
          });
  }

  /** Whether there is a CDN. */
  get hasCdn(): boolean {
    return this.work !== null;
  }

  /** Stores a purge, in the transaction of the change. */
  async add(transaction: Knex, purge: Purge, now: Date): Promise<void> {
    if (this.hasCdn) await insertPurge(transaction, purge, now);
  }

  /** Sends the stored purges, including those that other servers and earlier runs left. */
  start(): void {
    this.work?.start();
  }

  /** Stops after the purge in progress; the others stay stored. */
  async close(): Promise<void> {
    this.work?.stop();
    await this.work?.settled();
  }
}
