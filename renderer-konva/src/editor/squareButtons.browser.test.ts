import { expect } from 'chai';
import { PNG } from 'pngjs';
import { eventually } from '../testing/eventually.ts';
import { useHarnessPage } from '../testing/useHarnessPage.ts';

describe('a square button', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'english' });

  it('has a label that does not touch its sides when it has grown, whatever the label is [E59] [B14]', async () => {
    const { page } = shown;
    for (const text of [
      'Reserve a stall for the coming season and tell us what you sell',
      'Come and taste the rye with caraway before it is gone, every Saturday from nine',
      'Neighbourhood Neighbourhoods Neighbourhood Neighbourhoods Neighbourhood',
    ]) {
      const uuid = await page.evaluate((label) => {
        const { editor } = window.store;
        const [added = ''] = editor
          .add({
            type: 'rich-button',
            position: { x: 0.3, y: 0.2, width: 0.25, height: 0.25 },
            content: { richButtonSize: 'square', richButtonText: { text: 'Go' } },
            styles: { paddingPx: 0 },
          })
          .unwrap();
        editor.update(added, { content: { richButtonText: { text: label } } });
        editor.clearSelection();
        return added;
      }, text);
      // Without the animations of the toolbar that has closed.
      await page.getByRole('toolbar', { name: 'Selection' }).waitFor({ state: 'detached' });
      // Its size changes once more when its font has loaded, and is painted after that.
      await eventually(async () => {
        const box = await page.evaluate((id) => {
          const { editor, view } = window.store;
          const inPage = editor.boxOf(id);
          const frame = document.querySelector('[data-cobble-scroller]')?.getBoundingClientRect();
          if (!inPage || !frame) return null;
          const { x, y, width, height } = view.toView(inPage);
          return { x: x + frame.x, y: y + frame.y, width, height };
        }, uuid);
        if (!box) throw new Error('Not on screen.');
        expect(box.width, 'has grown').to.be.above(151);
        expect(box.height).to.be.closeTo(box.width, 0.1);
        const { data, width, height } = PNG.sync.read(await page.screenshot({ clip: box }));
        const rows = Array.from({ length: height - 60 }, (_, y) => y + 30);
        const blues = (x: number) => rows.map((y) => data[(y * width + x) * 4 + 2] ?? 0);
        const reds = (x: number) => Math.max(...rows.map((y) => data[(y * width + x) * 4] ?? 0));
        for (const x of [3, width - 4]) {
          expect(Math.min(...blues(x)), 'the button').to.be.above(240);
          expect(reds(x), `white ink at ${String(x)} px: ${text}`).to.be.below(60);
        }
      });
      await page.evaluate(() => {
        const { editor } = window.store;
        editor.remove([...editor.blocks.keys()].filter((id) => !editor.sectionIds.includes(id)));
      });
    }
  });
});
