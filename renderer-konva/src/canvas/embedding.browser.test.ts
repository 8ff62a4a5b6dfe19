import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createEditor } from '@cobble/engine';
import { CobbleCanvas, createTextMeasurers } from '../index.ts';
import { blankPage } from '../testing/harness/samplePages.ts';
import { resize } from '../testing/resize.ts';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

const SHAPE = {
  type: 'shape',
  uuid: 'shape1',
  position: { x: 0.1, y: 0.1, width: 0.3, height: 0.2 },
} as const;

describe('a canvas in a host application', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 1300, height: 600, isFresh: true });

  /** Returns the centre of the only block on the nth canvas, px in the viewport. */
  const middleOn = async (nth: number) => {
    const box = await canvas.page.locator('[data-cobble-scroller]').nth(nth).boundingBox();
    if (!box) throw new Error('no canvas');
    return { x: box.x + (box.width - 600) / 2 + 150, y: box.y + 120 };
  };
  const lefts = () =>
    canvas.page.evaluate(() =>
      [window.editor, window.otherEditor].map((editor) => editor.boxOf('shape1')?.x ?? null),
    );

  it('renders an empty frame on a server, without a DOM [CV8]', () => {
    expect(typeof document).to.equal('undefined');
    const editor = createEditor({ page: blankPage(), environment: createTextMeasurers() });
    const html = renderToString(createElement(CobbleCanvas, { editor, className: 'page' }));
    expect(html).to.equal(
      '<div class="page" style="position:relative;overflow:hidden;height:100%"></div>',
    );
  });

  it('uses its own editor next to another canvas [CV8]', async () => {
    await canvas.page.evaluate((shape) => {
      window.harness.showTwo([shape]);
    }, SHAPE);
    await settle(canvas.page);
    const [left, right] = [await middleOn(0), await middleOn(1)];
    await canvas.page.mouse.click(left.x, left.y);
    await canvas.page.mouse.click(right.x, right.y);
    await canvas.page.keyboard.press('ArrowRight');
    expect(await lefts()).to.deep.equal([0.1, 0.101667]);
    await canvas.page.mouse.click(left.x, left.y);
    await canvas.page.keyboard.press('Delete');
    expect(await lefts()).to.deep.equal([null, 0.101667]);
  });

  it('warns once that its container has no height, but not while it is hidden, because it would show nothing [CV13]', async () => {
    const warnings: string[] = [];
    const note = (message: { type: () => string; text: () => string }) => {
      if (message.text().includes('no height')) warnings.push(message.text());
    };
    canvas.page.on('console', note);
    // `settle` waits for something to be painted.
    const framesLater = () =>
      canvas.page.evaluate(async () => {
        await window.harness.rendered();
        for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
      });
    const showIn = async (style: Partial<Record<'height' | 'display', string>>) => {
      await canvas.page.evaluate((css) => {
        const root = document.getElementById('root');
        if (root) Object.assign(root.style, { height: '', display: '', ...css });
        window.harness.replaceEditor([]);
      }, style);
      await framesLater();
    };
    await showIn({ display: 'none' });
    await showIn({});
    expect(warnings).to.deep.equal([]);
    await showIn({ height: 'auto' });
    expect(warnings).to.have.length(1);
    await resize(canvas.page, { width: 1200, height: 600 });
    await framesLater();
    await resize(canvas.page, { width: 1300, height: 600 });
    expect(warnings).to.have.length(1);
    canvas.page.off('console', note);
    await showIn({});
  });

  it('shows the same part of a page when a phone is turned, a window resized or the canvas hidden meanwhile [CV14]', async () => {
    const { page } = canvas;
    await page.evaluate((shape) => {
      window.harness.showBlocks([shape], { zoom: 2 });
    }, SHAPE);
    await settle(page);
    await page.evaluate(() => {
      const scroller = document.querySelector('[data-cobble-scroller]');
      scroller?.scrollBy(40, 150);
    });
    /** The middle of the canvas's top edge, in widths and heights of the block from its corner. */
    const middle = async () => {
      await settle(page);
      return page.evaluate(() => {
        const scroller = document.querySelector('[data-cobble-scroller]');
        const { x = NaN, y = NaN, width = NaN } = scroller?.getBoundingClientRect() ?? {};
        const block = window.harness.clientBoxOf('shape1');
        return [(x + width / 2 - block.x) / block.width, (y - block.y) / block.height];
      });
    };
    const setDisplay = (display: string) =>
      page.evaluate(async (value) => {
        const root = document.getElementById('root');
        if (root) root.style.display = value;
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      }, display);
    const before = await middle();
    expect(before[1]).to.be.above(0);
    const expectSame = async (when: string) => {
      for (const [axis, value] of (await middle()).entries())
        expect(value, `${when}, axis ${String(axis)}`).to.be.closeTo(before[axis] ?? NaN, 0.01);
    };
    for (const width of [400, 1000, 1300]) {
      await resize(page, { width, height: 600 });
      await expectSame(`at ${String(width)} px`);
    }
    // Dragging the window's edge: offsets are whole pixels, whose rounding must not add up.
    for (let width = 590; width > 400; width -= 7) {
      await resize(page, { width, height: 600 });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await resize(page, { width: 1300, height: 600 });
    await expectSame('after a drag of the edge');
    await setDisplay('none');
    await resize(page, { width: 400, height: 600 });
    await setDisplay('');
    await expectSame('after it was hidden');
  });

  it('shows the same part of a page after its window was too narrow to scroll that far [CV14]', async () => {
    const { page } = canvas;
    await page.evaluate((shape) => {
      window.harness.showBlocks([shape], { zoom: 1 });
    }, SHAPE);
    await settle(page);
    const framesLater = () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      });
    const scrollTo = (top: number) =>
      page.evaluate((offset) => {
        const scroller = document.querySelector('[data-cobble-scroller]');
        if (scroller && offset >= 0) scroller.scrollTop = offset;
        return scroller?.scrollTop ?? NaN;
      }, top);
    /** The canvas follows a window that is resized in a later frame. */
    const reaches = (least: number, most: number) =>
      page.waitForFunction(
        ([from, to]) => {
          const top = document.querySelector('[data-cobble-scroller]')?.scrollTop ?? NaN;
          return top >= from && top <= to;
        },
        [least, most] as const,
      );
    const before = await scrollTo(500);
    expect(before).to.equal(500);
    // The canvas learns of it in the next frame.
    await framesLater();
    for (const [width, height] of [
      [500, 600],
      [375, 600],
      // On phones the bars of the editor make room only after that.
      [375, 700],
      [320, 700],
    ] as const) {
      await resize(page, { width, height });
      await settle(page);
    }
    await reaches(0, before / 10);
    await resize(page, { width: 1300, height: 600 });
    await reaches(before - 2, before + 2);
  });

  it('lists only its own blocks for screen readers when it gets another editor', async () => {
    const namesAfter = async (altText: string) => {
      await canvas.page.evaluate(
        (shape) => {
          window.harness.replaceEditor([shape]);
        },
        { ...SHAPE, uuid: `of-${altText}`, altText },
      );
      await settle(canvas.page);
      const { x, y } = await middleOn(0);
      await canvas.page.mouse.click(x, y);
      await canvas.page.keyboard.press('Tab');
      await canvas.page.keyboard.press('Shift+Tab');
      return canvas.page
        .locator('[role="treeitem"]')
        .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? ''));
    };
    expect((await namesAfter('First')).join()).to.include('First');
    expect((await namesAfter('Second')).join())
      .to.include('Second')
      .and.not.include('First');
  });

  it('shows blocks of a kit once it is added, and a placeholder once it is removed [CV11]', async () => {
    const { page } = canvas;
    type Look = { readonly isRed: boolean; readonly names: readonly string[] };
    const look = async (): Promise<Look> => {
      await settle(page);
      const { x, y } = await canvas.middle('bell');
      await page.evaluate(
        ([left, top]) => {
          window.harness.watchColor(left, top);
        },
        [x, y] as const,
      );
      for (let frames = 0; frames < 3; frames += 1) await settle(page);
      const color = await page.evaluate(() => window.harness.watchedColors().at(-1));
      const names = await page
        .locator('[data-block-item]:not([data-block-item-section])')
        .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? ''));
      return { isRed: color === '#ff0000', names };
    };
    /** Items are described anew when the browser is idle. */
    const looks = async (expected: Look): Promise<void> => {
      while (!isDeepStrictEqual(await look(), expected));
    };
    const configure = (isPresent: boolean) =>
      page.evaluate((present) => {
        window.harness.setBellKit(present);
      }, isPresent);
    await page.evaluate(() => {
      window.harness.showBell();
    });
    const unknown = { isRed: false, names: ['bell', 'bell'] };
    await looks(unknown);
    await configure(true);
    await looks({ isRed: true, names: ['dong', 'bell'] });
    await configure(false);
    await looks(unknown);
  });

  it("works in React's strict mode, which mounts twice [CV8]", async () => {
    await canvas.page.evaluate(() => {
      window.harness.showGallery();
      window.harness.remount('strict');
    });
    await settle(canvas.page);
    const before = await canvas.page.evaluate(() => window.editor.boxOf('shape1'));
    const box = await canvas.page.evaluate(() => window.harness.clientBoxOf('shape1'));
    await canvas.page.mouse.move(box.x + 20, box.y + 20);
    await canvas.page.mouse.down();
    await canvas.page.keyboard.down('Control');
    await canvas.page.mouse.move(box.x + 53, box.y + 41, { steps: 4 });
    await canvas.page.mouse.up();
    await canvas.page.keyboard.up('Control');
    const after = await canvas.page.evaluate(() => window.editor.boxOf('shape1'));
    expect(((after?.x ?? 0) - (before?.x ?? 0)) * 600).to.be.closeTo(33, 0.01);
    await canvas.page.keyboard.press('ArrowRight');
    await canvas.page.keyboard.press('Control+z');
    await canvas.page.keyboard.press('Control+z');
    expect(await canvas.page.evaluate(() => window.editor.boxOf('shape1'))).to.deep.equal(before);
    expect(await canvas.page.evaluate(() => window.editor.canUndo)).to.equal(true);
  });

  it('commits the text that is being typed when the host unmounts the canvas or gives it another editor [ED24]', async () => {
    const { page } = canvas;
    for (const how of ['unmount', 'replace'] as const) {
      await page.evaluate(() => {
        window.harness.showBlocks([{ type: 'text', uuid: 'text' }]);
        window.editor.startTextEditing('text');
      });
      await settle(page);
      await page.keyboard.type('Typed');
      const left = await page.evaluateHandle(() => window.editor);
      await page.evaluate((how) => {
        if (how === 'unmount') window.harness.remount('unmounted');
        else window.harness.replaceEditor([]);
      }, how);
      await settle(page);
      const state = await left.evaluate(({ mode, isInProgress, stablePage }) => ({
        mode: mode.name,
        isInProgress,
        isCommitted: JSON.stringify(stablePage.things['text']).includes('Typed'),
      }));
      expect(state, how).to.eql({ mode: 'layout', isInProgress: false, isCommitted: true });
    }
  });

  const showShapeAndText = async () => {
    await canvas.page.evaluate((shape) => {
      const position = { x: 0.5, y: 0.1, width: 0.4 };
      window.harness.showBlocks([shape, { type: 'text', uuid: 'text', position }]);
    }, SHAPE);
    await settle(canvas.page);
  };

  it("is not affected by a host's global CSS, even while text is edited", async () => {
    await showShapeAndText();
    const capture = async (isEdited: boolean) => {
      await canvas.page.evaluate((edited) => {
        if (edited) window.editor.startTextEditing('text');
        else window.editor.stopTextEditing();
        window.editor.clearSelection();
      }, isEdited);
      await settle(canvas.page);
      return canvas.page.screenshot({ caret: 'hide', animations: 'disabled' });
    };
    const before = [await capture(true), await capture(false)];
    await canvas.page.addStyleTag({
      content: `* { box-sizing: border-box; padding: 0 }
        canvas { display: block; max-width: 100%; border: 3px solid lime }
        div { position: relative }
        div div div { min-width: 10px; margin: 2px }
        p { margin: 1em; color: red; font: 30px/3 serif; text-transform: lowercase }
        [contenteditable] { padding: 10px; border: 1px solid }
        #root { margin: 0; letter-spacing: 3px; text-transform: uppercase; word-spacing: 9px }`,
    });
    const after = [await capture(true), await capture(false)];
    expect(after.map((each, index) => each.equals(before[index] ?? each))).to.deep.equal([
      true,
      true,
    ]);
  });

  it('reads pointer positions correctly in a scaled host', async () => {
    await showShapeAndText();
    await canvas.page.evaluate(() => {
      const root = document.getElementById('root');
      if (root) Object.assign(root.style, { transform: 'scale(0.5)', transformOrigin: '0 0' });
    });
    const box = await canvas.page.locator('[data-cobble-scroller]').boundingBox();
    expect(box?.width, 'half as wide').to.equal(650);
    await canvas.page.mouse.move(175 + 75, 60);
    await canvas.page.mouse.down();
    await canvas.page.keyboard.down('Control');
    await canvas.page.mouse.move(175 + 75 + 30, 60, { steps: 4 });
    await canvas.page.mouse.up();
    await canvas.page.keyboard.up('Control');
    expect((await canvas.boxOf('shape1')).x * 600).to.be.closeTo(60 + 60, 0.01);
  });

  it('works in a shadow tree, with keys and fonts [CV8]', async () => {
    await canvas.page.evaluate((shape) => {
      window.harness.showInShadow([shape]);
    }, SHAPE);
    const scroller = canvas.page.locator('[data-cobble-scroller]');
    await scroller.waitFor();
    await canvas.page.getByRole('treeitem').first().waitFor({ state: 'attached' });
    await scroller.focus();
    await canvas.page.keyboard.press('Tab');
    await canvas.page.keyboard.press('Shift+ArrowRight');
    await canvas.page.keyboard.press('Escape');
    await canvas.page.waitForFunction(
      () => document.activeElement?.shadowRoot?.activeElement?.ariaLabel === 'Section 1',
    );
    expect((await canvas.boxOf('shape1')).x * 600).to.be.closeTo(68, 0.01);
    const families = () =>
      canvas.page.evaluate(() =>
        [...document.fonts].map(({ family }) => family.replaceAll('"', '')),
      );
    expect(await families()).to.include('Inter');
  });
});

