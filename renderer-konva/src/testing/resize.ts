import type { Page } from 'playwright-core';

/**
 * Resizes the window. Unlike `setViewportSize` alone, this waits until the page has the new size:
 * otherwise it may get it after a test has waited for the canvas to follow.
 */
export async function resize(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(
    ({ width, height }) => innerWidth === width && innerHeight === height,
    size,
  );
}
