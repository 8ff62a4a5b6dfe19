import type { Editor } from '@cobble/engine';
import type { Page } from 'playwright-core';

/** A point of the viewport, px. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The editor as a person sees it: where things stand on the screen, worked by mouse and keys. */
export class EditorOnScreen {
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

  /** Asks the editor on screen, as a script in the console would. */
  async ask<Answer>(
    question: (editor: Editor, uuid: string) => Answer,
    uuid = '',
  ): Promise<Answer> {
    const editor = await this.page.evaluateHandle(() => {
      if (!window.cobble) throw new Error('No page is on screen');
      return window.cobble.editor;
    });
    try {
      return await editor.evaluate(question, uuid);
    } finally {
      await editor.dispose();
    }
  }

  /** How many blocks there are, sections included. */
  countBlocks(): Promise<number> {
    return this.ask(({ blocks }) => blocks.size);
  }

  /** The id of the only selected block. */
  async selectedId(): Promise<string> {
    const ids = await this.ask(({ selection }) => [...selection]);
    if (ids.length !== 1 || ids[0] === undefined)
      throw new Error(`${String(ids.length)} blocks are selected`);
    return ids[0];
  }

  /** A block's box on the screen, px. */
  async boxOf(uuid: string): Promise<{ x: number; y: number; width: number; height: number }> {
    return this.ask((editor, id) => {
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

  /** The middle of a block on the screen. */
  async middleOf(uuid: string): Promise<Spot> {
    const box = await this.boxOf(uuid);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Presses, moves in steps and lets go. */
  async drag(from: Spot, to: Spot): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up();
  }

  /** Scrolls so that a section's top is at the top of the screen. */
  async scrollTo(y: number): Promise<void> {
    await this.page.locator('[data-cobble-scroller]').evaluate((scroller, top) => {
      scroller.scrollTop = top;
    }, y);
  }
}
