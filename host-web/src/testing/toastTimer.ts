import type { Page } from 'playwright-core';

/**
 * Checks that a visible toast that is about to close restarts its timer when it is repeated.
 * Rejects if it does not. A toast closes at the end of its progress bar's animation.
 */
export async function repeatToast(page: Page, repeat: () => Promise<unknown>): Promise<void> {
  await page
    .locator('[role="progressbar"]')
    .last()
    .evaluate((bar) => {
      for (const animation of bar.getAnimations()) {
        animation.pause();
        animation.currentTime = 1500;
      }
    });
  await repeat();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role="progressbar"]')].some((bar) =>
      bar.getAnimations().some(({ currentTime }) => Number(currentTime) < 1500),
    ),
  );
}
