import type { NewBlock } from '@cobble/engine';
import { expect } from 'chai';
import { PNG } from 'pngjs';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

const at = { position: { x: 0.1, y: 0.1, width: 0.3, height: 0.3 } };
const ORANGE = [0xff, 0xb5, 0x2e];
const BLUE = [0x2b, 0x4e, 0xff];

/** 2 by 2 px, alternating between orange and blue every tenth of a second, in an endless loop. */
const ANIMATED_GIF = Buffer.from([
  ...Buffer.from('GIF89a'),
  ...[2, 0, 2, 0, 0xf0, 0, 0, ...ORANGE, 0, 0, 0],
  ...[0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0],
  ...[0x21, 0xf9, 4, 0, 10, 0, 0, 0],
  ...[0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 2, 0x84, 0x51, 0],
  ...[0x21, 0xf9, 4, 0, 10, 0, 0, 0],
  ...[0x2c, 0, 0, 0, 0, 2, 0, 2, 0, 0x80, ...BLUE, 0, 0, 0, 2, 2, 0x84, 0x51, 0],
  0x3b,
]);
/** An animated WebP with the same frames as {@link ANIMATED_GIF}. */
const ANIMATED_WEBP = Buffer.from(
  'UklGRogAAABXRUJQVlA4WAoAAAACAAAAAQAAAQAAQU5JTQYAAAD/////AABBTk1GKgAAAAAAAAAAAAEAAAEAAGQAAAJWUDhMEQAAAC8BQAAAB9Da/tel/4GI6H8AAEFOTUYqAAAAAAAAAAAAAQAAAQAAZAAAAFZQOEwRAAAALwFAAAAHUKeu9L//gYjofwAA',
  'base64',
);
const GIF: NewBlock = {
  type: 'gif',
  uuid: 'gif',
  ...at,
  content: {
    images: { default: { url: 'https://media.giphy.com/media/abc123/giphy.gif', width: 200 } },
  },
};

/** A flat image. */
function flat(width: number, ...color: readonly number[]): Buffer {
  const png = new PNG({ width, height: width });
  for (let offset = 0; offset < png.data.length; offset += 4) png.data.set([...color, 255], offset);
  return PNG.sync.write(png);
}

