import type { Page } from '@cobble/engine';
import { expect } from 'chai';
import { type Harness, startHarness } from '../startHarness.ts';
import { settle } from '../settle.ts';
import { compareBlocks, shareOf } from './compareBlocks.ts';
import { GALLERY_BACKGROUND } from './galleryPage.ts';
import { LONG_TEXT_KINDS, LONG_TEXT_OF, longTextsPage } from './longTexts.ts';
import { type ShownGallery, showGallery } from './showGallery.ts';

const BACKGROUND = Number.parseInt(GALLERY_BACKGROUND.slice(1), 16);

describe('a text that is too long for its block', function () {
  this.timeout(180_000);
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ hasScripts: true });
  });
  after(() => harness.stop());

  /** The page after the long texts were typed on the canvas. */
  const typed = async (): Promise<Page> => {
    const view = await harness.open({ width: 1280, height: 900 });
    const page = await view.page.evaluate(
      async ([shown, texts]) => {
        window.harness.showPage(shown, {}, {});
        await window.harness.settle();
        for (const [uuid, text] of texts) {
          window.editor.startTextEditing(uuid);
          // The fonts of a script are loaded once its text is laid out.
          window.editor.setEditedText(text);
          await window.harness.settle();
          window.editor.setEditedText('');
          window.editor.setEditedText(text);
          window.editor.stopTextEditing();
        }
        return window.editor.page;
      },
      [longTextsPage(false), [...LONG_TEXT_OF]] as const,
    );
    await settle(view.page);
    await view.close();
    return page;
  };

  /** Compares lines, and pixels in the areas that the blocks have on the published page. */
  const expectSame = (
    { canvas, published, onCanvas, onPage, errors }: ShownGallery,
    count: number,
  ): void => {
    expect(errors).to.deep.equal([]);
    expect(onPage).to.have.length(count);
    for (const { uuid, box, lines } of onPage) {
      expect(lines.length, uuid).to.be.above(3);
      expect(onCanvas.find((each) => each.uuid === uuid)?.lines, uuid).to.deep.equal(lines);
      const area = { x: box.x - 14, y: box.y - 14, width: box.width + 28, height: box.height + 28 };
      const blocks = [{ uuid, type: uuid, box: area }];
      expect(shareOf(compareBlocks(canvas, published, blocks, BACKGROUND)), uuid).to.be.below(0.02);
      const moved = shareOf(compareBlocks(canvas, published, blocks, BACKGROUND, 2));
      expect(moved, 'the comparison would notice a shift').to.be.above(0.02);
    }
  };

  it('makes the block grow as it is typed, to the size that the published page shows [CV1] [E59]', async () => {
    const page = await typed();
    const shown = await showGallery(harness, page);
    expectSame(shown, LONG_TEXT_OF.size);
    for (const { uuid, box } of shown.onPage) {
      const old = longTextsPage(false).things[uuid]?.position.height ?? 0;
      expect(box.height, uuid).to.be.above(old * 600 * 1.15);
      const own = shown.onCanvas.find((each) => each.uuid === uuid)?.box;
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(own?.[side], `${side} of ${uuid}`).to.be.closeTo(box[side], 0.5);
    }
  });

  for (const kind of process.env['CI'] ? LONG_TEXT_KINDS : LONG_TEXT_KINDS.slice(0, 1))
    it(`looks as published on a page stored before blocks grew, which opening does not change: ${kind} [CV1]`, async () => {
      const page = longTextsPage(true, [kind]);
      const shown = await showGallery(harness, page);
      expectSame(shown, 3);
      for (const { uuid, box } of shown.onCanvas)
        expect(box.height, uuid).to.be.closeTo(
          (page.things[uuid]?.position.height ?? 0) * 600,
          0.5,
        );
    });
});
