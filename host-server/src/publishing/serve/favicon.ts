import { memoize } from '@cobble/engine/memoize';
import sharp from 'sharp';
import { THEME } from '../../shared/theme.ts';

/** The product's icon, for sites without their own. */
const FAVICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g stroke="#1E1A16" stroke-width="2" stroke-linejoin="round"><path d="M2 22c0-5 3-7 7.5-7s7 2 7 6.5-3 6.5-7.5 6.5S2 26 2 22Z" fill="#2B4EFF"/><path d="M17.5 22c0-4 2.5-6 6.5-6s6 2 6 6-2.5 6-6.5 6-6-2-6-6Z" fill="#FFB52E"/><path d="M9.5 9c0-4 2.5-6 7-6s6.5 2 6.5 5.5-2.5 6-7 6-6.5-2-6.5-5.5Z" fill="#fff"/></g></svg>';

/** The paths of every site's icon. */
export const ICON_PATHS = ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png'] as const;
export type IconPath = (typeof ICON_PATHS)[number];

/** A file of the icon. */
export interface IconFile {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * The product's icon at a path: as SVG, as ICO of 32 and 16 px for programs that do not read SVG,
 * or as PNG of 180 px for home screens. Memoized by path; never invalidated.
 */
export const iconFile: (path: IconPath) => Promise<IconFile> = memoize(draw, {
  maxEntries: ICON_PATHS.length,
});

async function draw(path: IconPath): Promise<IconFile> {
  if (path === '/favicon.svg') return { type: 'image/svg+xml', body: Buffer.from(FAVICON_SVG) };
  if (path === '/favicon.ico')
    return { type: 'image/x-icon', body: toIco([await toPng(32), await toPng(16)], [32, 16]) };
  const mark = await toPng(132);
  const body = await sharp(mark)
    .extend({ top: 24, bottom: 24, left: 24, right: 24, background: THEME.paper })
    .flatten({ background: THEME.paper })
    .png()
    .toBuffer();
  return { type: 'image/png', body };
}

function toPng(sizePx: number): Promise<Buffer> {
  return sharp(Buffer.from(FAVICON_SVG), { density: (72 * sizePx) / 32 })
    .resize(sizePx, sizePx)
    .png()
    .toBuffer();
}

/** An ICO file is a table of images followed by the images, which may be PNGs. */
function toIco(images: readonly Buffer[], sizesPx: readonly number[]): Buffer {
  const table = Buffer.alloc(6 + 16 * images.length);
  table.writeUInt16LE(1, 2);
  table.writeUInt16LE(images.length, 4);
  let offset = table.length;
  for (const [index, image] of images.entries()) {
    const at = 6 + 16 * index;
    table.writeUInt8(sizesPx[index] ?? 0, at);
    table.writeUInt8(sizesPx[index] ?? 0, at + 1);
    table.writeUInt16LE(1, at + 4);
    table.writeUInt16LE(32, at + 6);
    table.writeUInt32LE(image.length, at + 8);
    table.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([table, ...images]);
}
