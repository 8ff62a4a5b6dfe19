import { type Block, builtinBlocks, findDefinition } from '@cobble/engine';
import { encodeDrawing } from '@cobble/engine/drawing';
import { expect } from 'chai';
import { paintBlock } from './paintBlock.ts';
import { plainResources, recordingTarget } from '../testing/recordingTarget.ts';

const sized = (
  type: string,
  content: object,
  widthPx: number,
  heightPx: number,
  more: Partial<Block> = {},
): Block => ({
  uuid: 'b',
  type,
  position: { x: 0, y: 0, width: widthPx / 600, height: heightPx / 600, rotationDeg: 0, zIndex: 1 },
  properties: {},
  styles: {},
  content,
  ...more,
});

function painted(block: Block, resources = plainResources()) {
  const recording = recordingTarget();
  paintBlock(recording.target, block, resources);
  return { ...recording, texts: recording.texts() };
}

const SPOTIFY = { spotifyURL: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC' };

describe('the painters', () => {
  for (const type of Object.keys(builtinBlocks))
    it(`paint a new ${type} block at any size, and restore the canvas state`, () => {
      const content = findDefinition(type)?.defaultContent(() => 0.5) ?? {};
      for (const [width, height] of [
        [18, 18],
        [400, 30],
        [60, 500],
        [548, 400],
      ] as const) {
        const { depth, calls } = painted(sized(type, content, width, height));
        expect(depth()).to.equal(0);
        for (const [name, ...values] of calls)
          for (const value of values)
            if (typeof value === 'number')
              expect(Number.isFinite(value), `${name} at ${String(width)}`).to.equal(true);
      }
    });

  it("show an embed's title and link if they fit", () => {
    expect(painted(sized('spotify', SPOTIFY, 300, 300)).texts).to.deep.equal([
      'Spotify track',
      'Listen on Spotify',
    ]);
    expect(painted(sized('spotify', SPOTIFY, 300, 56)).texts).to.deep.equal(['Spotify track']);
    expect(painted(sized('spotify', SPOTIFY, 60, 60)).texts).to.deep.equal([]);
    const named = sized('spotify', SPOTIFY, 300, 300, { altText: 'Our song' });
    expect(painted(named).texts[0]).to.equal('Our song');
  });

  it('show a notice for a channel without posts', () => {
    const content = { channelFilters: { accountIds: [7], channelIds: [] } };
    const channel = sized('channel', content, 300, 300);
    expect(painted(channel).texts).to.deep.equal(['No posts yet']);
    // Posts are not painted here: breaking their lines needs a browser, so the gallery tests them.
    const of = (createdAt: string) => [{ id: 1, caption: 'Sold out', createdAt }];
    const posts = (id: number) => (id === 7 ? of('not a date') : of('2026-05-01T08:00:00Z'));
    expect(painted(channel, plainResources({ posts })).texts).to.deep.equal(['No posts yet']);
  });

  it('request the thumbnail of a known video and show its call to action', () => {
    const requested: string[] = [];
    const resources = plainResources({
      image: (url) => {
        requested.push(url);
        return 'loading';
      },
    });
    const { texts } = painted(sized('youtube', { youtubeID: 'dQw4w9WgXcQ' }, 329, 185), resources);
    expect(requested).to.deep.equal(['https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg']);
    expect(texts).to.deep.equal(['Watch on YouTube']);
  });

  it('paint code embeds as a placeholder without text, or in safe mode a notice', () => {
    const code = sized('code-embed', { ceCode: '<script>alert(1)</script>' }, 300, 200);
    expect(painted(code).texts).to.deep.equal([]);
    expect(painted(code, plainResources({ isSafeMode: true })).texts.join(' ')).to.equal(
      'Disabled in Safe Mode',
    );
  });

  it("fill a drawing's strokes, stretched to the box", () => {
    const points = [
      { x: 10, y: 10, pressure: 0.5 },
      { x: 90, y: 40, pressure: 0.5 },
    ];
    const drawingPaths = encodeDrawing([
      { tool: 'pen', color: '#E5372C', widthPx: 7, points },
      { tool: 'highlighter', color: '#FFDE33', widthPx: 12, points },
    ]);
    const content = { drawingPaths, drawingWidth: 100, drawingHeight: 50 };
    const { calls } = painted(sized('drawing', content, 300, 150));
    expect(calls.filter(([name]) => name === 'fill')).to.have.length(2);
    expect(calls).to.deep.include(['scale', 3, 3]);
  });

  it("paint a button's text and an audio block's title", () => {
    const content = { buttonType: 'wide', color: '#111', text: 'Menu' };
    expect(painted(sized('button', content, 548, 83)).texts).to.deep.equal(['Menu']);
    const song = { url: '/assets/a.mp3', title: 'A song with quite a long title' };
    expect(painted(sized('audio', song, 420, 112)).texts).to.deep.equal([song.title]);
    const [short = ''] = painted(sized('audio', song, 160, 112)).texts;
    expect(short).to.match(/^A song.*…$/);
    expect(painted(sized('audio', song, 420, 60)).texts).to.deep.equal([]);
  });

  it('cross out an image whose upload was interrupted, so that it does not look as if it were still uploading [UL6]', () => {
    const image = sized('image', { url: '' }, 100, 100);
    const linesOf = (isInterrupted: boolean): number => {
      const resources = { ...plainResources(), isUploadInterrupted: () => isInterrupted };
      return painted(image, resources).calls.filter(([name]) => name === 'lineTo').length;
    };
    expect(linesOf(true) - linesOf(false)).to.equal(1);
  });

  it("never show another block's background image behind a placeholder", () => {
    const sizes = { width: 10, height: 10 };
    const resources = plainResources({
      image: (url) => (url === 'loaded.png' ? { source: {} as ImageBitmap, ...sizes } : 'loading'),
      lastImageUrls: new Map(),
    });
    const drawn = (uuid: string, imageUrl: string): number => {
      const styles = { background: { imageUrl } };
      const image = sized('image', { url: '' }, 100, 100, { uuid, styles });
      return painted(image, resources).calls.filter(([name]) => name === 'drawImage').length;
    };
    expect(drawn('a', 'loaded.png')).to.be.greaterThan(0);
    expect(drawn('b', 'loading.png')).to.equal(0);
  });

  it('show the name of an unknown type only where placeholders are shown', () => {
    const shown = plainResources({ showsPlaceholders: true });
    expect(painted(sized('hologram', {}, 200, 200), shown).texts).to.deep.equal(['hologram']);
    expect(painted(sized('hologram', {}, 200, 200)).texts).to.deep.equal([]);
  });
});
