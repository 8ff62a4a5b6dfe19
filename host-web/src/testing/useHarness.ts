import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { signUp } from './signUp.ts';
import { type Harness, noHarness, startHarness } from './startHarness.ts';
import { withoutRooms } from './withoutRooms.ts';

/** The server and the browser that all suites share. */
export interface TestHarness {
  /** Origin of the app. */
  readonly url: string;
  readonly browser: Browser;
  /**
   * Signs up a new user in a new browser context, with their first page in the editor. The viewport
   * is 1280 by 800 px unless `options` sets another. With `hasRooms: false`, pages have no rooms.
   */
  readonly newUser: (
    username: string,
    options?: BrowserContextOptions & { readonly hasRooms?: boolean },
  ) => Promise<{ readonly context: BrowserContext; readonly page: Page }>;
}

/**
 * Gives a suite the server and the browser of the run, and closes its windows at its end; call it
 * within `describe`. Usernames must be unique among all test files.
 */
export function useHarness(): TestHarness {
  let harness: Harness | null = null;
  const started = (): Harness => {
    if (!harness) throw new Error('The harness starts in a before hook');
    return harness;
  };
  before(async function () {
    this.timeout(240_000);
    harness = await startHarness();
  });
  after(() => (harness?.stop ?? noHarness)());
  return {
    get url() {
      return started().server.url;
    },
    get browser() {
      return started().browser;
    },
    newUser: async (username, { hasRooms = true, ...options } = {}) => {
      const { browser, server } = started();
      const viewport = { width: 1280, height: 800 };
      const context = await browser.newContext({ viewport, ...options });
      if (!hasRooms) await withoutRooms(context);
      const page = await context.newPage();
      await signUp(page, server.url, username);
      return { context, page };
    },
  };
}
