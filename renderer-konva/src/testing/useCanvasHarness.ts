import type { Box } from '@cobble/engine';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { CobbleCanvasProps } from '../canvas/CobbleCanvasProps.ts';
import { InputDriver, type ClientPosition } from './InputDriver.ts';
import { settle } from './settle.ts';
import { type Harness, type HarnessPage, type HarnessView, startHarness } from './startHarness.ts';

/** Options of a suite's canvas. */
export interface CanvasOptions extends HarnessView {
  /** Whether each test opens its own page, so that the canvas has nothing cached, such as images. */
  readonly isFresh?: boolean;
}

/** The canvas in a browser, for the tests of a suite, with common helpers. */
export interface TestCanvas {
  readonly page: Page;
  /** Drives `page`. */
  readonly input: InputDriver;
  /** Shows the gallery with a new editor, so that nothing remains of the previous test. */
  readonly showGallery: (
    props?: Partial<Pick<CobbleCanvasProps, 'advanced' | 'zoom'>>,
  ) => Promise<void>;
  readonly selection: () => Promise<string[]>;
  readonly select: (...uuids: string[]) => Promise<void>;
  /** A block's box in page space. @throws when the block does not exist */
  readonly boxOf: (uuid: string) => Promise<Box>;
  /** A block's bounding box, rotation included, in client px. */
  readonly clientBox: (uuid: string) => Promise<Box>;
  /** The centre of that box. */
  readonly middle: (uuid: string) => Promise<ClientPosition>;
}

/**
 * Gives a suite the canvas in a browser; must be called within `describe`. Unless `isFresh` is set,
 * the page is opened once and shared by the tests, each of which shows what it needs. Errors in the
 * page fail the test in which they occur.
 */
export function useCanvasHarness({ isFresh = false, ...view }: CanvasOptions = {}): TestCanvas {
  let harness: Harness | null = null;
  let opened: (HarnessPage & { readonly input: InputDriver }) | null = null;
  let reported = 0;
  /** Whether all tests of the page have passed. */
  let hasPassed = true;
  const now = () => {
    if (!opened) throw new Error('the page is opened by the first hook');
    return opened;
  };
  const open = async (): Promise<void> => {
    if (!harness) return;
    const shown = await harness.open(view);
    reported = 0;
    hasPassed = true;
    opened = { ...shown, input: await InputDriver.on(shown.page) };
  };

  /** Discards the page if one of its tests has failed; otherwise later tests may open it again. */
  const close = async (): Promise<void> => {
    if (hasPassed) await opened?.close();
    else await opened?.page.context().close();
  };

  before(async function () {
    this.timeout(120_000);
    harness = await startHarness();
    if (!isFresh) await open();
  });
  if (isFresh) beforeEach(open);
  afterEach(async function () {
    const { page, errors } = now();
    // A test that failed during a drag must not leave a button pressed.
    await page.mouse.up();
    const more = errors.slice(reported);
    reported = errors.length;
    hasPassed &&= more.length === 0 && this.currentTest?.isPassed() === true;
    if (isFresh) await close();
    expect(more).to.deep.equal([]);
  });
  after(async () => {
    if (!isFresh) await close();
    await harness?.stop();
  });

  const clientBox = (uuid: string): Promise<Box> =>
    now().page.evaluate((id) => window.harness.clientBoxOf(id), uuid);
  return {
    get page() {
      return now().page;
    },
    get input() {
      return now().input;
    },
    showGallery: async (props = {}) => {
      const { page } = now();
      await page.evaluate((value) => {
        window.harness.showGallery(value);
      }, props);
      await settle(page);
    },
    selection: () => now().page.evaluate(() => [...window.editor.selection]),
    select: (...uuids) =>
      now().page.evaluate((ids) => {
        window.editor.select(ids);
      }, uuids),
    boxOf: async (uuid) => {
      const box = await now().page.evaluate((id) => window.editor.boxOf(id), uuid);
      if (!box) throw new Error(`no ${uuid}`);
      return box;
    },
    clientBox,
    middle: async (uuid) => {
      const { x, y, width, height } = await clientBox(uuid);
      return { x: x + width / 2, y: y + height / 2 };
    },
  };
}
