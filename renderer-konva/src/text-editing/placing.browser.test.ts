import type { BlockPatch } from '@cobble/engine';
import { expect } from 'chai';
import { PNG } from 'pngjs';
import { differingShare } from '../testing/images.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';
import { resize } from '../testing/resize.ts';
import { settle } from '../testing/settle.ts';

/** Settings of a view and a block that could displace the edited text. */
interface Scene {
  readonly zoom?: number;
  readonly rotationDeg?: number;
  readonly styles?: NonNullable<BlockPatch['styles']>;
  /** How far the page is scrolled down first, px. */
  readonly scrolled?: number;
  readonly isGrouped?: boolean;
  readonly width?: number;
  readonly blocks?: readonly string[];
  /** Shows one text only, because painting the whole gallery at a high zoom is slow. */
  readonly isAlone?: boolean;
}

/** Scenes that are only tested where tests may take longer. */
const MORE_SCENES: Readonly<Record<string, Scene>> = {
  'at 10%': { zoom: 0.1, blocks: ['text1', 'text2', 'button1', 'note1'] },
  'at 50%': { zoom: 0.5 },
  'at 300%': { zoom: 3, isAlone: true, blocks: ['text1'] },
  'when upside down': { rotationDeg: 180 },
  'when rotated by 90° at 200%': { rotationDeg: 90, zoom: 2 },
  'when rotated slightly': { rotationDeg: 1.5, blocks: ['text2', 'button1'] },
  'with padding and a thick border': {
    styles: { paddingPx: 17, border: { widthPx: 9, style: 'dashed', color: '#1E1A16' } },
  },
};

/** All scenes where tests may take longer. */
const SCENES: Readonly<Record<string, Scene>> = {
  ...(process.env['CI'] ? MORE_SCENES : {}),
  'at 800%': { zoom: 8, isAlone: true, blocks: ['text1'] },
  'with a flip, which does not mirror text': { styles: { flip: { x: true, y: true } } },
  'with zoom, rotation, padding and border': {
    zoom: 1.5,
    rotationDeg: -33,
    styles: {
      paddingPx: 11,
      border: { widthPx: 3, style: 'solid', color: '#1E1A16' },
      opacity: 0.6,
    },
  },
  'on a scrolled page': { scrolled: 137 },
  'in a group': { isGrouped: true, rotationDeg: 12 },
  'on a phone': { width: 375, blocks: ['text1', 'text2', 'button1', 'note1'] },
};

