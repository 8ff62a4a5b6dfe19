import type { Page } from 'playwright-core';

/** Waits for fonts and two frames, so that the current state is on screen. */
export function settle(page: Page): Promise<void> {
  return page.evaluate(() => window.harness.settle());
}
