import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, sharedBrowser } from '../../../scripts/testing/chromium.mjs';
import { shared } from '../../../scripts/testing/sharedParts.mjs';
import { makeScriptFonts } from './scriptFonts.ts';
import { serveHarness } from './serveHarness.ts';

/** The screen of a page: size in px, device px per px, and whether it is a touchscreen. */
export interface HarnessView {
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
  readonly touch?: boolean;
}

/** A page in headless Chromium that only shows the canvas. */
export interface Harness {
  readonly browser: Browser;
  /** The harness's URL. */
  readonly url: string;
  /** Opens a new page with the harness; the page's errors are added to `errors`. */
  open(view?: HarnessView): Promise<HarnessPage>;
  /** Closes the pages that it has opened. The server and the browser end with the run. */
  stop(): Promise<void>;
}

/** A browser page and its errors. */
export interface HarnessPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

/**
 * Starts the harness for one test file. All files of a run share its server and browser; pages
 * belong to the file.
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
  const contexts = new Set<BrowserContext>();
  return {
    browser,
    url,
    async open({ width = 1280, height = 800, scale = 1, touch = false } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        hasTouch: touch,
      });
      contexts.add(context);
      context.once('close', () => contexts.delete(context));
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(url);
      await page.waitForFunction(() => 'harness' in window);
      return { page, errors };
    },
    async stop() {
      await Promise.all([...contexts].map((context) => context.close()));
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
