import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { loggable } from '../shared/logRedaction.ts';
import { BEST_BROTLI_QUALITY, BrotliWorker } from './BrotliWorker.ts';
import type { ServedPage } from './Found.ts';
import { storeBrotli } from './repositories/publishedPages.ts';

/**
 * Compresses what is served harder than its author could wait for, and puts it in the place of the
 * quick one; what was cut off by a stop is taken up with the next visit.
 */
export class PublicationImprover {
  private readonly knex: Knex;
  private readonly log: Logger;
  private readonly worker = new BrotliWorker();
  private readonly underWay = new Map<string, Promise<void>>();
  private isClosed = false;

  constructor(knex: Knex, log: Logger) {
    this.knex = knex;
    this.log = log;
  }

  /** Takes a publication up unless it is as small as it gets, or being worked on. */
  improve({ pageId, bytes }: ServedPage): void {
    const { etag, html, brotliQuality } = bytes;
    const key = `${String(pageId)} ${etag}`;
    if (brotliQuality >= BEST_BROTLI_QUALITY || this.isClosed || this.underWay.has(key)) return;
    const work = this.worker
      .compress(html)
      .then(async (small) => {
        if (!this.isClosed)
          await storeBrotli(this.knex, { pageId, etag }, small, BEST_BROTLI_QUALITY);
      })
      .catch((error: unknown) => {
        if (!this.isClosed)
          this.log.warn({ error: loggable(error) }, 'A publication was not compressed further');
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, work);
  }

  /** Waits for what is being worked on now. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay.values());
  }

  /** Leaves the rest for another time. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.worker.close();
    await this.settled();
  }
}
