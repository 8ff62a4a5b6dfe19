import { Worker } from 'node:worker_threads';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { loggable } from '../../shared/logRedaction.ts';
import { storeBrotli } from '../repositories/publishedPages.ts';
import type { ServedBytes, ServedPage } from './renderPublication.ts';

/**
 * Compresses what is served harder than its author could wait for, and puts it in the place of the
 * quick one; what was cut off by a stop is taken up with the next visit. One publication at a time,
 * and of a page that is published again and again only the newest.
 */
export class Recompressor {
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
  recompress({ pageId, bytes }: ServedPage): void {
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

/** As small as it gets, and too slow for anybody to wait for. */
export const BEST_BROTLI_QUALITY = 11;

/** Runs in the thread; as text, so that sources and the built server start it alike. */
const CODE = `
const { parentPort } = require('node:worker_threads');
// Linux gives each thread a priority of its own; elsewhere this would slow the whole server.
if (process.platform === 'linux') {
  const { constants: { priority }, setPriority } = require('node:os');
  try {
    setPriority(0, priority.PRIORITY_LOW);
  } catch {
    // Where that is forbidden it is only less polite.
  }
}
const { brotliCompressSync, constants } = require('node:zlib');
parentPort.on('message', ({ id, content, quality }) => {
  const small = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
  parentPort.postMessage({ id, small });
});`;

/**
 * Compresses in a thread of its own, one after the other and, where the system can do that, only
 * while nobody else wants the processor, so that serving and publishing feel nothing of it.
 */
export class BrotliWorker {
  private worker: Worker | null = null;
  private readonly waiting = new Map<
    number,
    { resolve: (small: Buffer) => void; reject: (error: Error) => void }
  >();
  private nextId = 1;

  /** @throws when the thread ends before it is done. */
  compress(content: Buffer): Promise<Buffer> {
    const worker = (this.worker ??= this.start());
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, content, quality: BEST_BROTLI_QUALITY });
    });
  }

  /** Ends the thread; what it has not done yet fails. */
  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(CODE, { eval: true, execArgv: [], name: 'brotli' });
    worker.unref();
    worker.on('message', ({ id, small }: { id: number; small: Uint8Array }) => {
      this.waiting.get(id)?.resolve(Buffer.from(small.buffer, small.byteOffset, small.byteLength));
      this.waiting.delete(id);
    });
    const fail = (error: Error): void => {
      this.worker = null;
      for (const { reject } of this.waiting.values()) reject(error);
      this.waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => {
      fail(new Error('The thread that compresses has ended'));
    });
    return worker;
  }
}
