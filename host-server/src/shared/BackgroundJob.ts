import type { Logger } from 'pino';
import { loggable } from './logRedaction.ts';

/** How {@link BackgroundJob} is done. */
export interface BackgroundJobOptions {
  readonly log: Logger;
  /** Does the next thing; false when nothing is left that can be done now. */
  readonly doNext: () => Promise<boolean>;
  /** Whether something will have to be done later: then it looks again. */
  readonly hasMore: () => Promise<boolean>;
  readonly retryMs: number;
  /** What the log says when it cannot even be looked for: it is looked for again. */
  readonly trouble: string;
}

/** Does one thing after the other in the background, whenever it is told that there may be some. */
export class BackgroundJob {
  private readonly options: BackgroundJobOptions;
  private working: Promise<void> | null = null;
  private isRequested = false;
  private isClosed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: BackgroundJobOptions) {
    this.options = options;
  }

  /** False once it is to end. */
  get isOpen(): boolean {
    return !this.isClosed;
  }

  /** Does whatever is to be done. */
  start(): void {
    if (this.isClosed) return;
    this.isRequested = true;
    this.working ??= this.work().finally(() => {
      this.working = null;
    });
  }

  /** Waits until nothing is left that can be done now. */
  async settled(): Promise<void> {
    while (this.working !== null) await this.working;
  }

  /** Begins nothing more. */
  stop(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private async work(): Promise<void> {
    const { log, doNext, hasMore, trouble } = this.options;
    try {
      while (this.hasWork()) {
        this.isRequested = false;
        while (this.isOpen && (await doNext()));
      }
      if (await hasMore()) this.lookAgain();
    } catch (error) {
      if (this.isClosed) return;
      log.warn({ error: loggable(error) }, trouble);
      this.lookAgain();
    }
  }

  private hasWork(): boolean {
    return this.isRequested && this.isOpen;
  }

  private lookAgain(): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.start();
    }, this.options.retryMs).unref();
  }
}
