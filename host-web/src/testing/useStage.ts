import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { signUp } from './signUp.ts';
import { noStage, type Stage, startStage } from './startStage.ts';

/** A server and a browser for the tests of a suite. */
export interface TestStage {
  /** Origin of the app. */
  readonly url: string;
  readonly browser: Browser;
  /**
   * Signs up a new user in a new browser context of 1280 by 800 px, with their first page in the
   * editor.
   */
  readonly newUser: (
    username: string,
    options?: BrowserContextOptions,
  ) => Promise<{ readonly context: BrowserContext; readonly page: Page }>;
}

/**
 * Starts a server and a browser before a suite and stops them after it; call it within `describe`.
 */
export function useStage(): TestStage {
  let stage: Stage | null = null;
  const now = (): Stage => {
    if (!stage) throw new Error('The stage starts in a before hook');
    return stage;
  };
  before(async function () {
    this.timeout(240_000);
    stage = await startStage();
  });
  after(() => (stage?.stop ?? noStage)());
  return {
    get url() {
      return now().server.url;
    },
    get browser() {
      return now().browser;
    },
    newUser: async (username, options = {}) => {
      const { browser, server } = now();
      const viewport = { width: 1280, height: 800 };
      const context = await browser.newContext({ viewport, ...options });
      const page = await context.newPage();
      await signUp(page, server.url, username);
      return { context, page };
    },
  };
}
