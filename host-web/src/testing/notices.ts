import type { BrowserContext, Page } from 'playwright-core';

/** Added to the window of a page that notes its notices. */
interface Noting {
  readonly shownNotices?: string[];
}

/**
 * Lets the pages of a context note the notices (toasts) that they show, for {@link noticed}. Call it
 * before they open.
 */
export async function noteNotices(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shownNotices: shown });
    new MutationObserver((records) => {
      for (const added of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(added instanceof Element)) continue;
        // A notice that is repeated while it is visible gets another progress bar.
        const around = added.closest('.Toastify__toast');
        const notices = around ? [around] : added.querySelectorAll('.Toastify__toast');
        for (const notice of notices) shown.push(notice.textContent);
      }
    }).observe(document, { subtree: true, childList: true });
  });
}

/**
 * Waits until a page has shown a notice with a text. It may have gone already: a notice is visible for
 * two seconds, which is less than a busy machine may take to look. If the page does not note its
 * notices, the notice must be visible.
 */
export async function noticed(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { shownNotices: shown = [] } = window as Noting;
    const at = shown.findIndex((notice) => notice.includes(wanted));
    // The next call is about a later one.
    shown.splice(0, at + 1);
    const visible = [...document.querySelectorAll('.Toastify__toast')];
    return at >= 0 || visible.some(({ textContent }) => textContent.includes(wanted));
  }, text);
}
