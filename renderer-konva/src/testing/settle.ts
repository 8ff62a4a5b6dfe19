import type { Page } from 'playwright-core';

/** Waits until fonts have come and two frames were drawn: what was asked for is on the screen. */
export function settle(page: Page): Promise<void> {
  return page.evaluate(() => window.harness.settle());
}
