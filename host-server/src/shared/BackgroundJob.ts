import type { Logger } from 'pino';
import { loggable } from './logRedaction.ts';

/** Options of a {@link BackgroundJob}. */
export interface BackgroundJobOptions {
  readonly log: Logger;
  /** Does the next piece of work; false when none can be done now. */
  readonly doNext: () => Promise<boolean>;
  /** Whether work remains for later; if so, it is looked for again after `retryMs`. */
  readonly hasMore: () => Promise<boolean>;
  readonly retryMs: number;
  /** The pause doubles with each consecutive failure, up to this; default: `retryMs`. */
  readonly maxRetryMs?: number;
  /** The message to log when `doNext` or `hasMore` fails. */
  readonly failureMessage: string;
}

/** Does work in the background, one piece at a time, after each {@link start}. */
export class BackgroundJob {
  private readonly options: BackgroundJobOptions;
  private working: Promise<void> | null = null;
  private isRequested = false;
  private isClosed = false;
  /** How many times in a row it has failed. */
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: BackgroundJobOptions) {
    this.options = options;
  }

  /** False once it has been stopped. */
  get isOpen(): boolean {
    return !this.isClosed;
  }

  /** Looks for work and does it. */
  start(): void {
    if (this.isClosed) return;
    this.isRequested = true;
    this.working ??= this.work().finally(() => {
      this.working = null;
      // Work may have been added after the last look for it.
      if (this.hasRequest()) this.start();
    });
  }

  /** Waits until no work can be done now. */
  async settled(): Promise<void> {
    while (this.working !== null) await this.working;
  }

  /** Stops after the piece of work in progress. */
  stop(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private async work(): Promise<void> {
    const { log, doNext, hasMore, retryMs, maxRetryMs = retryMs, failureMessage } = this.options;
    try {
      while (this.hasRequest()) {
        this.isRequested = false;
        while (this.isOpen && (await doNext()));
      }
      const isMore = await hasMore();
      this.failures = 0;
      if (isMore) this.startAfter(retryMs);
    } catch (error) {
      if (this.isClosed) return;
      log.warn({ error: loggable(error) }, failureMessage);
      this.startAfter(Math.min(maxRetryMs, retryMs * 2 ** this.failures));
      this.failures += 1;
    }
  }

  private hasRequest(): boolean {
    return this.isRequested && this.isOpen;
  }

  private startAfter(ms: number): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.start();
    }, ms).unref();
  }
}
