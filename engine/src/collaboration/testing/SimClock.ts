import type { Clock } from '../Clock.ts';

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

/** A clock whose time changes only by `advance`. */
export class SimClock implements Clock {
  private nowMs = 1_000_000;
  private timers: Timer[] = [];
  readonly now = (): number => this.nowMs;

  readonly after = (delayMs: number, run: () => void): (() => void) => {
    const timer = { atMs: this.nowMs + delayMs, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  };

  /** Advances the time and runs the due timers in order. */
  advance(ms: number): void {
    const endMs = this.nowMs + ms;
    for (;;) {
      let next: Timer | undefined;
      for (const timer of this.timers)
        if (timer.atMs <= endMs && (!next || timer.atMs < next.atMs)) next = timer;
      if (!next) break;
      const due = next;
      this.timers = this.timers.filter((each) => each !== due);
      this.nowMs = Math.max(this.nowMs, due.atMs);
      due.run();
    }
    this.nowMs = endMs;
  }

  /** The time in ms until the next timer; null if there is none. */
  get untilNextMs(): number | null {
    if (this.timers.length === 0) return null;
    return Math.max(0, Math.min(...this.timers.map(({ atMs }) => atMs)) - this.nowMs);
  }
}
