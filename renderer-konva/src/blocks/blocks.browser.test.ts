import type { NewBlock } from '@cobble/engine';
import { encodeDrawing } from '@cobble/engine/drawing';
import { expect } from 'chai';
import { PNG } from 'pngjs';
import { settleImages } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

const at = (column: number, row: number, width = 0.28, height = 0.24) => ({
  position: { x: 0.04 + column * 0.32, y: 0.04 + row * 0.28, width, height },
});
const YELLOW = 'data:image/png;base64,' + PNG.sync.write(onePixel(255, 200, 0)).toString('base64');

function onePixel(...color: readonly number[]): PNG {
  const image = new PNG({ width: 1, height: 1 });
  image.data.set([...color, 255]);
  return image;
}

const BLOCKS: readonly NewBlock[] = [
  {
    type: 'spotify',
    uuid: 'card',
    ...at(0, 0),
    content: { spotifyURL: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC' },
  },
  { type: 'youtube', uuid: 'screen', ...at(1, 0), content: { youtubeID: 'dQw4w9WgXcQ' } },
  {
    type: 'vimeo',
    uuid: 'dark',
    ...at(2, 0),
    content: { vimeo: { id: '76979871' } },
    altText: 'How to knead',
  },
  {
    type: 'twitter',
    uuid: 'row',
    ...at(0, 1, 0.6, 0.14),
    content: { twitterContentType: 'tweet', twitterUsername: 'jack', twitterTweetID: '20' },
  },
  { type: 'twitch', uuid: 'empty', ...at(2, 1) },
  {
    type: 'audio',
    uuid: 'audio',
    ...at(0, 2, 0.6, 0.18),
    content: { url: '/assets/a.mp3', title: 'Morning song' },
  },
  { type: 'button', uuid: 'button', ...at(2, 2, 0.28, 0.1), content: { text: 'Menu' } },
  { type: 'code-embed', uuid: 'code', ...at(0, 3), content: { ceCode: '<b>hi</b>' } },
  { type: 'channel', uuid: 'channel', ...at(1, 3) },
  {
    type: 'drawing',
    uuid: 'drawing',
    ...at(2, 3, 0.24, 0.12),
    content: {
      drawingWidth: 200,
      drawingHeight: 100,
      drawingPaths: encodeDrawing([
        {
          tool: 'pen',
          color: '#E5372C',
          widthPx: 12,
          points: [20, 100, 180].map((x, index) => ({
            x,
            y: index === 1 ? 80 : 20,
            pressure: 0.5,
          })),
        },
      ]),
    },
  },
  {
    type: 'gif',
    uuid: 'gif',
    ...at(0, 4),
    content: {
      images: {
        default: { url: 'https://media.giphy.com/media/abc123/giphy.gif', width: 200, height: 200 },
      },
    },
  },
];

describe('blocks on the canvas', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ height: 1100 });
  before(async () => {
    await canvas.page.route(/ytimg|giphy/, (route) =>
      route.fulfill({
        contentType: 'image/png',
        body: Buffer.from(YELLOW.split(',')[1] ?? '', 'base64'),
      }),
    );
  });

  /** The colours of a block on screen as hex, the most frequent first. */
  const colorsOf = async (uuid: string): Promise<string[]> => {
    const clip = await canvas.page.evaluate((id) => window.harness.clientBoxOf(id), uuid);
    const { data } = PNG.sync.read(await canvas.page.screenshot({ clip }));
    const counts = new Map<string, number>();
    for (let offset = 0; offset < data.length; offset += 4) {
      const color = data.subarray(offset, offset + 3).toString('hex');
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color);
  };
  const show = async (safeMode = false): Promise<void> => {
    await canvas.page.evaluate(
      ([blocks, isSafe]) => {
        window.harness.showBlocks(blocks, { safeMode: isSafe });
      },
      [BLOCKS as NewBlock[], safeMode] as const,
    );
    // Not the state `networkidle`, which a page reaches only once: here, maybe before its images.
    await settleImages(canvas.page);
  };

  it('are painted in their colours, with loaded images', async () => {
    await show();
    expect(await colorsOf('card')).to.include('1ed760');
    expect((await colorsOf('screen'))[0]).to.equal('ffc800');
    expect((await colorsOf('dark'))[0]).to.equal('1e1a16');
    expect(await colorsOf('row')).to.include('1da1f2');
    expect(await colorsOf('empty')).to.include.members(['efe8db', 'b9ac95']);
    expect((await colorsOf('button'))[0]).to.equal('2b4eff');
    expect(await colorsOf('drawing')).to.include('e5372c');
    expect((await colorsOf('gif'))[0]).to.equal('ffc800');
    for (const uuid of ['audio', 'channel']) expect((await colorsOf(uuid))[0]).to.equal('ffffff');
  });

  it('show a notice in place of the icon of a code embed in safe mode', async () => {
    await show();
    const plain = await colorsOf('code');
    await show(true);
    const safe = await colorsOf('code');
    expect(plain).to.include('b9ac95');
    expect(safe).not.to.include('b9ac95');
    expect(safe).to.include('efe8db');
  });
});
