import type { Editor } from '@cobble/engine';
import type { Page } from 'playwright-core';

/** A point of the viewport, px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Drives the editor in a browser: finds blocks on screen and operates mouse and keys. */
export class EditorDriver {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Waits until a page is open on the canvas. */
  async ready(): Promise<void> {
    await this.page.locator('[data-cobble-scroller]').waitFor();
    await this.page.waitForFunction(() => (window.cobble?.editor.blocks.size ?? 0) > 0);
    await this.page.evaluate(() => document.fonts.ready.then(() => null));
  }

  /**
   * Waits until a popup or dialog that has closed has returned the focus, which it does a moment later
   * and would take from what opens meanwhile.
   */
  async focusReturned(): Promise<void> {
    await this.page.waitForFunction(
      () =>
        document.activeElement !== document.body &&
        !document.activeElement?.closest('[role="dialog"], [role="menu"]'),
    );
  }

  /** Evaluates a function with the page's editor, like a script in the console. */
  async evaluate<Result>(fn: (editor: Editor, uuid: string) => Result, uuid = ''): Promise<Result> {
    const editor = await this.page.evaluateHandle(() => {
      if (!window.cobble) throw new Error('No page is on screen');
      return window.cobble.editor;
    });
    try {
      return await editor.evaluate(fn, uuid);
    } finally {
      await editor.dispose();
    }
  }

  /** The number of blocks, sections included. */
  countBlocks(): Promise<number> {
    return this.evaluate(({ blocks }) => blocks.size);
  }

  /** The id of the only selected block. @throws {Error} unless one block is selected */
  async selectedId(): Promise<string> {
    const ids = await this.evaluate(({ selection }) => [...selection]);
    if (ids.length !== 1 || ids[0] === undefined)
      throw new Error(`${String(ids.length)} blocks are selected`);
    return ids[0];
  }

  /** A block's box on screen, px. */
  async boxOf(uuid: string): Promise<{ x: number; y: number; width: number; height: number }> {
    return this.evaluate((editor, id) => {
      const box = editor.boxOf(id);
      const scroller = document.querySelector('[data-cobble-scroller]');
      if (!box || !(scroller instanceof HTMLElement)) throw new Error(`No block ${id}`);
      const zoom = Number(scroller.dataset['zoom'] ?? '1');
      const reference = editor.fields.settings.referenceWidth;
      const unit = Math.min(reference, scroller.clientWidth) * zoom;
      const at = scroller.getBoundingClientRect();
      const left = at.x + Math.max(scroller.scrollWidth, scroller.clientWidth) / 2 - unit / 2;
      return {
        x: left - scroller.scrollLeft + box.x * unit,
        y: at.y - scroller.scrollTop + box.y * unit,
        width: box.width * unit,
        height: box.height * unit,
      };
    }, uuid);
  }

  /** The centre of a block on screen, px. */
  async centerOf(uuid: string): Promise<Point> {
    const box = await this.boxOf(uuid);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Presses, moves in steps and releases. */
  async drag(from: Point, to: Point): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up();
  }

  /** Scrolls the canvas to a distance from its top, px. */
  async scrollTo(y: number): Promise<void> {
    await this.page.locator('[data-cobble-scroller]').evaluate((scroller, top) => {
      scroller.scrollTop = top;
    }, y);
  }
}
