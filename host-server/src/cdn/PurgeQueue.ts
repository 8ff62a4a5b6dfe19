import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { loggable } from '../shared/logRedaction.ts';
import type { Cdn, Purge } from './Cdn.ts';
import { doNextPurge, insertPurge } from './repositories/cdnPurges.ts';

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 60_000;

/**
 * Purges a CDN. Each purge is stored in the transaction of the change that causes it, so neither a
 * crash nor a CDN that is down loses it: it is retried, at increasing intervals, until the CDN
 * accepts. Without a CDN nothing is stored.
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
    /** For tests: the pause before the first retry. */
    readonly firstRetryMs?: number;
  }) {
    this.knex = options.knex;
    this.log = options.log;
    this.cdn = options.cdn;
    this.firstRetryMs = options.firstRetryMs ?? MIN_RETRY_MS;
  }

  /** Whether there is a CDN. */
  get hasCdn(): boolean {
    return this.cdn !== null;
  }

  /** Stores a purge, in the transaction of the change. */
  async add(transaction: Knex, purge: Purge, now: Date): Promise<void> {
    if (this.cdn !== null) await insertPurge(transaction, purge, now);
  }

  /** Sends the stored purges, including those that other servers and earlier runs left. */
  start(): void {
    if (this.cdn === null || this.isClosed) return;
    this.isRequested = true;
    this.working ??= this.work(this.cdn).finally(() => {
      this.working = null;
    });
  }

  /** Stops after the purge in progress; the others stay stored. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.wake?.();
    await this.working;
  }

  private async work(cdn: Cdn): Promise<void> {
    let failures = 0;
    while (this.hasRequest()) {
      this.isRequested = false;
      try {
        while (await this.doNext(cdn));
      } catch (error) {
        this.log.warn({ error: loggable(error) }, 'A purge of the CDN failed and will be retried');
        this.isRequested = true;
        await this.pause(Math.min(MAX_RETRY_MS, this.firstRetryMs * 2 ** failures));
        failures += 1;
      }
    }
  }

  private hasRequest(): boolean {
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
