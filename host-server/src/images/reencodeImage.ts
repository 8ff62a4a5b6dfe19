import { readFile } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { countScans } from './countScans.ts';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import type { MediaType } from '../media-store/mediaName.ts';

/** The longest side of a stored image, px. */
export const MAX_STORED_SIDE_PX = 2048;
/** Largest number of pixels of a still image. Most photos taken with phones have fewer. */
const MAX_PIXELS = 64_000_000;
/** Largest number of pixels of an animation, in all frames together. */
const MAX_ANIMATED_PIXELS = 50_000_000;
const MAX_FRAMES = 500;
/** Largest size of the pixels that the decoder holds at once, bytes. */
const MAX_DECODED_BYTES = 256_000_000;
/** Size of the pixels held at once above which an image is decoded alone, bytes. */
const LARGE_BYTES = 64_000_000;
/**
 * Maximum number of scans of a progressive JPEG; encoders write about ten. Each is a pass over the whole
 * image, but can take as little as a few hundred bytes.
 */
const MAX_SCANS = 200;
/** Compression quality 0.8. */
const JPEG_QUALITY = 80;
/**
 * Higher levels try so many matches that sparse noise takes 30 times as long: 14 s for a file of 2 MB.
 * They make screenshots about a tenth smaller.
 */
const PNG_COMPRESSION_LEVEL = 6;

/** A re-encoded image. */
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
 * Decodes an uploaded image and encodes it again, which removes everything else in the file (EXIF,
 * GPS, scripts, a second file), turns it upright and limits it to 2048 px per side.
 *
 * @param input absolute path; read during decoding, so that the file is not in memory as well.
 * @param isAlone whether no other large image is being decoded.
 * @returns null when the image takes so much memory that it must be decoded alone, but is not alone.
 * @throws ApiError upload_unsupported_type when it cannot be decoded as png, gif or jpg,
 *   upload_too_large (details: `maxPixels` or `maxFrames`) when it is too large to decode.
 */
export async function reencodeImage(input: string, isAlone: boolean): Promise<Image | null> {
  const known = TYPES[(await fileTypeFromFile(input))?.mime ?? ''];
  if (known === undefined) throw unsupported();
  const metadata = await readMetadata(input);
  if (metadata.format !== known.format) throw unsupported();
  requireDecodable(metadata);
  if (known.type === 'jpg' && countScans(await readFile(input)) > MAX_SCANS) throw unsupported();
  if (!isAlone && heldBytes(metadata) > LARGE_BYTES) return null;
  const decoder = sharp(input, {
    animated: known.type === 'gif',
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
  });
  const resized = decoder.resize({
    width: MAX_STORED_SIDE_PX,
    height: MAX_STORED_SIDE_PX,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const upright = turnUpright(resized, metadata.orientation);
  const encoder = {
    png: () => upright.png({ compressionLevel: PNG_COMPRESSION_LEVEL }),
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

/**
 * Applies the EXIF orientation, since sharp drops metadata. Done after resizing: `autoOrient` would
 * hold all pixels of the original.
 */
function turnUpright(image: Sharp, orientation = 1): Sharp {
  const rotated = { 3: 180, 5: 90, 6: 90, 7: 90, 8: 270 }[orientation];
  const turned = rotated === undefined ? image : image.rotate(rotated);
  if (orientation === 4 || orientation === 5) return turned.flip();
  return orientation === 2 || orientation === 7 ? turned.flop() : turned;
}

async function readMetadata(input: string): Promise<Metadata> {
  try {
    // Reads headers only. We check the limit ourselves for a better error.
    return await sharp(input, { animated: true, limitInputPixels: false }).metadata();
  } catch (cause) {
    throw unsupported(cause);
  }
}

function requireDecodable(metadata: Metadata): void {
  const frames = metadata.pages ?? 1;
  const pixels = pixelsOf({ ...metadata, width: Math.max(metadata.width, MIN_ROW_PIXELS) });
  const maxPixels = frames > 1 ? MAX_ANIMATED_PIXELS : MAX_PIXELS;
  if (frames > MAX_FRAMES)
    throw tooLarge(messages.api.tooManyFrames(MAX_FRAMES), { maxFrames: MAX_FRAMES });
  const maxHeldPixels = Math.floor(MAX_DECODED_BYTES / heldBytesPerPixel(metadata));
  const max = Math.min(maxPixels, maxHeldPixels);
  if (pixels > max) throw tooLarge(messages.api.tooManyPixels, { maxPixels: max });
}

/** The number of pixels of all frames together. */
function pixelsOf({ width, height, pageHeight, pages = 1 }: Metadata): number {
  return width * (pageHeight ?? height) * pages;
}

/** The size of the pixels that the decoder holds at once. */
function heldBytes(metadata: Metadata): number {
  return pixelsOf(metadata) * heldBytesPerPixel(metadata);
}

/** How much memory the decoder needs for each pixel. */
function heldBytesPerPixel({ format, isProgressive, channels, depth, height }: Metadata): number {
  if (format === 'gif') return RGBA_BYTES;
  const bytes = channels * (depth === 'ushort' ? 2 : 1);
  // If a file stores the whole image several times, from coarse to fine, all of it is held: the
  // samples of a PNG, or a coefficient of two bytes for each sample of a JPEG.
  if (isProgressive) return format === 'jpeg' ? channels * 2 : bytes;
  return bytes * Math.min(2, HELD_ROWS / height);
}

const RGBA_BYTES = 4;
/** A row takes at least as long as one of this many pixels. A narrow image may have millions of rows. */
const MIN_ROW_PIXELS = 64;
/**
 * How many rows libvips holds of an image that it decodes row by row: about a thousand, twice. They
 * take gigabytes if the image is a million pixels wide.
 */
const HELD_ROWS = 2048;

function unsupported(cause?: unknown): ApiError {
  return new ApiError('upload_unsupported_type', {
    path: 'file',
    message: messages.api.uploadUnsupported,
    cause,
  });
}

function tooLarge(message: string, details: Readonly<Record<string, number>>): ApiError {
  return new ApiError('upload_too_large', { path: 'file', message, details });
}
