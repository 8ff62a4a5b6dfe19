import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { loggable } from '../../shared/logRedaction.ts';
import { BEST_BROTLI_QUALITY, BrotliWorker } from './BrotliWorker.ts';
import type { ServedBytes, ServedPage } from './renderPublication.ts';
import { storeBrotli } from '../repositories/publishedPages.ts';

/**
 * Compresses what is served harder than its author could wait for, and puts it in the place of the
 * quick one; what was cut off by a stop is taken up with the next visit. One publication at a time,
 * and of a page that is published again and again only the newest.
 */
export class PublicationImprover {
  private readonly knex: Knex;
  private readonly log: Logger;
  private readonly worker = new BrotliWorker();
  /** The newest publications that nobody has begun with, by their pages. */
  private readonly waiting = new Map<number, ServedBytes>();
  /** What is being worked on: page and tag. */
  private underWay = '';
  private working: Promise<void> | null = null;
  private isClosed = false;

  constructor(knex: Knex, log: Logger) {
    this.knex = knex;
    this.log = log;
  }

  /** Takes a publication up unless it is as small as it gets, or being worked on. */
  improve({ pageId, bytes }: ServedPage): void {
    if (this.isClosed || this.underWay === keyOf(pageId, bytes)) return;
    if (bytes.brotliQuality >= BEST_BROTLI_QUALITY) return;
    this.waiting.set(pageId, bytes);
    this.working ??= this.work();
  }

  /** Waits for what is being worked on now, and what waits for it. */
  async settled(): Promise<void> {
    await this.working;
  }

  /** Leaves the rest for another time. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.waiting.clear();
    await this.worker.close();
    await this.settled();
  }

  private async work(): Promise<void> {
    for (const [pageId, bytes] of this.waiting) {
      this.waiting.delete(pageId);
      this.underWay = keyOf(pageId, bytes);
      await this.compress(pageId, bytes).catch((error: unknown) => {
        if (!this.isClosed)
          this.log.warn({ error: loggable(error) }, 'A publication was not compressed further');
      });
      this.underWay = '';
    }
    this.working = null;
  }

  private async compress(pageId: number, { etag, html }: ServedBytes): Promise<void> {
    const small = await this.worker.compress(html);
    if (!this.isClosed) await storeBrotli(this.knex, { pageId, etag }, small, BEST_BROTLI_QUALITY);
  }
}

const keyOf = (pageId: number, { etag }: ServedBytes): string => `${String(pageId)} ${etag}`;
