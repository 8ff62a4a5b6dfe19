import { expect } from 'chai';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createEditor } from '@cobble/engine';
import { CobbleCanvas, createTextMeasurers } from '../index.ts';
import { blankPage } from '../testing/harness/samplePages.ts';
import { settle } from '../testing/settle.ts';
import { useCanvas } from '../testing/useCanvas.ts';

const SHAPE = {
  type: 'shape',
  uuid: 'shape1',
  position: { x: 0.1, y: 0.1, width: 0.3, height: 0.2 },
} as const;

describe('a canvas in somebody’s application', function () {
  this.timeout(60_000);
  const canvas = useCanvas({ width: 1300, height: 600, isFresh: true });

  /** Where the only block's middle is on a canvas. */
  const middleOn = async (nth: number) => {
    const box = await canvas.page.locator('[data-cobble-scroller]').nth(nth).boundingBox();
    if (!box) throw new Error('no canvas');
    return { x: box.x + (box.width - 600) / 2 + 150, y: box.y + 120 };
  };
  const lefts = () =>
    canvas.page.evaluate(() =>
      [window.editor, window.otherEditor].map((editor) => editor.boxOf('shape1')?.x ?? null),
    );

  it('is an empty frame on a server, where nothing asks for a DOM', () => {
    expect(typeof document).to.equal('undefined');
    const editor = createEditor({ page: blankPage(), environment: createTextMeasurers() });
    const html = renderToString(createElement(CobbleCanvas, { editor, className: 'page' }));
    expect(html).to.equal(
      '<div class="page" style="position:relative;overflow:hidden;height:100%"></div>',
    );
  });

  it('keeps to its own editor beside another one', async () => {
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

  it('is shown again after it was gone, and leaves nothing behind', async () => {
    await canvas.page.evaluate(() => {
      window.harness.showGallery();
    });
    await settle(canvas.page);
    const client = await canvas.page.context().newCDPSession(canvas.page);
    const rounds = async (count: number) => {
      for (let round = 0; round < count; round += 1) {
        await canvas.page.evaluate(() => {
          window.harness.remount('shown');
        });
        await settle(canvas.page);
        await canvas.page.evaluate(() => {
          window.harness.remount('gone');
        });
        await settle(canvas.page);
      }
      await client.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
      return { nodes, jsEventListeners };
    };
    const few = await rounds(2);
    const many = await rounds(6);
    expect(many.jsEventListeners).to.equal(few.jsEventListeners);
    // The last one may be waiting for its end.
    expect(many.nodes - few.nodes).to.be.below(20);
  });

  it('works in React’s strict mode, which mounts all twice', async () => {
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
});
