import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { loggable } from '../../shared/logRedaction.ts';
import { storeBrotli } from '../repositories/publishedPages.ts';
import type { ServedBytes, ServedPage } from './renderPublication.ts';

/** Maximum size of the bodies that wait, bytes. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/**
 * Recompresses served publications at the best Brotli quality and replaces the fast result: one
 * publication at a time, and only the newest of each page. Interrupted work, and what is left out
 * because too much waits, is repeated when the page is next loaded.
 */
export class Recompressor {
  private readonly knex: Knex;
  private readonly log: Logger;
  private readonly maxWaitingBytes: number;
  private readonly worker = new BrotliWorker();
  /** The newest pending publication of each page. */
  private readonly waiting = new Map<number, Pick<ServedBytes, 'etag' | 'gzip'>>();
  private waitingBytes = 0;
  /** The publication in progress: page and ETag. */
  private inProgress = '';
  private working: Promise<void> | null = null;
  private isClosed = false;

  /** @param options for tests: the size of the bodies that may wait, bytes. */
  constructor(knex: Knex, log: Logger, options: { readonly maxWaitingBytes?: number } = {}) {
    this.knex = knex;
    this.log = log;
    this.maxWaitingBytes = options.maxWaitingBytes ?? MAX_WAITING_BYTES;
  }

  /** Queues a publication, unless it has the best quality already or is in progress. */
  recompress({ pageId, bytes }: ServedPage): void {
    if (this.isClosed || this.inProgress === keyOf(pageId, bytes)) return;
    if (bytes.brotliQuality >= BEST_BROTLI_QUALITY) return;
    this.takeOut(pageId);
    const { etag, gzip } = bytes;
    if (this.waitingBytes + gzip.length > this.maxWaitingBytes) return;
    this.waiting.set(pageId, { etag, gzip });
    this.waitingBytes += gzip.length;
    this.working ??= this.work();
  }

  /** Waits until the queue is empty. */
  async settled(): Promise<void> {
    await this.working;
  }

  /** Stops and drops the queue. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.waiting.clear();
    await this.worker.close();
    await this.settled();
  }

  private takeOut(pageId: number): void {
    this.waitingBytes -= this.waiting.get(pageId)?.gzip.length ?? 0;
    this.waiting.delete(pageId);
  }

  private async work(): Promise<void> {
    for (const [pageId, bytes] of this.waiting) {
      this.takeOut(pageId);
      this.inProgress = keyOf(pageId, bytes);
      await this.compress(pageId, bytes).catch((error: unknown) => {
        if (!this.isClosed)
          this.log.warn({ error: loggable(error) }, 'A publication could not be recompressed');
      });
      this.inProgress = '';
    }
    this.working = null;
  }

  private async compress(
    pageId: number,
    { etag, gzip }: Pick<ServedBytes, 'etag' | 'gzip'>,
  ): Promise<void> {
    const small = await this.worker.compress(gzip);
    if (!this.isClosed) await storeBrotli(this.knex, { pageId, etag }, small, BEST_BROTLI_QUALITY);
  }
}

const keyOf = (pageId: number, { etag }: Pick<ServedBytes, 'etag'>): string =>
  `${String(pageId)} ${etag}`;

/** Gives the smallest result, but is too slow to wait for. */
export const BEST_BROTLI_QUALITY = 11;

/** Flags that the thread shares with its owner: their indexes. */
const COMPRESSING = 0;
const ENDING = 1;
/** How long the thread needs at most to set up a Brotli encoder, ms, though at the lowest priority. */
const SET_UP_MS = 200;

/** The thread's source code: a string, so that sources and build start it the same way. */
const CODE = `
const { parentPort, workerData } = require('node:worker_threads');
const flags = new Int32Array(workerData);
// Linux has a priority per thread; elsewhere this would slow the whole server.
if (process.platform === 'linux') {
  const { constants: { priority }, setPriority } = require('node:os');
  try {
    setPriority(0, priority.PRIORITY_LOW);
  } catch {
    // Without permission it runs at normal priority.
  }
}
const { brotliCompressSync, constants, gunzipSync } = require('node:zlib');
parentPort.on('message', ({ id, gzip, quality }) => {
  const content = gunzipSync(gzip);
  Atomics.store(flags, ${COMPRESSING}, 1);
  if (Atomics.load(flags, ${ENDING}) === 1) return;
  const small = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
  Atomics.store(flags, ${COMPRESSING}, 0);
  parentPort.postMessage({ id, small });
});`;

/**
 * Compresses what gzip has compressed, in a thread, one page after the other, at the lowest priority
 * where the system supports that, so serving and publishing are not slowed down.
 */
export class BrotliWorker {
  private worker: Worker | null = null;
  private flags = newFlags();
  private readonly waiting = new Map<
    number,
    { resolve: (small: Buffer) => void; reject: (error: Error) => void }
  >();
  private nextId = 1;

  /** @throws when the thread ends early. */
  compress(gzip: Buffer): Promise<Buffer> {
    const worker = (this.worker ??= this.start());
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, gzip, quality: BEST_BROTLI_QUALITY });
    });
  }

  /**
   * Ends the thread; pending calls fail. Node aborts the whole process if a thread ends between the
   * creation and the set-up of an encoder. So no compression begins from here on, and one that has
   * begun gets the time for that.
   */
  async close(): Promise<void> {
    const { worker, flags } = this;
    if (!worker) return;
    Atomics.store(flags, ENDING, 1);
    if (Atomics.load(flags, COMPRESSING) === 1) await sleep(SET_UP_MS);
    await worker.terminate();
  }

  private start(): Worker {
    this.flags = newFlags();
    const workerData = this.flags.buffer;
    const worker = new Worker(CODE, { eval: true, execArgv: [], name: 'brotli', workerData });
    worker.unref();
    worker.on('message', ({ id, small }: { id: number; small: Uint8Array }) => {
      this.waiting.get(id)?.resolve(Buffer.from(small.buffer, small.byteOffset, small.byteLength));
      this.waiting.delete(id);
    });
    const fail = (error: Error): void => {
      // A thread that has failed exits later, when the next one may already be running.
      if (this.worker !== worker) return;
      this.worker = null;
      for (const { reject } of this.waiting.values()) reject(error);
      this.waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => {
      fail(new Error('The compression thread has ended'));
    });
    return worker;
  }
}

function newFlags(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}
