import type { NewBlock } from '@cobble/engine';
import { expect } from 'chai';
import { PNG } from 'pngjs';
import { settle } from '../../testing/settle.ts';
import { useCanvasHarness } from '../../testing/useCanvasHarness.ts';

const RED = '#e5372c';
const BLUE = '#2b4eff';

describe('moving blocks on the canvas', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ isFresh: true });

  /** A page of two sections of 0.4 and 0.6 units, of which the lower one is blue. */
  const show = async (blocks: readonly NewBlock[], isClipped = false): Promise<void> => {
    await canvas.page.evaluate(
      ([added, color, overflow]) => {
        window.harness.showBlocks([]);
        const { editor } = window;
        const [upper = ''] = editor.sectionIds;
        const lower = editor.addSection();
        if (!lower.ok) throw new Error(lower.code);
        editor.resizeSection(upper, { height: 0.4 });
        editor.resizeSection(lower.value, { height: 0.6 });
        if (overflow) editor.update(upper, { styles: { overflow: 'hidden' } });
        editor.update(lower.value, { styles: { background: { color } } });
        const all = added.map((block) => ({ parentUuid: upper, ...block }));
        const result = editor.add(all, { select: false });
        if (!result.ok) throw new Error(result.code);
      },
      [blocks, BLUE, isClipped] as const,
    );
    await settle(canvas.page);
  };

  /** The colour on the screen, over everything else there. */
  const colorAt = async (x: number, y: number): Promise<string> => {
    const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 };
    const { data } = PNG.sync.read(await canvas.page.screenshot({ clip }));
    return `#${data.subarray(0, 3).toString('hex')}`;
  };

  const shape = (uuid: string, x: number, y: number, shapeColor: string): NewBlock => ({
    type: 'shape',
    uuid,
    position: { x, y, width: 0.2, height: 0.2 },
    content: { shapeType: 'rectangle', shapeColor },
  });

  it('shows a block that is dragged into a lower section with a background above that, before the drop as after it, even out of a section that clips its contents [CV16]', async () => {
    for (const isClipped of [false, true]) {
      await show([shape('dragged', 0.1, 0.1, RED)], isClipped);
      const { mouse } = canvas.page;
      const from = await canvas.middle('dragged');
      await mouse.move(from.x, from.y);
      await mouse.down();
      await mouse.move(from.x + 20, from.y + 20, { steps: 3 });
      await mouse.move(from.x + 60, from.y + 280, { steps: 6 });
      await settle(canvas.page);
      // Beside the middle, where a snap guide may be.
      const seen = async () => {
        const { x, y } = await canvas.middle('dragged');
        return [await colorAt(x + 15, y + 11), await colorAt(x + 15, y - 25)];
      };
      expect(await seen(), 'during the drag').to.eql([RED, RED]);
      await mouse.up();
      await settle(canvas.page);
      expect(await seen(), 'after the drop').to.eql([RED, RED]);
      expect(
        await canvas.page.evaluate(() => window.editor.blocks.get('dragged')?.parentUuid),
      ).to.equal(await canvas.page.evaluate(() => window.editor.sectionIds[1]));
    }
  });

  it('keeps a block below those that cover it while it is dragged in its section [CV16]', async () => {
    await show([shape('dragged', 0.1, 0.1, RED), shape('cover', 0.5, 0.1, BLUE)]);
    const { mouse } = canvas.page;
    const [from, to] = [await canvas.middle('dragged'), await canvas.middle('cover')];
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x - 40, to.y, { steps: 6 });
    await settle(canvas.page);
    expect(await colorAt(to.x - 30, to.y + 11)).to.equal(BLUE);
    await mouse.up();
  });

  it('shows nothing of a covered block while a text is edited: the page is dimmed as one layer [CV16]', async () => {
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }];
    const text: NewBlock = {
      ...{ type: 'text', uuid: 'text', position: { x: 0.1, y: 0.02, width: 0.5, height: 0.06 } },
      content: { text: { type: 'doc', content } },
    };
    const [below, cover] = [shape('below', 0.5, 0.05, RED), shape('cover', 0.5, 0.05, BLUE)];
    const colors: string[] = [];
    for (const blocks of [
      [below, text, cover],
      [text, cover],
    ]) {
      await show(blocks);
      await canvas.page.evaluate(() => window.editor.startTextEditing('text'));
      await settle(canvas.page);
      const { x, y } = await canvas.middle('cover');
      colors.push(await colorAt(x, y));
      await canvas.page.evaluate(() => {
        window.editor.stopTextEditing();
      });
    }
    expect(colors[0]).to.equal(colors[1]);
    expect(colors[0], 'dimmed').not.to.equal(BLUE);
  });
});
