import type { NewBlock } from '@cobble/engine';
import { expect } from 'chai';
import { PNG } from 'pngjs';
import { settle, settleImages } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

const ORANGE = '#ffb52e';
const BLUE = '#2b4eff';
const at = (x: number, y: number) => ({ position: { x, y, width: 0.4, height: 0.3 } });

function flat(color: string): Buffer {
  const png = new PNG({ width: 400, height: 300 });
  for (let offset = 0; offset < png.data.length; offset += 4)
    png.data.writeUInt32BE(Number.parseInt(`${color.slice(1)}ff`, 16), offset);
  return PNG.sync.write(png);
}

const BLOCKS: readonly NewBlock[] = [
  {
    ...{ type: 'shape', uuid: 'shape', ...at(0.05, 0.05) },
    content: { shapeType: 'rectangle', shapeColor: ORANGE },
  },
  {
    ...{ type: 'text', uuid: 'text', ...at(0.55, 0.05) },
    styles: { background: { color: ORANGE }, paddingPx: 8 },
    content: { text: { type: 'doc', content: [{ type: 'paragraph' }] }, useAutosize: false },
  },
  { type: 'image', uuid: 'image', ...at(0.05, 0.45), content: { url: '/assets/orange' } },
  {
    ...{ type: 'drawing', uuid: 'background', ...at(0.55, 0.45) },
    content: { drawingPaths: '', drawingWidth: 1, drawingHeight: 1 },
    styles: { background: { imageUrl: '/assets/orange' } },
  },
];

describe('changes on the canvas', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ isFresh: true });

  beforeEach(async () => {
    const { page } = canvas;
    await page.route('**/assets/*', async (route) => {
      const isBlue = route.request().url().includes('blue');
      // The second image loads after some frames.
      if (isBlue) for (let frames = 0; frames < 5; frames += 1) await settle(page);
      await route.fulfill({ body: flat(isBlue ? BLUE : ORANGE), contentType: 'image/png' });
    });
    await page.evaluate((blocks) => {
      window.harness.showBlocks(blocks);
    }, BLOCKS);
    for (const { uuid = '' } of BLOCKS) while ((await colorOf(uuid)) !== ORANGE) await settle(page);
  });

  const startWatching = async (uuid: string): Promise<void> => {
    const { x, y } = await canvas.middle(uuid);
    await canvas.page.evaluate(
      ([left, top]) => {
        window.harness.watchColor(left, top);
      },
      [x, y] as const,
    );
    // The colour before the action that follows is the first of them.
    await canvas.page.waitForFunction(() => window.harness.watchedColors().length > 0);
  };
  const watchedColors = (): Promise<readonly string[]> =>
    canvas.page.evaluate(() => window.harness.watchedColors());
  /** The colour that the middle of a block has on screen now. */
  const colorOf = async (uuid: string): Promise<string | undefined> => {
    await startWatching(uuid);
    await settle(canvas.page);
    return (await watchedColors()).at(-1);
  };

  /**
   * Checks the colours that the middle of a block has on screen, in order, from an action until well
   * after it has the last of them. The colour is read after each frame.
   */
  const expectColors = async (
    uuid: string,
    act: () => unknown,
    expected: readonly string[],
  ): Promise<void> => {
    const { page } = canvas;
    await startWatching(uuid);
    await act();
    await page.waitForFunction(
      (last) => window.harness.watchedColors().at(-1) === last,
      expected.at(-1),
    );
    for (let frames = 0; frames < 5; frames += 1) await settle(page);
    await settleImages(page);
    for (let frames = 0; frames < 5; frames += 1) await settle(page);
    expect(await watchedColors()).to.deep.equal(expected);
  };
  const update = (uuid: string, edit: object) => (): Promise<void> =>
    canvas.page.evaluate(
      ([id, change]) => {
        window.editor.update([id], change);
      },
      [uuid, edit] as const,
    );

  it('do not flash between two styles [CV4]', async () => {
    const shape = update('shape', { content: { shapeColor: BLUE } });
    await expectColors('shape', shape, [ORANGE, BLUE]);
    const background = update('text', { styles: { background: { color: BLUE } } });
    await expectColors('text', background, [ORANGE, BLUE]);
    const undo = () => canvas.page.evaluate(() => void window.editor.undo());
    await expectColors('text', undo, [BLUE, ORANGE]);
  });

  it("keep a block's background while its text changes", async () => {
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Bread' }] }];
    const write = update('text', { content: { text: { type: 'doc', content } } });
    await expectColors('text', write, [ORANGE]);
  });

  it('keep the previous image until the next one has loaded', async () => {
    const image = update('image', { content: { url: '/assets/blue' } });
    await expectColors('image', image, [ORANGE, BLUE]);
    const background = update('background', {
      styles: { background: { imageUrl: '/assets/blue2' } },
    });
    await expectColors('background', background, [ORANGE, BLUE]);
  });

  it('do not flash between two page backgrounds', async () => {
    const { page } = canvas;
    const background = async (): Promise<string> => {
      // No block is at the window's left edge.
      const clip = { x: 345, y: 400, width: 4, height: 4 };
      const { data } = PNG.sync.read(await page.screenshot({ clip }));
      return `#${(data.readUInt32BE(0) >>> 8).toString(16).padStart(6, '0')}`;
    };
    const shows = async (style: object): Promise<void> => {
      await page.evaluate((style) => {
        window.editor.updatePage({ style });
      }, style);
      await settle(page);
    };
    await shows({ background: { color: '#ff0000' } });
    expect(await background()).to.equal('#ff0000');
    await shows({ background: { color: '#ff0000', imageUrl: '/assets/orange' } });
    while ((await background()) !== ORANGE) await settle(page);
    // The colour below must not be seen, neither while the other image is held back nor after.
    let release = (): void => undefined;
    const untilReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/held', async (route) => {
      await untilReleased;
      await route.fulfill({ body: flat(BLUE), contentType: 'image/png' });
    });
    await shows({ background: { color: '#ff0000', imageUrl: '/assets/held' } });
    const seen = [await background()];
    await settle(page);
    seen.push(await background());
    release();
    while (seen.at(-1) === ORANGE) seen.push(await background());
    expect([...new Set(seen)]).to.deep.equal([ORANGE, BLUE]);
    await shows({ background: { color: '#00ff00' } });
    expect(await background()).to.equal('#00ff00');
  });

  it('do not flash while zooming', async () => {
    const { page } = canvas;
    const middle = await canvas.middle('shape');
    await page.mouse.move(middle.x, middle.y);
    const zoom = (deltaY: number) => async (): Promise<void> => {
      await page.keyboard.down('Control');
      for (let steps = 0; steps < 4; steps += 1) await page.mouse.wheel(0, deltaY);
      await page.keyboard.up('Control');
    };
    await expectColors('shape', zoom(-120), [ORANGE]);
    await expectColors('shape', zoom(120), [ORANGE]);
  });
});
