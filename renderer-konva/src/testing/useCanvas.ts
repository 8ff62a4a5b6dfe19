import type { Box } from '@cobble/engine';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { CobbleCanvasProps } from '../canvas/CobbleCanvasProps.ts';
import { Hands, type Spot } from './hands.ts';
import { settle } from './settle.ts';
import { type Harness, type HarnessPage, type HarnessView, startHarness } from './startHarness.ts';

/** How a suite has its pages. */
export interface CanvasOptions extends HarnessView {
  /** Whether each test has a page of its own: for what a page keeps, such as images. */
  readonly isFresh?: boolean;
}

/** The canvas in a browser, for the tests of a suite, and what most of them ask of it. */
export interface TestCanvas {
  readonly page: Page;
  /** On the page that the suite shares. */
  readonly hands: Hands;
  /** Shows the gallery anew, on an editor of its own: nothing is left of the test before. */
  readonly showGallery: (
    props?: Partial<Pick<CobbleCanvasProps, 'advanced' | 'zoom'>>,
  ) => Promise<void>;
  readonly selection: () => Promise<string[]>;
  readonly select: (...uuids: string[]) => Promise<void>;
  /** A block's box in its window, window-width units. @throws where there is no such block */
  readonly boxOf: (uuid: string) => Promise<Box>;
  /** Where a block's turned box stands in the browser's window, px. */
  readonly clientBox: (uuid: string) => Promise<Box>;
  /** The middle of that. */
  readonly middle: (uuid: string) => Promise<Spot>;
}

/**
 * Gives a suite the canvas in a browser; to be called within `describe`. The page is opened once and
 * shared by its tests, of which each shows what it needs; what goes wrong in the page fails the test
 * that it happens in.
 */
export function useCanvasHarness({ isFresh = false, ...view }: CanvasOptions = {}): TestCanvas {
  let harness: Harness | null = null;
  let opened: (HarnessPage & { readonly hands: Hands }) | null = null;
  let known = 0;
  const now = () => {
    if (!opened) throw new Error('the page is there from the first hook on');
    return opened;
  };
  const open = async (): Promise<void> => {
    if (!harness) return;
    const shown = await harness.open(view);
    known = 0;
    opened = { ...shown, hands: await Hands.on(shown.page) };
  };

  before(async function () {
    this.timeout(120_000);
    harness = await startHarness();
    if (!isFresh) await open();
  });
  if (isFresh) beforeEach(open);
  afterEach(async () => {
    const { page, errors } = now();
    // A test that failed in the middle of a drag leaves no button down for the next one.
    await page.mouse.up();
    if (isFresh) await page.context().close();
    const more = errors.slice(known);
    known = errors.length;
    expect(more).to.deep.equal([]);
  });
  after(() => harness?.stop());

  const clientBox = (uuid: string): Promise<Box> =>
    now().page.evaluate((id) => window.harness.clientBoxOf(id), uuid);
  return {
    get page() {
      return now().page;
    },
    get hands() {
      return now().hands;
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
