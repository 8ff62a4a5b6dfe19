import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const FACES = ['400-normal', '700-normal', '400-italic', '700-italic'];

/** System fonts for a test browser. */
export interface SystemFonts {
  /** Environment of a browser that has these fonts in addition to the machine's. */
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/**
 * Arimo, Tinos and Cousine as system fonts: metric-compatible with Arial, Times New Roman and
 * Courier New, which visitors have and test machines may not.
 */
export async function makeSystemFonts(): Promise<SystemFonts> {
  const folder = await mkdtemp(join(tmpdir(), 'cobble-system-fonts-'));
  await mkdir(join(folder, 'fonts'));
  for (const id of ['arimo', 'tinos', 'cousine']) {
    const source = join(dirname(require.resolve(`@fontsource/${id}/package.json`)), 'files');
    for (const face of FACES) {
      const woff = await readFile(join(source, `${id}-latin-${face}.woff`));
      await writeFile(join(folder, 'fonts', `${id}-${face}.ttf`), sfntOf(woff));
    }
  }
  const file = join(folder, 'fonts.conf');
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(folder, 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${join(folder, 'cache')}</cachedir>
</fontconfig>`,
  );
  return {
    env: { FONTCONFIG_FILE: file },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Unwraps a font from WOFF, which operating systems do not read (W3C WOFF 1.0, sections 3 to 5).
 */
function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  const power = Math.floor(Math.log2(count));
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts: Buffer[] = [header];
  let at = header.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index;
    const [offset, packedLength, length] = [4, 8, 12].map((field) =>
      woff.readUInt32BE(entry + field),
    ) as [number, number, number];
    const packed = woff.subarray(offset, offset + packedLength);
    const record = 12 + 16 * index;
    woff.copy(header, record, entry, entry + 4);
    woff.copy(header, record + 4, entry + 16, entry + 20);
    header.writeUInt32BE(at, record + 8);
    header.writeUInt32BE(length, record + 12);
    const table = packedLength < length ? inflateSync(packed) : packed;
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    at += length + padding.length;
  }
  return Buffer.concat(parts);
}
