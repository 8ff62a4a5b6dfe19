import type { Page } from 'playwright-core';

/**
 * Stops the timers of all toasts that a page shows from now on, so that a slow machine finds them
 * still there. A toast closes at the end of its progress bar's animation. Returns a function that lets
 * them go on.
 */
export async function holdToasts(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const listener = {
      animations: new Set<Animation>(),
      handleEvent({ target }: Event): void {
        if (!(target instanceof Element) || target.getAttribute('role') !== 'progressbar') return;
        for (const animation of target.getAnimations()) {
          animation.pause();
          this.animations.add(animation);
        }
      },
    };
    document.addEventListener('animationstart', listener);
    return listener;
  });
  return async () => {
    await held.evaluate((listener) => {
      document.removeEventListener('animationstart', listener);
      // Those of toasts that have gone would begin again.
      for (const animation of listener.animations)
        if (animation.playState === 'paused') animation.play();
    });
    await held.dispose();
  };
}

/**
 * Checks that a visible toast that is about to close restarts its timer when it is repeated.
 * Rejects if it does not. Its timer must be held.
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
