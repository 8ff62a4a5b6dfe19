import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { ApiError } from '../shared/ApiError.ts';
import { widePng } from '../testing/hostile/bombs.ts';
import { reencodeImage } from './reencodeImage.ts';

/** A grey progressive JPEG of one block, which each scan refines by one bit of a coefficient. */
function jpegOfScans(count: number): Buffer {
  const segment = (marker: number, bytes: readonly number[]): Buffer =>
    Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff, ...bytes]);
  // Two codes of one and two bits each.
  const codes = (kind: number, symbols: readonly number[]): Buffer =>
    segment(0xc4, [kind, 1, 1, ...Array.from({ length: 14 }, () => 0), ...symbols]);
  const scan = (...range: readonly number[]): Buffer =>
    Buffer.concat([segment(0xda, [1, 1, 0, ...range]), Buffer.from([0b0111_1111])]);
  const scans = [scan(0, 0, 0)];
  for (let bit = 9; bit >= 0; bit -= 1)
    for (let at = 1; at < 64 && scans.length < count; at += 1)
      scans.push(scan(at, at, bit === 9 ? 9 : ((bit + 1) << 4) | bit));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]),
    ...[codes(0x00, [0, 1]), codes(0x10, [0x00, 0xe0])],
    ...scans,
    Buffer.from([0xff, 0xd9]),
  ]);
}

describe('re-encoding an image', function () {
  this.timeout(60_000);
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cobble-reencoding-'));
  });
  after(() => rm(folder, { recursive: true }));
  const fileOf = async (content: Buffer): Promise<string> => {
    const path = join(folder, 'image');
    await writeFile(path, content);
    return path;
  };
  /** Pixels that differ from their neighbours, so that each rotation and reflection shows. */
  const pixels = Buffer.from(
    Array.from({ length: 90 * 60 * 3 }, (_, index) => (index * 7919) % 251),
  );

  it('turns an image of each EXIF orientation upright [UP2]', async () => {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const png = await sharp(pixels, { raw: { width: 90, height: 60, channels: 3 } })
        .withMetadata({ orientation })
        .png()
        .toBuffer();
      const expected = await sharp(png).autoOrient().raw().toBuffer({ resolveWithObject: true });
      const stored = await reencodeImage(await fileOf(png), false);
      const name = `orientation ${String(orientation)}`;
      const { width, height } = expected.info;
      expect(stored, name).to.include({ type: 'png', width, height });
      expect(await sharp(stored?.content).raw().toBuffer(), name).to.deep.equal(expected.data);
    }
  });

  it('does not decode an image that takes more than 64 MB unless it is alone [UP8]', async () => {
    const blank = (width: number) =>
      sharp({ create: { width, height: 4000, channels: 4, background: '#2B4EFF' } });
    const interlaced = (width: number): Promise<Buffer> =>
      blank(width).png({ progressive: true, compressionLevel: 1 }).toBuffer();
    const large = await fileOf(await interlaced(4100));
    expect(await reencodeImage(large, false)).to.equal(null);
    expect(await reencodeImage(large, true)).to.include({ type: 'png', width: 2048 });
    expect(await reencodeImage(await fileOf(await interlaced(3900)), false)).not.to.equal(null);
    const gif = await fileOf(await blank(4100).gif({ effort: 1 }).toBuffer());
    expect(await reencodeImage(gif, false), 'a GIF').to.equal(null);
  });

  it('refuses a JPEG with hundreds of scans, of which a megabyte takes seconds to decode [UP8]', async () => {
    const stored = await reencodeImage(await fileOf(jpegOfScans(100)), false);
    expect(stored).to.include({ type: 'jpg', width: 8 });
    // A moving photo: its video follows the image.
    const video = Buffer.from('ffda'.repeat(300), 'hex');
    const moving = await reencodeImage(
      await fileOf(Buffer.concat([jpegOfScans(10), video])),
      false,
    );
    expect(moving).to.include({ type: 'jpg', width: 8 });
    const many = jpegOfScans(300);
    const scan = many.indexOf('ffda', 'hex');
    // Decoders ignore what is no marker, and markers that are alone.
    for (const ignored of ['', '00', '1234', 'ff01', 'ffd0', 'ffffff', 'ff02ffff']) {
      const file = [many.subarray(0, scan), Buffer.from(ignored, 'hex'), many.subarray(scan)];
      const refused = await reencodeImage(await fileOf(Buffer.concat(file)), false).catch(
        (error: unknown) => error,
      );
      expect(refused, ignored)
        .to.be.instanceOf(ApiError)
        .and.to.include({ code: 'upload_unsupported_type' });
    }
  });

  it('does not compress a PNG at levels that take 14 seconds for a file of sparse noise, which would keep a decoder from others [UP8]', async () => {
    const png = sharp(pixels, { raw: { width: 90, height: 60, channels: 3 } });
    const stored = await reencodeImage(await fileOf(await png.png().toBuffer()), false);
    const content = stored?.content ?? Buffer.alloc(0);
    // The second byte of a zlib stream has the level in its two highest bits: 2 is level 6, 3 is 7 to 9.
    const flags = content[content.indexOf('IDAT') + 5] ?? 255;
    expect(flags >> 6).to.be.at.most(2);
  });

  it('refuses an image whose few rows are so wide that its decoder would hold a gigabyte [UP3]', async () => {
    const decoding = reencodeImage(await fileOf(widePng()), true);
    const error: unknown = await decoding.catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ApiError);
    expect((error as ApiError).code).to.equal('upload_too_large');
  });
});
