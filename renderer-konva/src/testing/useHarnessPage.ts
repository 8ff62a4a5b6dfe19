import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type Harness, type HarnessPage, type HarnessView, startHarness } from './startHarness.ts';
import type { HarnessApp } from './serveHarness.ts';

/** How long opening and closing a page may take on a slow machine, ms. */
const HOOK_MS = 120_000;

/** Options of a suite's page. */
export interface PageOptions extends HarnessView {
  /** What the page shows; default: the canvas. */
  readonly app?: HarnessApp;
  /** Whether each test opens its own page, so that the app has nothing cached, such as images. */
  readonly isFresh?: boolean;
}

/**
 * Gives a suite a page with the canvas or the editor; must be called within `describe`. Unless
 * `isFresh` is set, the page is opened once and shared by the tests, each of which shows what it
 * needs. Errors in the page fail the test in which they occur.
 */
export function useHarnessPage({ app, isFresh = false, ...view }: PageOptions = {}): {
  readonly page: Page;
} {
  let harness: Harness | null = null;
  let opened: HarnessPage | null = null;
  let reported = 0;
  /** Whether all tests of the page have passed. */
  let hasPassed = true;
  const now = () => {
    if (!opened) throw new Error('the page is opened by the first hook');
    return opened;
  };
  const open = async (): Promise<void> => {
    opened = (await harness?.open(view)) ?? null;
    reported = 0;
    hasPassed = true;
  };
  /** Discards the page if one of its tests has failed; otherwise later tests may open it again. */
  const close = async (): Promise<void> => {
    if (hasPassed) await opened?.close();
    else await opened?.page.context().close();
  };

  before(async function () {
    this.timeout(HOOK_MS);
    harness = await startHarness(app === undefined ? {} : { app });
    if (!isFresh) await open();
  });
  if (isFresh)
    beforeEach(async function () {
      this.timeout(HOOK_MS);
      await open();
    });
  afterEach(async function () {
    this.timeout(HOOK_MS);
    const { page, errors } = now();
    // A test that failed during a drag must not leave a button pressed.
    await page.mouse.up();
    const more = errors.slice(reported);
    reported = errors.length;
    hasPassed &&= more.length === 0 && this.currentTest?.isPassed() === true;
    if (isFresh) await close();
    expect(more).to.deep.equal([]);
  });
  after(async function () {
    this.timeout(HOOK_MS);
    if (!isFresh) await close();
    await harness?.stop();
  });
  return {
    get page() {
      return now().page;
    },
  };
}
