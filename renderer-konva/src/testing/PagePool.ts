import type { Browser, Page } from 'playwright-core';

/** What cannot be changed about a browser page once it is open. */
export interface PageKind {
  /** Device px per px. */
  readonly scale: number;
  readonly touch: boolean;
  /** The language, with UTC as the time zone; undefined: the browser's own. */
  readonly locale: string | undefined;
  readonly javaScript: boolean;
}

const pools = new WeakMap<Browser, PagePool>();

/**
 * The pages of a browser that tests have closed, which later tests open again. A new page costs
 * another half second of processor time, most of it for its context and its process, and the rest
 * because a new context has no cached or compiled scripts.
 */
export class PagePool {
  readonly #browser: Browser;
  readonly #idle = new Map<string, Set<Page>>();

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The pool of a browser, for all test files of the run. */
  static of(browser: Browser): PagePool {
    const pool = pools.get(browser) ?? new PagePool(browser);
    pools.set(browser, pool);
    return pool;
  }

  /**
   * Returns an empty page that no test is using: the one closed last, or else a new one.
   *
   * @param isNew whether no other test may have used it
   */
  async take(
    kind: PageKind,
    viewport: { readonly width: number; readonly height: number },
    isNew = false,
  ): Promise<Page> {
    const idle = this.#idleOf(kind);
    const used = isNew ? undefined : [...idle].at(-1);
    if (used) {
      idle.delete(used);
      await used.setViewportSize(viewport);
      return used;
    }
    const context = await this.#browser.newContext({
      viewport,
      deviceScaleFactor: kind.scale,
      hasTouch: kind.touch,
      javaScriptEnabled: kind.javaScript,
      ...(kind.locale !== undefined && { locale: kind.locale, timezoneId: 'UTC' }),
    });
    const page = await context.newPage();
    page.once('close', () => idle.delete(page));
    return page;
  }

  /** Empties a page and keeps it for a later test, or closes it if that fails. */
  async giveBack(page: Page, kind: PageKind): Promise<void> {
    try {
      await empty(page);
    } catch {
      await page.context().close();
      return;
    }
    if (!page.isClosed()) this.#idleOf(kind).add(page);
  }

  #idleOf(kind: PageKind): Set<Page> {
    const name = JSON.stringify([kind.scale, kind.touch, kind.locale, kind.javaScript]);
    const idle = this.#idle.get(name) ?? new Set();
    this.#idle.set(name, idle);
    return idle;
  }
}

/** Gives a page the state of a new one, except for its size and cached files. */
async function empty(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => {
    if (location.protocol !== 'about:') sessionStorage.clear();
  });
  await page.goto('about:blank');
  // Afterwards, because the editor also stores its page when it is left.
  await page.context().setStorageState({ cookies: [], origins: [] });
  const { mouse, keyboard } = page;
  for (const button of ['left', 'middle', 'right'] as const) await mouse.up({ button });
  for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await keyboard.up(key);
  // Otherwise the next page would show what is below the mouse as hovered.
  await mouse.move(-1, -1);
  await page.emulateMedia({
    media: null,
    colorScheme: 'light',
    reducedMotion: 'no-preference',
    forcedColors: 'none',
    contrast: 'no-preference',
  });
}
