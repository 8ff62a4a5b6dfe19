import type { Box } from '@cobble/engine';
import type { Page } from 'playwright-core';
import type { CobbleCanvasProps } from '../canvas/CobbleCanvasProps.ts';
import { InputDriver, type ClientPosition } from './InputDriver.ts';
import { settle } from './settle.ts';
import { type PageOptions, useHarnessPage } from './useHarnessPage.ts';

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

/** Gives a suite the canvas in a browser, as {@link useHarnessPage} does. */
export function useCanvasHarness(options: Omit<PageOptions, 'app'> = {}): TestCanvas {
  const opened = useHarnessPage(options);
  let input: InputDriver | null = null;
  (options.isFresh ? beforeEach : before)(async () => {
    input = await InputDriver.on(opened.page);
  });

  const clientBox = (uuid: string): Promise<Box> =>
    opened.page.evaluate((id) => window.harness.clientBoxOf(id), uuid);
  return {
    get page() {
      return opened.page;
    },
    get input() {
      if (!input) throw new Error('the page is opened by the first hook');
      return input;
    },
    showGallery: async (props = {}) => {
      const { page } = opened;
      await page.evaluate((value) => {
        window.harness.showGallery(value);
      }, props);
      await settle(page);
    },
    selection: () => opened.page.evaluate(() => [...window.editor.selection]),
    select: (...uuids) =>
      opened.page.evaluate((ids) => {
        window.editor.select(ids);
      }, uuids),
    boxOf: async (uuid) => {
      const box = await opened.page.evaluate((id) => window.editor.boxOf(id), uuid);
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
