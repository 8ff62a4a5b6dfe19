import type { Page } from '@cobble/engine';
import type { Clock } from '@cobble/engine/collaboration';
import { LoopbackRoom } from './LoopbackRoom.ts';
import { testPage } from './testPage.ts';

/** A clock whose time changes only by `advance`. */
export class TestClock implements Clock {
  private nowMs = 1_000_000;
  private timers: { readonly atMs: number; readonly run: () => void }[] = [];

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
      const due = this.timers.filter(({ atMs }) => atMs <= endMs);
      const next = due.sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.run();
    }
    this.nowMs = endMs;
  }
}

/** A room whose time changes only when the test says so. */
export class TestRoom extends LoopbackRoom {
  readonly clock: TestClock;

  constructor(page: Page = testPage(), clock = new TestClock()) {
    super(page, clock);
    this.clock = clock;
  }

  /** Delivers everything to those that are online, and everything that results from it. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 400; turn += 1) {
      for (let each = 0; each < 10; each += 1)
        await new Promise((resolve) => setImmediate(resolve));
      const isIdle = this.members.every(
        ({ client: { status, pendingCount } }) =>
          status === 'closed' || (status === 'live' && pendingCount === 0),
      );
      if (isIdle && turn > 3) break;
      this.clock.advance(100);
    }
  }

  /** Lets what has been sent arrive, without any time passing. */
  async arrive(): Promise<void> {
    for (let each = 0; each < 40; each += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
