import type { Page } from 'playwright-core';

/** Waits until the canvas is mounted, its fonts have loaded and the current state is painted. */
export function settle(page: Page): Promise<void> {
  return page.evaluate(() => window.harness.settle());
}

/** Waits, in addition, until the images on the canvas have loaded or failed and are painted. */
export function settleImages(page: Page): Promise<void> {
  return page.evaluate(() => window.harness.imagesSettled());
}
