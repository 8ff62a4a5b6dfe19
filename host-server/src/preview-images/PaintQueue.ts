import type { Logger } from 'pino';
import { loggable } from '../shared/logRedaction.ts';

/** Maximum length of the queue. Further pages are painted when their image is requested again. */
const MAX_LENGTH = 500;

/** Queue of pages to paint, by id. Paints them one after the other. */
export class PaintQueue {
  private readonly paint: (pageId: number) => Promise<void>;
  private readonly log: Logger;
  private readonly pages = new Map<number, { promise: Promise<void>; resolve: () => void }>();
  private working: Promise<void> | null = null;
  private closed = false;

  /** @param paint its errors are logged. */
  constructor(paint: (pageId: number) => Promise<void>, log: Logger) {
    this.paint = paint;
    this.log = log;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Returns the promise of a queued page; null if it is not queued. */
  find(pageId: number): Promise<void> | null {
    return this.pages.get(pageId)?.promise ?? null;
  }

  /**
   * Queues a page, unless it is queued already. Returns a promise that resolves when it has been
   * painted, when painting has failed or when the queue is closed; null if the queue is full or
   * closed already.
   */
  add(pageId: number): Promise<void> | null {
    const queued = this.find(pageId);
    if (queued !== null) return queued;
    if (this.closed || this.pages.size >= MAX_LENGTH) return null;
    let resolve = (): void => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    this.pages.set(pageId, { promise, resolve });
    this.start();
    return promise;
  }

  /** Waits until the queue is empty. */
  async settled(): Promise<void> {
    while (this.working !== null) await this.working;
  }

  /** Empties the queue and resolves its promises. A page that is being painted continues. */
  close(): void {
    this.closed = true;
    for (const { resolve } of this.pages.values()) resolve();
    this.pages.clear();
  }

  private start(): void {
    this.working ??= this.work().finally(() => {
      this.working = null;
      // A page may have been queued since the last one finished.
      if (this.pages.size > 0) this.start();
    });
  }

  private async work(): Promise<void> {
    // Lets the caller queue several pages first.
    await Promise.resolve();
    for (const [pageId, { resolve }] of this.pages) {
      this.pages.delete(pageId);
      await this.paint(pageId).catch((error: unknown) => {
        if (!this.closed)
          this.log.warn({ error: loggable(error), pageId }, 'A page was not painted');
      });
      resolve();
    }
  }
}