describe('images on the canvas', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ isFresh: true });

  /** The colour in the middle of a block. */
  const colorOf = async (uuid: string): Promise<string> => {
    const { x, y, width, height } = await canvas.page.evaluate(
      (id) => window.harness.clientBoxOf(id),
      uuid,
    );
    const clip = { x: x + width / 2, y: y + height / 2, width: 1, height: 1 };
    return PNG.sync
      .read(await canvas.page.screenshot({ clip }))
      .data.subarray(0, 3)
      .toString('hex');
  };
  const reaches = async (uuid: string, color: string): Promise<void> => {
    while ((await colorOf(uuid)) !== color) await settle(canvas.page);
  };
  const serveGif = async (): Promise<void> => {
    await canvas.page.route(/giphy/, (route) =>
      route.fulfill({
        body: ANIMATED_GIF,
        contentType: 'image/gif',
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
  };

  it('whose lookup throws, like that of posts, leave the rest of the page painted [CV15]', async () => {
    await canvas.page.route('**/assets/*', (route) =>
      route.fulfill({ body: flat(2, ...ORANGE), contentType: 'image/png' }),
    );
    const at = (x: number) => ({ x, y: 0.1, width: 0.2, height: 0.2 });
    const size = { naturalWidth: 2, naturalHeight: 2 };
    const blocks: readonly NewBlock[] = [
      { type: 'shape', uuid: 'shape', position: at(0.05), content: { shapeColor: '#2B4EFF' } },
      { type: 'image', uuid: 'image', position: at(0.3), content: { url: '/assets/a', ...size } },
      {
        type: 'channel',
        position: at(0.55),
        content: { channelFilters: { accountIds: [1], channelIds: [] } },
      },
    ];
    const reported = await canvas.page.evaluateHandle(
      (shown) => window.harness.showWithoutLookups(shown),
      blocks,
    );
    await reaches('shape', '2b4eff');
    await reaches('image', 'ffb52e');
    // The block with posts may be painted in a later frame.
    await canvas.page.waitForFunction((errors) => errors.length > 1, reported);
    const errors = await reported.jsonValue();
    expect(errors.sort()).to.eql(['Error: imageVariants', 'Error: posts']);
  });

  it('load the variant that is sharp at their size, and a sharper one when zoomed in [CV5]', async () => {
    const requested: string[] = [];
    const files: Readonly<Record<string, Buffer>> = {
      '256.webp': flat(256, ...ORANGE),
      '1024.webp': flat(1024, ...BLUE),
      'photo.png': flat(2000, 0, 0, 0),
    };
    await canvas.page.route('**/assets/*', (route) => {
      const name = route.request().url().split('/').at(-1) ?? '';
      requested.push(name);
      return route.fulfill({ body: files[name] ?? '', contentType: 'image/png' });
    });
    const image: NewBlock = {
      type: 'image',
      uuid: 'i',
      ...at,
      content: { url: '/assets/photo.png' },
    };
    const list = [256, 1024].map((width) => ({ url: `/assets/${String(width)}.webp`, width }));
    const variants = { width: 2000, height: 2000, sources: [{ type: 'image/webp', files: list }] };
    await canvas.page.evaluate(
      ([block, all]) => {
        window.harness.showImaged([block], all);
      },
      [image, { '/assets/photo.png': variants }] as const,
    );
    await reaches('i', 'ffb52e');
    expect(requested).to.deep.equal(['256.webp']);
    const box = await canvas.page.evaluate(() => window.harness.clientBoxOf('i'));
    await canvas.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await canvas.page.keyboard.down('Control');
    await canvas.page.mouse.wheel(0, -400);
    await canvas.page.keyboard.up('Control');
    await reaches('i', '2b4eff');
    expect(requested).to.deep.equal(['256.webp', '1024.webp']);
  });

  it('play in a loop if they are GIFs', async () => {
    await serveGif();
    await canvas.page.evaluate((block) => {
      window.harness.showBlocks([block]);
    }, GIF);
    for (const color of ['2b4eff', 'ffb52e', '2b4eff']) await reaches('gif', color);
  });

  it("are animated according to the file's contents, whatever its URL", async () => {
    const files: Readonly<Record<string, Buffer>> = { upload: ANIMATED_GIF, webp: ANIMATED_WEBP };
    await canvas.page.route('**/assets/*', (route) => {
      const name = route.request().url().split('/').at(-1) ?? '';
      return route.fulfill({ body: files[name] ?? '', contentType: 'application/octet-stream' });
    });
    await canvas.page.evaluate(
      (blocks) => {
        window.harness.showBlocks(blocks);
      },
      Object.keys(files).map((name, index) => ({
        ...{ type: 'image' as const, uuid: name, content: { url: `/assets/${name}` } },
        position: { ...at.position, x: 0.1 + 0.4 * index },
      })),
    );
    for (const uuid of ['upload', 'webp'])
      for (const color of ['2b4eff', 'ffb52e', '2b4eff']) await reaches(uuid, color);
  });

  /** Records when each frame of an animated image is decoded. */
  const recordFrames = (): Promise<void> =>
    canvas.page.evaluate(() => {
      const decode = Reflect.get<ImageDecoder, 'decode'>(ImageDecoder.prototype, 'decode');
      const frames: number[] = [];
      Object.assign(window, { requestedFrames: frames });
      Reflect.set(
        ImageDecoder.prototype,
        'decode',
        function (this: ImageDecoder, options?: ImageDecodeOptions) {
          frames.push(performance.now());
          return decode.call(this, options);
        },
      );
    });

  it('pause for a second after a section was moved, then continue [CV6]', async () => {
    await serveGif();
    await recordFrames();
    await canvas.page.evaluate((block) => {
      window.harness.showBlocks([block]);
      window.editor.addSection();
    }, GIF);
    for (const color of ['2b4eff', 'ffb52e']) await reaches('gif', color);
    const moved = await canvas.page.evaluate(() => {
      const now = performance.now();
      // The empty section moves above the image, which stays visible.
      const { sectionIds } = window.editor;
      const moved = window.editor.moveSection(sectionIds[1] ?? '', 'up');
      if (!moved.ok) throw new Error(`${moved.code} of ${sectionIds.join()}`);
      return now;
    });
    const next = await canvas.page.waitForFunction(
      (since) => (Reflect.get(window, 'requestedFrames') as number[]).find((each) => each > since),
      moved,
    );
    const pauseMs = Number(await next.jsonValue()) - moved;
    expect(pauseMs).to.be.at.least(999);
    for (const color of ['2b4eff', 'ffb52e']) await reaches('gif', color);
  });

  it('pause with reduced motion [CV6]', async () => {
    await serveGif();
    await canvas.page.emulateMedia({ reducedMotion: 'reduce' });
    await recordFrames();
    await canvas.page.evaluate((block) => {
      window.harness.showBlocks([block]);
    }, GIF);
    await reaches('gif', 'ffb52e');
    for (let frames = 0; frames < 10; frames += 1) await settle(canvas.page);
    expect(
      await canvas.page.evaluate(() => Reflect.get(window, 'requestedFrames') as number[]),
    ).to.deep.equal([]);
  });
});
