import { expect } from 'chai';
import { PNG } from 'pngjs';
import { differingShare } from '../../testing/images.ts';
import { useCanvasHarness } from '../../testing/useCanvasHarness.ts';
import { settle, settleImages } from '../../testing/settle.ts';

const NOTE = { stickyNoteColor: '#FFE27A', stickyNoteText: { text: '', size: 22 } };

describe('a sticky note', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness();
  beforeEach(async () => {
    await canvas.page.evaluate(() => {
      window.harness.showBlank();
    });
  });

  const shown = async (content: Readonly<Record<string, unknown>>): Promise<PNG> => {
    await canvas.page.evaluate((value) => {
      if (window.editor.mode.name === 'inline-text-editing') window.editor.stopTextEditing();
      if (window.editor.blocks.has('n')) window.editor.remove(['n']);
      window.editor.add(
        {
          type: 'sticky-note',
          uuid: 'n',
          position: { x: 0.3, y: 0.1, width: 0.3, height: 0.3 },
          content: value,
        },
        { select: false },
      );
    }, content);
    return image();
  };
  const image = async (): Promise<PNG> => {
    await canvas.page.mouse.move(1270, 790);
    await settleImages(canvas.page);
    const clip = await canvas.page.evaluate(() => window.harness.clientBoxOf('n'));
    return PNG.sync.read(await canvas.page.screenshot({ clip }));
  };
  /** How dark the darkest pixel of the text in an image is, 0 to 255. */
  const inkOf = ({ data, width, height }: PNG): number => {
    let darkest = 255;
    // Without the edges, where the paper is shaded.
    for (let y = 12; y < height * 0.6; y += 1)
      for (let x = 8; x < width - 8; x += 1)
        darkest = Math.min(darkest, data[(y * width + x) * 4] ?? 255);
    return 255 - darkest;
  };

  it('shows a placeholder while it is empty, in the same position while it is edited', async () => {
    const idle = await shown(NOTE);
    const withText = await shown({ ...NOTE, stickyNoteText: { text: 'Type here...', size: 22 } });
    expect(inkOf(idle)).to.be.within(60, inkOf(withText) * 0.75);
    const empty = await shown(NOTE);
    await canvas.page.evaluate(() => window.editor.startTextEditing('n'));
    await canvas.page.addStyleTag({ content: '.ProseMirror{caret-color:transparent}' });
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
    expect(differingShare(empty, await image())).to.be.below(0.05);
    await canvas.page.keyboard.type('x');
    await canvas.page.keyboard.press('Escape');
    const written = await shown({ ...NOTE, stickyNoteText: { text: 'x', size: 22 } });
    expect(inkOf(written)).to.be.above(150);
  });

  it('has a shade, and a shadow that can be removed', async () => {
    const { data, width, height } = await shown(NOTE);
    const red = (x: number, y: number): number => data[(y * width + x) * 4] ?? 0;
    expect(red(width >> 1, height - 3)).to.be.below(red(width >> 1, height >> 1) - 8);
    const below = async (): Promise<number> => {
      const clip = await canvas.page.evaluate(() => window.harness.clientBoxOf('n'));
      const at = { x: clip.x + 80, y: clip.y + clip.height + 3, width: 1, height: 1 };
      return PNG.sync.read(await canvas.page.screenshot({ clip: at })).data[0] ?? 0;
    };
    expect(await below()).to.be.below(245);
    await canvas.page.evaluate(() =>
      window.editor.update('n', { styles: { boxShadow: undefined } }),
    );
    await settle(canvas.page);
    expect(await below()).to.be.above(250);
  });

  it('shows its image at the top', async () => {
    await canvas.page.route('**/assets/blue.png', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><rect width="40" height="10" fill="blue"/></svg>',
      }),
    );
    const { data, width } = await shown({
      ...NOTE,
      stickyNoteTitle: 'To do',
      stickyNoteImageUrl: '/assets/blue.png',
      stickyNoteText: { text: 'Milk', size: 22 },
    });
    expect([...data.subarray((20 * width + 90) * 4, (20 * width + 90) * 4 + 3)]).to.eql([
      0, 0, 255,
    ]);
  });
});
