import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { signUp } from './signUp.ts';
import { noStage, type Stage, startStage } from './startStage.ts';

/** A server and a browser for the tests of a suite. */
export interface TestStage {
  /** Origin of the app. */
  readonly url: string;
  readonly browser: Browser;
  /** Someone new in a browser of their own at 1280 by 800 px, signed up: their first page in the editor. */
  readonly newcomer: (
    username: string,
    options?: BrowserContextOptions,
  ) => Promise<{ readonly context: BrowserContext; readonly page: Page }>;
}

/** Gives a suite a {@link startStage stage}, from its first hook to its end; for use within `describe`. */
export function useStage(): TestStage {
  let stage: Stage | null = null;
  const now = (): Stage => {
    if (!stage) throw new Error('the stage stands from the first hook on');
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
    newcomer: async (username, options = {}) => {
      const { browser, server } = now();
      const viewport = { width: 1280, height: 800 };
      const context = await browser.newContext({ viewport, ...options });
      const page = await context.newPage();
      await signUp(page, server.url, username);
      return { context, page };
    },
  };
}
