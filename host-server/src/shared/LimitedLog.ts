import type { Logger } from 'pino';

/** How many lines of one message are written within a time. */
export interface LogLimits {
  readonly lines: number;
  /** Of these, about the same page, account or address. */
  readonly linesPerKey: number;
  readonly windowMs: number;
}

/** The limits of messages that clients cause. */
export const LOG_LIMITS: LogLimits = { lines: 60, linesPerKey: 5, windowMs: 60_000 };

/** What was written of one message in the current window. */
interface Written {
  readonly level: LogLevel;
  readonly byKey: Map<string, number>;
  lines: number;
  omitted: number;
}

type LogKey = string | number;
type LogLevel = 'info' | 'warn' | 'error';

/**
 * A log for messages that clients cause, as often as they like: of each message, it writes a few
 * lines a minute, and how many it has left out. Nobody can fill the disk with them, or hide the
 * lines of others behind their own.
 */
export class LimitedLog {
  private readonly log: Logger;
  private readonly limits: LogLimits;
  private readonly written = new Map<string, Written>();
  private timer: NodeJS.Timeout | null = null;

  constructor(log: Logger, limits = LOG_LIMITS) {
    this.log = log;
    this.limits = limits;
  }

  /**
   * Writes a line, unless there are too many.
   *
   * @param message one of few: it has limits of its own.
   * @param keys what the line is about, such as a page and its owner: the lines about each count
   *   together. Not written.
   * @param fields ids, codes and figures.
   */
  write(
    level: LogLevel,
    message: string,
    keys: LogKey | readonly LogKey[],
    fields: Readonly<Record<string, unknown>>,
  ): void {
    const { lines, linesPerKey, windowMs } = this.limits;
    const written: Written = this.written.get(message) ?? {
      ...{ level, lines: 0, omitted: 0 },
      byKey: new Map<string, number>(),
    };
    this.written.set(message, written);
    this.timer ??= setTimeout(() => {
      this.startWindow();
    }, windowMs).unref();
    const all = [keys].flat().map(String);
    const isFull = all.some((key) => (written.byKey.get(key) ?? 0) >= linesPerKey);
    if (written.lines >= lines || isFull) {
      written.omitted += 1;
      return;
    }
    written.lines += 1;
    for (const key of all) written.byKey.set(key, (written.byKey.get(key) ?? 0) + 1);
    this.log[level](fields, message);
  }

  /** Writes how many lines were left out, and starts counting again. */
  startWindow(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    for (const [message, { level, omitted }] of this.written)
      if (omitted > 0) this.log[level]({ omitted, of: message }, 'Similar lines were left out');
    this.written.clear();
  }
}
