import type { Page } from 'playwright-core';

/** Waits until fonts have loaded and the current state is painted. */
export function settle(page: Page): Promise<void> {
  return page.evaluate(() => window.harness.settle());
}
