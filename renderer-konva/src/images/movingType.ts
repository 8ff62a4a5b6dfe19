const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** The media types of images that move. */
export type MovingType = 'image/avif' | 'image/gif' | 'image/png' | 'image/webp';

/**
 * The media type of an image that moves, or may: GIF, and WebP, PNG and AVIF with several images.
 *
 * @param bytes a file's beginning
 * @returns null for an image that stands still, and for what is none; 'more' where that takes more
 *   of the file to see
 */
export function movingType(bytes: Uint8Array): MovingType | 'more' | null {
  if (bytes.length < 32) return 'more';
  if (text(bytes, 0, 4) === 'GIF8') return 'image/gif';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP')
    return text(bytes, 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0 ? 'image/webp' : null;
  if (text(bytes, 4, 12) === 'ftypavis') return 'image/avif';
  return text(bytes, 1, 4) === 'PNG' ? movingPng(bytes) : null;
}

/** In a PNG that moves a chunk says so before the image's own data. */
function movingPng(bytes: Uint8Array): MovingType | 'more' | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = text(bytes, at + 4, at + 8);
    if (kind === 'acTL') return 'image/png';
    if (kind === 'IDAT') return null;
  }
  return 'more';
}

/** Names of files that never move. */
const STILL = /\.(?:jpe?g|jfif|svg|bmp|ico)$/i;
/** Who serves moving images under other names, too. */
const MOVING_HOST = /^(?:[\w-]+\.)?giphy\.com$/;

/**
 * Whether it is worth the while to look into a file for images that move. Those of other sites may
 * mostly not be read, and asking leaves a complaint on the console: there the name must say so.
 *
 * @param url where it is loaded from, resolved against `base`
 */
export function mayMove(url: string, base: string): boolean {
  const { protocol, origin, hostname, pathname } = new URL(url, base);
  if (protocol === 'data:') return /^data:image\/(?:gif|webp|a?png|avif)[;,]/i.test(url);
  if (protocol === 'blob:' || origin === new URL(base).origin) return !STILL.test(pathname);
  return MOVING_HOST.test(hostname) || /\.gif$/i.test(pathname);
}
