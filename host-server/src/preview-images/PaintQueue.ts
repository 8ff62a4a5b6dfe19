import type { Logger } from 'pino';
import { FairQueue } from '../shared/FairQueue.ts';
import { loggable } from '../shared/logRedaction.ts';

/** Pages beyond these numbers are painted when their image is requested again. */
const MAX_WAITING = { maxWaiting: 500, maxWaitingPerKey: 50 };

/**
 * Queue of pages to paint, by id. Paints them one after the other, with accounts taking turns: an
 * account with many pages delays others by one page only.
 */
export class PaintQueue {
  private readonly paint: (pageId: number) => Promise<void>;
  private readonly log: Logger;
  private readonly queue = new FairQueue<number>({ concurrency: 1, ...MAX_WAITING });
  private readonly waiting = new Map<number, Promise<void>>();
  private closed = false;

  /** @param paint its errors are logged. */
  constructor(paint: (pageId: number) => Promise<void>, log: Logger) {
    this.paint = paint;
    this.log = log;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Returns the promise of a page that waits; null if it does not. */
  find(pageId: number): Promise<void> | null {
    return this.waiting.get(pageId) ?? null;
  }

  /**
   * Queues a page, unless it waits already. Returns a promise that resolves when it has been
   * painted, when painting has failed, or when it will not be painted because too many pages wait or
   * the queue is closed.
   *
   * @param accountId whose turn it takes.
   */
  add(pageId: number, accountId: number): Promise<void> {
    const waiting = this.find(pageId);
    if (waiting !== null) return waiting;
    const painted = this.queue
      .run(accountId, async () => {
        // Lets the caller queue several pages first.
        await Promise.resolve();
        this.waiting.delete(pageId);
        await this.paint(pageId).catch((error: unknown) => {
          if (!this.closed)
            this.log.warn({ error: loggable(error), pageId }, 'A page was not painted');
        });
      })
      // Refused by the queue.
      .catch(() => {
        this.waiting.delete(pageId);
      });
    this.waiting.set(pageId, painted);
    return painted;
  }

  /** Waits until the queue is empty. */
  async settled(): Promise<void> {
    await this.queue.settled();
  }

  /** Empties the queue and resolves its promises. A page that is being painted continues. */
  close(): void {
    this.closed = true;
    this.queue.close();
  }
}
