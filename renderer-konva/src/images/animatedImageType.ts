const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** The media types of animated images. */
export type AnimatedImageType = 'image/avif' | 'image/gif' | 'image/png' | 'image/webp';

/**
 * The media type of an image that is or may be animated: GIF, and WebP, PNG and AVIF with several
 * frames.
 *
 * @param bytes the beginning of a file
 * @returns null for a still image or no image at all; 'more' when more of the file is needed
 */
export function animatedImageType(bytes: Uint8Array): AnimatedImageType | 'more' | null {
  if (bytes.length < 32) return 'more';
  if (text(bytes, 0, 4) === 'GIF8') return 'image/gif';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP')
    return text(bytes, 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0 ? 'image/webp' : null;
  if (text(bytes, 4, 12) === 'ftypavis') return 'image/avif';
  return text(bytes, 1, 4) === 'PNG' ? animatedPngType(bytes) : null;
}

/** An animated PNG has an `acTL` chunk before its image data. */
function animatedPngType(bytes: Uint8Array): AnimatedImageType | 'more' | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = text(bytes, at + 4, at + 8);
    if (kind === 'acTL') return 'image/png';
    if (kind === 'IDAT') return null;
  }
  return 'more';
}

/** File extensions of formats that are never animated. */
const STILL = /\.(?:jpe?g|jfif|svg|bmp|ico)$/i;
/** Hosts that serve animated images under other extensions. */
const ANIMATED_HOST = /^(?:[\w-]+\.)?giphy\.com$/;

/**
 * Whether a file is worth checking for animation. Files of other sites mostly cannot be read, and
 * trying logs an error to the console, so there the extension or the host must suggest it.
 *
 * @param url the file's URL, resolved against `base`
 */
export function mayBeAnimated(url: string, base: string): boolean {
  const { protocol, origin, hostname, pathname } = new URL(url, base);
  if (protocol === 'data:') return /^data:image\/(?:gif|webp|a?png|avif)[;,]/i.test(url);
  if (protocol === 'blob:' || origin === new URL(base).origin) return !STILL.test(pathname);
  return ANIMATED_HOST.test(hostname) || /\.gif$/i.test(pathname);
}
