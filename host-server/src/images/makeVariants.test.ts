import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { HEAVY_GIF_BYTES } from '@cobble/renderer-static';
import { isMediaName, type MediaType } from '../media-store/mediaName.ts';
import { makeVariants, variantWidths, type ImageVariants } from './makeVariants.ts';
import { reencodeImage } from './reencodeImage.ts';
import { drawGif, drawMark, drawPhoto } from './testing/drawImages.ts';
import { VideoEncoder, frameTimes } from './VideoEncoder.ts';

describe('variants of a stored image', function () {
  this.timeout(300_000);
  let videoFailures: unknown[] = [];
  const encoder = new VideoEncoder();
  beforeEach(() => {
    videoFailures = [];
  });
  afterEach(() => {
    expect(videoFailures).to.deep.equal([]);
  });

  interface StoredVariants extends ImageVariants {
    readonly files: ReadonlyMap<string, Buffer>;
    file(part: string): Buffer;
  }
  const make = async (
    source: Buffer,
    type: MediaType,
    videoEncoder = encoder,
  ): Promise<StoredVariants> => {
    const files = new Map<string, Buffer>();
    const result = await makeVariants(source, type, {
      encoder: videoEncoder,
      heavyGifBytes: HEAVY_GIF_BYTES,
      reportVideoFailure: (error) => {
        videoFailures.push(error);
        return Promise.resolve();
      },
      store: (name, content) => {
        files.set(name, content);
        return Promise.resolve();
      },
    });
    const file = (part: string): Buffer => {
      const [, content] = [...files].find(([name]) => name.endsWith(part)) ?? [];
      if (content === undefined) throw new Error(`No ${part} among ${[...files.keys()].join()}`);
      return content;
    };
    return { ...result, files, file };
  };

  it('have the standard widths well below that of the image, and its own [IV1]', () => {
    expect(variantWidths(90)).to.deep.equal([90]);
    expect(variantWidths(128)).to.deep.equal([128]);
    expect(variantWidths(1300)).to.deep.equal([128, 192, 256, 384, 512, 768, 1024, 1300]);
    expect(variantWidths(1050)).to.deep.equal([128, 192, 256, 384, 512, 768, 1050]);
    expect(variantWidths(2048)).to.deep.equal([128, 192, 256, 384, 512, 768, 1024, 1536, 2048]);
  });

  it('of a photograph are AVIF and WebP in each width, with a placeholder in its average colours [IV2]', async () => {
    const photo = await (await drawPhoto(600, 400)).jpeg({ quality: 80 }).toBuffer();
    const result = await make(photo, 'jpg');
    for (const type of ['image/avif', 'image/webp']) {
      const variants = result.variants.filter((each) => each.type === type);
      expect(variants.map(({ width }) => width)).to.deep.equal([128, 192, 256, 384, 512, 600]);
    }
    for (const { name, width, height, bytes } of result.variants) {
      const content = result.file(name);
      const { width: realWidth, height: realHeight, exif, icc } = await sharp(content).metadata();
      expect([realWidth, realHeight, content.length]).to.deep.equal([width, height, bytes]);
      expect([exif, icc]).to.deep.equal([undefined, undefined]);
      expect(isMediaName(name)).to.equal(true);
    }
    expect(result.file('-384.webp').length).to.be.below(photo.length / 2);
    expect(result.isAnimated).to.equal(false);
    const placeholder = result.placeholder ?? '';
    expect(placeholder.length).to.be.below(400);
    const tiny = Buffer.from(placeholder.split(',')[1] ?? '', 'base64');
    expect((await sharp(tiny).metadata()).width).to.equal(16);
    const { channels } = await sharp(photo).stats();
    const { channels: tinyChannels } = await sharp(tiny).stats();
    expect(tinyChannels).to.have.length(channels.length);
    for (const [index, { mean }] of tinyChannels.entries())
      expect(mean, `channel ${String(index)}`).to.be.closeTo(channels[index]?.mean ?? NaN, 8);
  });

  it('have the same names when they are made again, and other names for other images', async () => {
    const photo = (sizePx: number) => drawPhoto(sizePx, 90).then((each) => each.jpeg().toBuffer());
    const source = await photo(140);
    const names = [...(await make(source, 'jpg')).files.keys()];
    expect([...(await make(source, 'jpg')).files.keys()]).to.deep.equal(names);
    const others = [...(await make(await photo(141), 'jpg')).files.keys()];
    expect(others.filter((name) => names.includes(name))).to.deep.equal([]);
  });

  it('of a transparent logo stay sharp and transparent, without a placeholder [IV2]', async () => {
    const mark = await drawMark(300).png().toBuffer();
    const result = await make(mark, 'png');
    expect(result.placeholder).to.equal(undefined);
    expect(new Set(result.variants.map(({ type }) => type))).to.deep.equal(new Set(['image/webp']));
    const { data } = await sharp(result.file('-300.webp'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { data: original } = await sharp(mark).raw().toBuffer({ resolveWithObject: true });
    const alphaOf = (bytes: Buffer) => Buffer.from(bytes.filter((_, index) => index % 4 === 3));
    expect(alphaOf(data).equals(alphaOf(original))).to.equal(true);
    const errors = [...data].map((byte, index) =>
      original[index | 3] === 255 ? Math.abs(byte - (original[index] ?? NaN)) : 0,
    );
    expect(Math.max(...new Set(errors)), 'edges keep their colours').to.be.below(16);
  });

  it('of a photograph saved as PNG are those of a photograph', async () => {
    const png = await (await drawPhoto(300, 200)).png().toBuffer();
    const result = await make(png, 'png');
    expect(result.variants.map(({ type }) => type)).to.include('image/avif');
    expect(result.file('-300.webp').length).to.be.below(png.length / 4);
  });

  it('of a tiny image are made only if they are smaller than the original', async () => {
    const dot = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#f00' } })
      .jpeg()
      .toBuffer();
    const small = await make(dot, 'jpg');
    expect(small.variants.filter(({ bytes }) => bytes >= dot.length)).to.deep.equal([]);
  });

  it('are in sRGB, even when the upload is in Display P3', async () => {
    const p3 = await sharp({
      create: { width: 20, height: 20, channels: 3, background: { r: 200, g: 100, b: 50 } },
    })
      .withIccProfile('p3', { attach: true })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const tagged = await sharp(p3).metadata();
    expect(tagged.icc).not.to.equal(undefined);
    const expected = await sharp(p3).toColourspace('srgb').raw().toBuffer();
    const file = join(tmpdir(), `cobble-p3-${String(process.pid)}.jpg`);
    await writeFile(file, p3);
    const stored = (await reencodeImage(file, false))?.content ?? Buffer.alloc(0);
    await rm(file);
    const result = await make(stored, 'jpg');
    expect((await sharp(stored).metadata()).icc).to.equal(undefined);
    for (const content of [stored, ...result.files.values()]) {
      const [r = 0, g = 0, b = 0] = await sharp(content).raw().toBuffer();
      expect(Math.abs(r - (expected[0] ?? 0))).to.be.below(6);
      expect(Math.abs(g - (expected[1] ?? 0))).to.be.below(6);
      expect(Math.abs(b - (expected[2] ?? 0))).to.be.below(10);
    }
  });

  describe('of a GIF', () => {
    it('are a video of less than half its size, and still images, when it is large [IV3]', async () => {
      const gif = await drawGif({ width: 320, height: 200, frames: 30 });
      expect(gif.length).to.be.above(100 * 1024);
      const result = await make(gif, 'gif');
      const motion = result.variants.find(({ isMotion }) => isMotion);
      expect(motion).to.deep.include({ type: 'video/mp4', width: 320, height: 200 });
      const video = result.file('-motion.mp4');
      expect(video.subarray(4, 8).toString()).to.equal('ftyp');
      expect(video.length).to.be.below(gif.length / 2);
      expect(result.isAnimated).to.equal(true);
      const still = await sharp(result.file('-192.webp'), { animated: true }).metadata();
      expect([still.width, still.pages ?? 1]).to.deep.equal([192, 1]);
      expect(result.placeholder).to.match(/^data:image\/webp/);
    });

    it('are smaller animated images when it is transparent [IV3]', async () => {
      const gif = await drawGif({ width: 320, height: 200, frames: 30, isTransparent: true });
      expect(gif.length).to.be.above(100 * 1024);
      const result = await make(gif, 'gif');
      const moving = result.file('-motion.webp');
      const metadata = await sharp(moving, { animated: true }).metadata();
      expect(metadata.pages).to.be.above(10);
      expect(metadata.hasAlpha).to.equal(true);
      expect(moving.length).to.be.below(gif.length);
      expect(result.placeholder).to.equal(undefined);
    });

    it('are animated images, not a video, when it does not loop forever [IV3]', async () => {
      const gif = await drawGif({ width: 320, height: 200, frames: 30, loop: 2 });
      const result = await make(gif, 'gif');
      expect(
        (await sharp(result.file('-motion.webp'), { animated: true }).metadata()).loop,
      ).to.equal(2);
    });

    it('are only still images when it is small [IV3]', async () => {
      const gif = await drawGif({ width: 40, height: 40, frames: 3 });
      const result = await make(gif, 'gif');
      expect(result.isAnimated).to.equal(true);
      expect(result.variants.filter(({ isMotion }) => isMotion)).to.deep.equal([]);
    });

    it('are smaller animated images when no video can be made', async () => {
      const gif = await drawGif({ width: 320, height: 200, frames: 30 });
      const broken = new VideoEncoder({ encoderPath: '/nowhere/encoder.cjs' });
      const result = await make(gif, 'gif', broken);
      expect(result.file('-motion.webp').length).to.be.below(gif.length);
      expect(videoFailures.splice(0)).to.have.length(1);
    });

    it('include no video when encoding one takes too long', async () => {
      const gif = await drawGif({ width: 320, height: 200, frames: 30 });
      const encoderWithTimeout = new VideoEncoder({ timeoutMs: 1 });
      const { files } = await make(gif, 'gif', encoderWithTimeout);
      expect(files.size).to.be.above(1);
      expect([...files.keys()].filter((name) => name.endsWith('.mp4'))).to.eql([]);
      expect(videoFailures.splice(0)).to.have.length(1);
    });

    it('are a video with a keyframe every five seconds', async () => {
      const delay = Array.from({ length: 60 }, () => 100);
      const gif = await drawGif({ width: 64, height: 48, frames: 60, delay });
      const video = await encoder.encode(gif, await sharp(gif, { animated: true }).metadata());
      expect(keyframesOf(video)).to.deep.equal([0, 50]);
    });

    it('keep the duration of each frame [IV3]', () => {
      expect(frameTimes({ pages: 3, delay: [100, 200, 100] })).to.deep.equal({
        frameRate: 10,
        frames: [0, 1, 1, 2],
      });
      // As in browsers: a frame of less than 1/50 s is shown for 1/10 s.
      expect(frameTimes({ pages: 2, delay: [0, 10] })).to.deep.equal({
        frameRate: 10,
        frames: [0, 1],
      });
      const long = frameTimes({ pages: 500, delay: Array.from({ length: 500 }, () => 65_530) });
      expect(long.frames.length).to.be.at.most(1501);
      expect(new Set(long.frames).size).to.equal(500);
    });
  });
});

/** The positions of an MP4's keyframes: `mdat` is a list of H.264 units, each after its length. */
function keyframesOf(video: Buffer): readonly number[] {
  const start = video.indexOf('mdat') + 4;
  const end = start - 8 + video.readUInt32BE(start - 8);
  const types: number[] = [];
  for (let at = start; at < end; at += 4 + video.readUInt32BE(at))
    types.push(video.readUInt8(at + 4) & 31);
  const frames = types.filter((type) => type === 1 || type === 5);
  return frames.flatMap((type, index) => (type === 5 ? [index] : []));
}
