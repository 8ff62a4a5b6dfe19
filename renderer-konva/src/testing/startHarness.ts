import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { launchChromium, sharedBrowser } from '../../../scripts/testing/chromium.mjs';
import { shared } from '../../../scripts/testing/sharedParts.mjs';
import { type PageKind, PagePool } from './PagePool.ts';
import { makeScriptFonts } from './scriptFonts.ts';
import { type HarnessApp, serveHarness } from './serveHarness.ts';

/** How a page is opened: its size is in px, its `scale` in device px per px. */
export interface HarnessView {
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
  readonly touch?: boolean;
  /** The browser's language, with UTC as its time zone; default: American English. */
  readonly locale?: string;
  /** How the app is opened, for one that says so in its `main.tsx`; default: ''. */
  readonly hash?: string;
  /** Whether no test has used the page before, as for tests of memory; default: false. */
  readonly isNew?: boolean;
}

/** Pages in headless Chromium that show the canvas alone or the editor. */
export interface Harness {
  /** The app's URL. */
  readonly url: string;
  /** Opens a page with the app; the page's errors are added to `errors`. */
  open(view?: HarnessView): Promise<HarnessPage>;
  /** Opens an empty page whose scripts do not run. */
  openWithoutScripts(view?: HarnessView): Promise<HarnessPage>;
  /**
   * Discards the pages that were not closed, such as those of failed tests. The server and the
   * browser end with the run.
   */
  stop(): Promise<void>;
}

/** A browser page and its errors. */
export interface HarnessPage {
  readonly page: Page;
  readonly errors: readonly string[];
  /**
   * Ends the use of the page, which a later test may open again: its document, storage, routes,
   * emulated media, and pressed buttons and modifier keys do not remain. A test that changes anything else,
   * for example through a DevTools session, closes the page's context instead, and so does one that
   * failed.
   */
  readonly close: () => Promise<void>;
}

/**
 * Starts the harness for one test file. All files of a run share its server, its browser and the
 * pages that tests have closed; an open page belongs to its file.
 *
 * @param options `app`: what its pages show; default: the canvas. `hasScripts`: whether the browser
 *   has fonts for scripts that this machine may lack
 */
export async function startHarness({
  app = 'canvas',
  hasScripts = false,
}: { readonly app?: HarnessApp; readonly hasScripts?: boolean } = {}): Promise<Harness> {
  const { url } = await shared(`${app} server`, async () => {
    const value = await serveHarness(app);
    return { value, end: value.stop };
  });
  const browser = await (hasScripts ? browserWithFonts() : sharedBrowser());
  const pool = PagePool.of(browser);
  const pages = new Set<Page>();
  const openEmpty = async (
    { width = 1280, height = 800, scale = 1, touch = false, locale, isNew = false }: HarnessView,
    javaScript: boolean,
  ): Promise<HarnessPage> => {
    const kind: PageKind = { scale, touch, locale, javaScript };
    const page = await pool.take(kind, { width, height }, isNew);
    pages.add(page);
    const errors: string[] = [];
    const onError = (error: Error) => void errors.push(String(error));
    const onMessage = (message: ConsoleMessage) => {
      if (message.type() === 'error') errors.push(message.text());
    };
    page.on('pageerror', onError).on('console', onMessage);
    return {
      page,
      errors,
      close: async () => {
        pages.delete(page);
        page.off('pageerror', onError).off('console', onMessage);
        await pool.giveBack(page, kind);
      },
    };
  };
  return {
    url,
    async open(view = {}) {
      const opened = await openEmpty(view, true);
      await opened.page.goto(view.hash ? `${url}#${view.hash}` : url);
      await opened.page.waitForFunction(() => 'harness' in window || 'store' in window);
      return opened;
    },
    openWithoutScripts: (view = {}) => openEmpty(view, false),
    async stop() {
      await Promise.all([...pages].map((page) => page.context().close()));
      pages.clear();
    },
  };
}

/** The shared browser with fonts for scripts that this machine may lack. */
function browserWithFonts(): Promise<Browser> {
  return sharedBrowser({
    name: 'browser with fonts',
    launch: async () => {
      const fonts = await makeScriptFonts();
      return { browser: await launchChromium({ env: fonts.env }), end: () => fonts.remove() };
    },
  });
}
