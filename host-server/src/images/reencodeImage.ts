import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import { ApiError } from '../shared/ApiError.ts';
import type { MediaType } from '../media-store/mediaName.ts';

/** Neither side of what is kept exceeds this, px. */
export const MAX_STORED_SIDE_PX = 2048;
/** The most that one still image may have: what phones make, with some to spare. */
const MAX_PIXELS = 64_000_000;
/** The most that all frames of an animation may have together. */
const MAX_ANIMATED_PIXELS = 50_000_000;
const MAX_FRAMES = 500;
/** Compression quality 0.8. */
const JPEG_QUALITY = 80;

/** An image as it is kept. */
export interface Image {
  readonly type: MediaType;
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}

const TYPES: Readonly<Record<string, { readonly type: MediaType; readonly format: string }>> = {
  'image/png': { type: 'png', format: 'png' },
  'image/apng': { type: 'png', format: 'png' },
  'image/gif': { type: 'gif', format: 'gif' },
  'image/jpeg': { type: 'jpg', format: 'jpeg' },
};

/**
 * Decodes an uploaded image and encodes it anew: whatever else was in the file (EXIF, GPS, a
 * script, a second file) is gone, it stands upright, and it is at most 2048 px on a side.
 *
 * @throws ApiError upload_unsupported_type for what cannot be decoded as png, gif or jpg,
 * upload_too_large for more pixels or frames than one should have to decode.
 */
export async function reencodeImage(upload: Buffer): Promise<Image> {
  const known = TYPES[(await fileTypeFromBuffer(upload))?.mime ?? ''];
  if (known === undefined) throw unsupported();
  const metadata = await readMetadata(upload);
  if (metadata.format !== known.format) throw unsupported();
  requireDecodable(metadata);
  // An image's own turn is applied before it loses its EXIF; sharp drops metadata by itself.
  const decoder = sharp(upload, {
    animated: known.type === 'gif',
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
  });
  const upright = decoder.autoOrient().resize({
    width: MAX_STORED_SIDE_PX,
    height: MAX_STORED_SIDE_PX,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const encoder = {
    png: () => upright.png({ compressionLevel: 9 }),
    gif: () => upright.gif({ effort: 4 }),
    jpg: () => upright.jpeg({ quality: JPEG_QUALITY, progressive: true }),
  }[known.type]();
  try {
    const { data, info } = await encoder.toBuffer({ resolveWithObject: true });
    const height = info.pageHeight ?? info.height;
    return { type: known.type, content: data, width: info.width, height };
  } catch (cause) {
    throw unsupported(cause);
  }
}

async function readMetadata(upload: Buffer): Promise<Metadata> {
  try {
    // Reads headers only; the limit is ours to check, with a better answer than a failed decode.
    return await sharp(upload, { animated: true, limitInputPixels: false }).metadata();
  } catch (cause) {
    throw unsupported(cause);
  }
}

function requireDecodable(metadata: Metadata): void {
  const frames = metadata.pages ?? 1;
  const pixels = metadata.width * (metadata.pageHeight ?? metadata.height) * frames;
  if (frames > MAX_FRAMES) throw tooLarge(`This image has more than ${String(MAX_FRAMES)} frames.`);
  if (pixels > (frames > 1 ? MAX_ANIMATED_PIXELS : MAX_PIXELS))
    throw tooLarge('This image has too many pixels.');
}

function unsupported(cause?: unknown): ApiError {
  return new ApiError('upload_unsupported_type', {
    path: 'file',
    message: 'Unsupported file type (only .png, .gif, and .jpgs)',
    cause,
  });
}

function tooLarge(message: string): ApiError {
  return new ApiError('upload_too_large', { path: 'file', message });
}
