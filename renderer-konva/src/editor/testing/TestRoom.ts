import type { Page } from '@cobble/engine';
import { ManualClock } from '../../../../scripts/testing/manualClock.mjs';
import { LoopbackRoom } from './LoopbackRoom.ts';
import { testPage } from './testPage.ts';

/** A room whose time changes only when the test says so. */
export class TestRoom extends LoopbackRoom {
  readonly clock: ManualClock;

  constructor(page: Page = testPage(), clock = new ManualClock()) {
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
