import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { loggable } from '../shared/logRedaction.ts';
import type { Cdn, Purge } from './Cdn.ts';
import { doNextPurge, insertPurge } from './repositories/cdnPurges.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;

/**
 * Tells a CDN what to forget. What is to be told is stored with the change that it follows from, so
 * that neither a crash nor a CDN that is down loses it: it is tried again, less and less often,
 * until the CDN has accepted. Without a CDN nothing is stored.
 */
export class PurgeQueue {
  private readonly knex: Knex;
  private readonly log: Logger;
  private readonly cdn: Cdn | null;
  private readonly firstRetryMs: number;
  private working: Promise<void> | null = null;
  private isRequested = false;
  private wake: (() => void) | null = null;
  private isClosed = false;

  constructor(options: {
    readonly knex: Knex;
    readonly log: Logger;
    readonly cdn: Cdn | null;
    /** For tests: the wait before the first retry. */
    readonly firstRetryMs?: number;
  }) {
    this.knex = options.knex;
    this.log = options.log;
    this.cdn = options.cdn;
    this.firstRetryMs = options.firstRetryMs ?? FIRST_RETRY_MS;
  }

  /** Whether there is a CDN that keeps pages until it is told to forget them. */
  get hasCdn(): boolean {
    return this.cdn !== null;
  }

  /** Notes what is to be forgotten, within the transaction of the change. */
  async add(transaction: Knex, purge: Purge, now: Date): Promise<void> {
    if (this.cdn !== null) await insertPurge(transaction, purge, now);
  }

  /** Starts telling what was noted; what other servers and earlier starts have left, too. */
  start(): void {
    if (this.cdn === null || this.isClosed) return;
    this.isRequested = true;
    this.working ??= this.work(this.cdn).finally(() => {
      this.working = null;
    });
  }

  /** Ends after the purge under way; the rest stays stored. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.wake?.();
    await this.working;
  }

  private async work(cdn: Cdn): Promise<void> {
    let failures = 0;
    while (this.hasWork()) {
      this.isRequested = false;
      try {
        while (await this.doNext(cdn));
      } catch (error) {
        this.log.warn({ error: loggable(error) }, 'The CDN was not told; it will be again');
        this.isRequested = true;
        await this.pause(Math.min(LONGEST_RETRY_MS, this.firstRetryMs * 2 ** failures));
        failures += 1;
      }
    }
  }

  private hasWork(): boolean {
    return this.isRequested && !this.isClosed;
  }

  private async doNext(cdn: Cdn): Promise<boolean> {
    if (this.isClosed) return false;
    return doNextPurge(this.knex, (purge) => cdn.purge(purge));
  }

  private async pause(ms: number): Promise<void> {
    if (this.isClosed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
