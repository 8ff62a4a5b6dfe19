import { expect } from 'chai';
import { useCanvas } from '../testing/useCanvas.ts';

describe('Esc in the middle of a gesture', function () {
  this.timeout(60_000);
  const canvas = useCanvas({ width: 1100, height: 760 });
  beforeEach(() => canvas.showGallery());

  const state = () =>
    canvas.page.evaluate(() => ({
      things: window.editor.page.things,
      selection: [...window.editor.selection],
      canUndo: window.editor.canUndo,
      mode: window.editor.mode.name,
      marquee: window.editor.marquee,
      guides: window.editor.guides,
    }));

  /** Where each gesture takes hold, with the shape selected, and by which name it goes. */
  const holds = async () => {
    const box = await canvas.clientBox('shape1');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const button = await canvas.clientBox('button1');
    const [first = ''] = await canvas.page.evaluate(() => window.editor.sectionIds);
    const section = await canvas.clientBox(first);
    return [
      { name: 'translating', at: { x: middle.x + 20, y: middle.y + 14 } },
      { name: 'resizing', at: { x: box.x + box.width, y: box.y + box.height } },
      { name: 'rotating', at: { x: middle.x, y: box.y + box.height + 28 } },
      { name: 'brushing', at: { x: button.x - 40, y: button.y + button.height + 10 } },
      { name: 'resizing-section', at: { x: section.x + 300, y: section.y + section.height } },
    ];
  };

  for (const nth of [0, 1, 2, 3, 4])
    it(`takes back all of it (${['drag', 'resize', 'rotation', 'marquee', 'section'][nth] ?? ''})`, async () => {
      await canvas.select('shape1');
      const before = await state();
      const { name, at } = (await holds())[nth] ?? { name: '', at: { x: 0, y: 0 } };
      await canvas.hands.drag([at, { x: at.x + 70, y: at.y - 60 }], { hold: true });
      expect((await state()).mode).to.equal(name);
      expect(await state()).not.to.deep.equal(before);
      await canvas.page.keyboard.press('Escape');
      expect(await state()).to.deep.equal(before);
      // The button is still down: what it does until it is let go means nothing.
      await canvas.page.mouse.move(at.x + 120, at.y - 90, { steps: 3 });
      await canvas.page.mouse.up();
      expect(await state()).to.deep.equal(before);
    });

  it('gives up a copy that Alt is dragging', async () => {
    await canvas.select('shape1');
    const before = await state();
    const at = (await holds())[0]?.at ?? { x: 0, y: 0 };
    await canvas.page.keyboard.down('Alt');
    await canvas.hands.drag([at, { x: at.x + 90, y: at.y + 40 }], { hold: true });
    expect(Object.keys((await state()).things)).to.have.length(
      Object.keys(before.things).length + 1,
    );
    await canvas.page.keyboard.press('Escape');
    await canvas.page.mouse.up();
    await canvas.page.keyboard.up('Alt');
    expect(await state()).to.deep.equal(before);
  });
});
