import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { type ArchiveFile, writeZip } from '@cobble/renderer-static';

const MB = 1024 * 1024;

/** About 20 bytes of brotli that become 8 MB of JSON. */
export function brotliBomb(): Buffer {
  return brotliCompressSync(Buffer.from(`${' '.repeat(8 * MB - 2)}{}`));
}

/** 8 MB of JSON, nested as deeply as its bytes allow. */
export function deepJson(): Buffer {
  return Buffer.alloc(8 * MB - 1, '[');
}

/** 8 MB of JSON with one long text. */
export function longJson(): Buffer {
  return Buffer.from(`{"email":"${'x'.repeat(8 * MB - 20)}"}`);
}

/** JSON with one list of zeros, two bytes each. */
export function zeros(count: number): string {
  return `[${'0,'.repeat(count - 1)}0]`;
}

/**
 * A PNG of 7990 x 7990 px whose pixels, 16 bits and interlaced, take 510 MB. It has few enough
 * pixels, but its decoder must hold all of them.
 */
export function interlacedPng(): Buffer {
  return blankPng({ width: 7990, height: 7990, bytesPerPixel: 8, isInterlaced: true });
}

/** A PNG of 14,000 x 14,000 px. */
export function hugePng(): Buffer {
  return blankPng({ width: 14_000, height: 14_000, bytesPerPixel: 3, isInterlaced: false });
}

/** A PNG of almost 64 million pixels, the largest that is accepted. */
export function largestPng(): Buffer {
  return blankPng({ width: 7990, height: 7990, bytesPerPixel: 3, isInterlaced: false });
}

/** A PNG of few rows, of which the decoder would hold a gigabyte: each takes two megabytes. */
export function widePng(): Buffer {
  return blankPng({ width: 240_000, height: 260, bytesPerPixel: 8, isInterlaced: false });
}

/**
 * An accepted PNG of 2048 x 2048 px and about 2 MB: every fourth byte of its 16-bit samples is 0 or
 * 1 at random, the others are 0. The best compression of it takes 14 s.
 */
export function sparseNoisePng(): Buffer {
  const [width, height, bytesPerPixel] = [2048, 2048, 8] as const;
  const rowLength = 1 + width * bytesPerPixel;
  const rows = Buffer.alloc(height * rowLength);
  const noise = randomBytes((width * height * bytesPerPixel) / 4);
  for (let index = 0; index < noise.length; index += 1) {
    const row = Math.floor((index * 4) / (rowLength - 1));
    rows[row + 1 + index * 4] = (noise[index] ?? 0) & 1;
  }
  return pngOf({ width, height, bytesPerPixel, isInterlaced: false }, deflateSync(rows));
}

let madeImages: readonly Buffer[] | null = null;

/** Images that take long to decode, or are refused. Making them takes seconds, the first time. */
export function imageBombs(): readonly Buffer[] {
  const refused = () => [interlacedPng(), hugePng(), longGif(), widePng()];
  madeImages ??= [sparseNoisePng(), largestPng(), ...refused()];
  return madeImages;
}

/** A GIF with more frames than are accepted. */
export function longGif(frames = 10_000): Buffer {
  const header = Buffer.from(
    'GIF89a\x10\x00\x10\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff',
    'latin1',
  );
  // A graphic control and a frame of 1 px.
  const frame = Buffer.from('21f90404010000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** Adam7: first column and row, and the distance between columns and rows, of each pass. */
const PASSES = [
  ...[
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
  ],
  ...[
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ],
] as const;

/** The values in the header of a PNG. */
interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bytesPerPixel: 3 | 8;
  readonly isInterlaced: boolean;
}

function blankPng(header: PngHeader): Buffer {
  const { width, height, bytesPerPixel, isInterlaced } = header;
  const passes = isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  let length = 0;
  for (const [x, y, dx, dy] of passes)
    length += Math.ceil((height - y) / dy) * (1 + Math.ceil((width - x) / dx) * bytesPerPixel);
  return pngOf(header, deflatedZeros(length));
}

/** @param rows as a zlib stream. */
function pngOf(header: PngHeader, rows: Buffer): Buffer {
  const { width, height, bytesPerPixel, isInterlaced } = header;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(
    [bytesPerPixel === 8 ? 16 : 8, bytesPerPixel === 8 ? 6 : 2, 0, 0, isInterlaced ? 1 : 0],
    8,
  );
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const chunks = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

/** A zlib stream of zeros, without compressing all of them: a block that is flushed can be repeated. */
function deflatedZeros(length: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MB), { finishFlush: constants.Z_FULL_FLUSH });
  const parts = [Buffer.from([0x78, 0x9c])];
  for (let done = 0; done + MB <= length; done += MB) parts.push(block);
  parts.push(deflateRawSync(Buffer.alloc(length % MB)));
  const adler = Buffer.alloc(4);
  adler.writeUInt32BE(((length % 65_521) * 65_536 + 1) >>> 0);
  return Buffer.concat([...parts, adler]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, crc]);
}

/**
 * Archives that cost a lot to import, by name.
 *
 * @param files of an honest archive whose only page is `main`.
 */
export async function hostileArchives(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Readonly<Record<string, Buffer>>> {
  const page = JSON.parse(Buffer.from(files.get(PAGE) ?? []).toString()) as Readonly<
    Record<string, unknown>
  >;
  const pageWith = (thing: object): string =>
    JSON.stringify({ ...page, things: { ...(page['things'] as object), bomb: thing } });
  const sample = Object.values(page['things'] as Readonly<Record<string, object>>).at(-1);
  const values = { ...sample, uuid: 'bomb', type: 'from-tomorrow', content: { list: 'ZEROS' } };
  const image = { ...sample, uuid: 'bomb', type: 'image', content: { url: '/assets/bomb.png' } };
  const archive = (changes: Readonly<Record<string, string | Buffer>>): Promise<Buffer> =>
    zip(new Map([...files, ...Object.entries(changes).map(toFile)]));
  return {
    'manifest of millions of values': await archive({
      [MANIFEST]: `{"pages":[${'{},'.repeat(2_700_000)}1]}`,
    }),
    'manifest of many values': await archive({
      [MANIFEST]: `{"pages":[${'{},'.repeat(480_000)}1]}`,
    }),
    'page of many values': await archive({
      [PAGE]: pageWith(values).replace('"ZEROS"', zeros(900_000)),
    }),
    'page of millions of values': await archive({
      [PAGE]: pageWith(values).replace('"ZEROS"', zeros(3_900_000)),
    }),
    'interlaced image': await archive({
      [PAGE]: pageWith(image),
      'assets/bomb.png': interlacedPng(),
    }),
    'zeros in a file': await archive({ 'assets/zeros.bin': Buffer.alloc(30 * MB) }),
  };
}

const PAGE = 'cobble/pages/main.json';
const MANIFEST = 'cobble/site.json';

const toFile = ([path, content]: readonly [string, string | Buffer]) =>
  [path, typeof content === 'string' ? Buffer.from(content) : content] as const;

async function zip(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const list = [...files].map(([path, bytes]): ArchiveFile => ({ path, bytes }));
  for await (const part of writeZip(list)) parts.push(part);
  return Buffer.concat(parts);
}
