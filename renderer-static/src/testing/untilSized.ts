/// <reference lib="dom" />
import type { Page as BrowserPage } from 'playwright-core';

/**
 * Waits until the page has the width of its window, which a new process of the browser may get late.
 * What depends on the width could otherwise still be measured at another one.
 */
export async function untilSized(screen: BrowserPage): Promise<void> {
  const width = screen.viewportSize()?.width;
  // From here, because pages without scripts cannot wait themselves.
  while ((await screen.evaluate(() => innerWidth)) !== width);
}