describe('a canvas in a host application, in a new browser page', function () {
  this.timeout(60_000);
  // Documents of earlier tests would be counted too.
  const canvas = useCanvasHarness({ width: 1300, height: 600, isNew: true });

  it('can be unmounted and mounted again, and leaves nothing behind', async () => {
    await canvas.page.evaluate(() => {
      window.harness.showGallery();
    });
    await settle(canvas.page);
    const client = await canvas.page.context().newCDPSession(canvas.page);
    const counters = async () => {
      await settle(canvas.page);
      await client.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
      return { nodes, jsEventListeners };
    };
    const rounds = async (count: number) => {
      for (let round = 0; round < count; round += 1) {
        await canvas.page.evaluate(() => {
          window.harness.remount('mounted');
        });
        await settle(canvas.page);
        await canvas.page.evaluate(() => {
          window.harness.remount('unmounted');
        });
        await settle(canvas.page);
      }
      // What a task has just used is released only after it.
      let last = await counters();
      for (let next = await counters(); !isDeepStrictEqual(next, last); next = await counters())
        last = next;
      return last;
    };
    const few = await rounds(2);
    const many = await rounds(6);
    expect(many.jsEventListeners).to.equal(few.jsEventListeners);
    // The last canvas may not be fully removed yet.
    expect(many.nodes - few.nodes).to.be.below(20);
  });
});