/** The scenes share one browser page; each shows its blocks in a new editor. */
describe('edited text', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 1100, height: 900 });
  before(async () => {
    await canvas.page.addStyleTag({ content: '.ProseMirror{caret-color:transparent}' });
  });

  async function show({
    zoom = 1,
    scrolled = 0,
    width = 1100,
    isAlone = false,
  }: Scene): Promise<void> {
    await resize(canvas.page, { width, height: 900 });
    await canvas.page.evaluate(
      ([value, alone]) => {
        const position = { x: 0.1, y: 0.1, width: 0.6, rotationDeg: 0 };
        if (alone)
          window.harness.showBlocks([{ type: 'text', uuid: 'text1', position }], { zoom: value });
        else window.harness.showGallery({ zoom: value });
      },
      [zoom, isAlone] as const,
    );
    await settle(canvas.page);
    if (scrolled > 0) {
      await canvas.page.locator('[data-cobble-scroller]').evaluate((scroller, by) => {
        scroller.scrollTop = by;
      }, scrolled);
      await settle(canvas.page);
    }
  }

  const scroll = () =>
    canvas.page
      .locator('[data-cobble-scroller]')
      .evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);

  /** Distance from the centre of the text overlay to the block's centre on the canvas, px. */
  const distance = (uuid: string) =>
    canvas.page.evaluate((id) => {
      const overlay = document.querySelector('[data-cobble-text]');
      const box = window.editor.boxOf(id);
      const scroller = document.querySelector('[data-cobble-scroller]');
      const spacer = scroller?.firstElementChild;
      if (!overlay || !box || !scroller || !spacer) return null;
      const spacerBox = spacer.getBoundingClientRect();
      const reference = window.editor.fields.settings.referenceWidth;
      const zoom = Number(scroller.getAttribute('data-zoom'));
      const unit = Math.min(scroller.clientWidth, reference) * zoom;
      const left = spacerBox.left + Math.round((spacerBox.width - unit) / 2);
      const at = overlay.getBoundingClientRect();
      return Math.hypot(
        at.left + at.width / 2 - left - (box.x + box.width / 2) * unit,
        at.top + at.height / 2 - spacerBox.top - (box.y + box.height / 2) * unit,
      );
    }, uuid);

  for (const [name, scene] of Object.entries(SCENES))
    it(`matches the painted text ${name}, and nothing scrolls [TX1]`, async () => {
      await show(scene);
      for (const uuid of scene.blocks ?? ['text1', 'note1']) {
        await canvas.page.evaluate(
          ([id, rotationDeg, styles, isGrouped]) => {
            const done = window.editor.update(id, { position: { rotationDeg }, styles });
            if (!done.ok) throw new Error(JSON.stringify(done));
            if (isGrouped) {
              window.editor.select([id, 'text2']);
              window.editor.group();
            }
            window.editor.select([]);
          },
          [uuid, scene.rotationDeg ?? 0, scene.styles ?? {}, scene.isGrouped === true] as const,
        );
        const before = await scroll();
        await canvas.page.evaluate((id) => window.editor.startTextEditing(id), uuid);
        await canvas.page.waitForFunction(() => window.harness.session() !== null);
        const boxes = await canvas.page.evaluate(() => window.harness.compareEdited());
        expect(boxes?.worstX, `${uuid} lines across`).to.be.below(0.5);
        expect(boxes?.worstY, `${uuid} lines down`).to.be.below(0.5);
        expect(await distance(uuid), `${uuid} from its block`).to.be.below(0.6);
        await canvas.page.keyboard.press('Escape');
        await canvas.page.waitForFunction(() => window.harness.session() === null);
        expect(await scroll(), `${uuid} scrolled`).to.deep.equal(before);
        if (scene.isGrouped)
          await canvas.page.evaluate((id) => {
            window.editor.select([window.editor.blocks.get(id)?.parentUuid ?? '']);
            window.editor.ungroup();
          }, uuid);
      }
    });

  it('is as sharp as painted text while rotated', async () => {
    await show({ isAlone: true });
    await canvas.page.evaluate(() => {
      window.editor.update('text1', { position: { y: 0.4, rotationDeg: 20 } });
    });
    const clip = await canvas.clientBox('text1');
    const image = async (): Promise<PNG> => {
      await settle(canvas.page);
      return PNG.sync.read(await canvas.page.screenshot({ clip }));
    };
    const before = await image();
    await canvas.page.evaluate(() => window.editor.startTextEditing('text1'));
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
    await canvas.page.keyboard.press('ArrowRight');
    await canvas.page.waitForFunction(() => getSelection()?.isCollapsed);
    // If the overlay had its own layer, Chromium would rotate an image of the text, and 45% would
    // differ.
    expect(differingShare(before, await image())).to.be.below(0.06);
    await canvas.page.keyboard.press('Escape');
  });

  it('looks the same after editing as before when zoomed, rotated, padded and bordered', async () => {
    await show({ zoom: 1.5 });
    await canvas.page.evaluate(() => {
      window.editor.update('text1', {
        position: { rotationDeg: 20 },
        styles: { paddingPx: 12, border: { widthPx: 4, style: 'solid', color: '#1E1A16' } },
      });
      window.editor.select([]);
    });
    await canvas.page.mouse.move(1090, 890);
    const image = async (): Promise<PNG> => {
      await settle(canvas.page);
      const clip = await canvas.page.evaluate(() => window.harness.clientBoxOf('text1'));
      return PNG.sync.read(await canvas.page.screenshot({ clip }));
    };
    const before = await image();
    await canvas.page.evaluate(() => window.editor.startTextEditing('text1'));
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
    await canvas.page.keyboard.press('ArrowRight');
    await canvas.page.keyboard.press('Escape');
    await canvas.page.evaluate(() => {
      window.editor.select([]);
    });
    expect(differingShare(before, await image())).to.equal(0);
  });
});
