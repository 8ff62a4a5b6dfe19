import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { makeScriptFonts } from './scriptFonts.ts';
import { serveHarness } from './serveHarness.ts';
import { dropShared, shared } from './sharedParts.ts';

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

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

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
  const browser = await sharedBrowser(hasScripts);
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

/** One browser for all, or one with the fonts; a crashed browser is replaced for the next file. */
function sharedBrowser(hasScripts: boolean): Promise<Browser> {
  const name = hasScripts ? 'browser with fonts' : 'browser';
  return shared(name, async () => {
    const fonts = hasScripts ? await makeScriptFonts() : null;
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_ARGS,
      ...(fonts ? { env: { ...process.env, ...fonts.env } } : {}),
    });
    browser.once('disconnected', () => {
      dropShared(name);
    });
    const end = async (): Promise<void> => {
      await browser.close();
      await fonts?.remove();
    };
    return { value: browser, end };
  });
}
