import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { launchChromium, sharedBrowser } from '../../../scripts/testing/chromium.mjs';
import { shared } from '../../../scripts/testing/sharedParts.mjs';
import { type PageKind, PagePool } from './PagePool.ts';
import { makeScriptFonts } from './scriptFonts.ts';
import { serveHarness } from './serveHarness.ts';

/** The screen of a page: size in px, device px per px, and whether it is a touchscreen. */
export interface HarnessView {
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
  readonly touch?: boolean;
  /** Whether no test has used the page before, as for tests of memory; default: false. */
  readonly isNew?: boolean;
}

/** A page in headless Chromium that only shows the canvas. */
export interface Harness {
  /** The harness's URL. */
  readonly url: string;
  /** Opens a page with the harness; the page's errors are added to `errors`. */
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
   * Ends the use of the page, which a later test may open again: its document, routes, emulated
   * media, and pressed buttons and modifier keys do not remain. A test that changes anything else,
   * for example through a DevTools session, closes the page's context instead, and so does one that
   * failed.
   */
  readonly close: () => Promise<void>;
}

/**
 * Starts the harness for one test file. All files of a run share its server, its browser and the
 * pages that tests have closed; an open page belongs to its file.
 *
 * @param options `hasScripts`: whether the browser has fonts for scripts that this machine may lack
 */
export async function startHarness({
  hasScripts = false,
}: { readonly hasScripts?: boolean } = {}): Promise<Harness> {
  const { url } = await shared('server', async () => {
    const value = await serveHarness();
    return { value, end: value.stop };
  });
  const browser = await (hasScripts ? browserWithFonts() : sharedBrowser());
  const pool = PagePool.of(browser);
  const pages = new Set<Page>();
  const openEmpty = async (
    { width = 1280, height = 800, scale = 1, touch = false, isNew = false }: HarnessView,
    javaScript: boolean,
  ): Promise<HarnessPage> => {
    const kind: PageKind = { scale, touch, javaScript };
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
      await opened.page.goto(url);
      await opened.page.waitForFunction(() => 'harness' in window);
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
