import type { Image } from '@cobble/renderer-static';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { variantNames, type MediaType, type VariantExtension } from '../media-store/mediaName.ts';
import type { VideoEncoder } from './VideoEncoder.ts';

/**
 * Increase when variants would turn out differently: all variants are then made again in the
 * background.
 */
export const IMAGE_RECIPE = 1;

/** The widths of variants, px. None is wider than the image, whose own width is added. */
export const VARIANT_WIDTHS = [128, 192, 256, 384, 512, 768, 1024, 1536, 2048] as const;

/** Widths above this ratio of the image's own width are omitted. */
const MAX_STEP_RATIO = 0.9;
const AVIF = { quality: 52, effort: 2 } as const;
const WEBP = { quality: 78, alphaQuality: 90, smartSubsample: true, effort: 4 } as const;
const LOSSLESS = { lossless: true, effort: 4 } as const;
const HIGH_QUALITY = {
  quality: 90,
  alphaQuality: 100,
  smartSubsample: true,
  effort: 4,
} as const;
const ANIMATED_WEBP = { quality: 60, effort: 3 } as const;
/**
 * An image is flat if its lossless encoding is at most this many times as large as the lossy one.
 */
const MAX_LOSSLESS_RATIO = 1.3;
const PLACEHOLDER_PX = 16;

/** A variant of an image. */
export interface ImageVariant {
  readonly name: string;
  readonly type: 'image/avif' | 'image/webp' | 'video/mp4';
  readonly isMotion: boolean;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** The variants of an image. */
export interface ImageVariants extends Pick<Image, 'placeholder'> {
  readonly isAnimated: boolean;
  readonly variants: readonly ImageVariant[];
}

/** Options of {@link makeVariants}. */
export interface MakeVariantsOptions {
  /** Stores a file; called once per file, one after the other. */
  readonly store: (name: string, content: Buffer) => Promise<void>;
  readonly encoder: Pick<VideoEncoder, 'encode'>;
  /** Animations larger than this get a video. */
  readonly heavyGifBytes: number;
  /** Called when a video could not be encoded. */
  readonly reportVideoFailure: (error: unknown) => Promise<void>;
}

/**
 * Makes the variants of a stored image: each width in WebP, photos in AVIF too, and large
 * animations as a video or, if that is not possible or not smaller than the source, as an animated
 * WebP, if that is smaller. Each file is stored as soon as it is made, so only one is in memory.
 * The same source gives the same names until {@link IMAGE_RECIPE} or the version of sharp changes.
 *
 * @param source a result of {@link reencodeImage}: upright, sRGB, without metadata.
 */
export async function makeVariants(
  source: Buffer,
  type: MediaType,
  { store, encoder, heavyGifBytes, reportVideoFailure }: MakeVariantsOptions,
): Promise<ImageVariants> {
  const metadata = await sharp(source, { animated: true }).metadata();
  const { width, pageHeight: height = metadata.height, pages = 1 } = metadata;
  const { isOpaque } = await sharp(source, { animated: true }).stats();
  const nameOf = variantNames(source, JSON.stringify([IMAGE_RECIPE, sharp.versions.sharp]));
  const variants: ImageVariant[] = [];
  const add = async (
    variant: Pick<ImageVariant, 'isMotion' | 'width' | 'height'>,
    extension: VariantExtension,
    content: Buffer,
  ): Promise<void> => {
    const { isMotion, width: variantWidth } = variant;
    const name = nameOf(isMotion ? 'motion' : String(variantWidth), extension);
    await store(name, content);
    const kind = extension === 'mp4' ? 'video/mp4' : (`image/${extension}` as const);
    variants.push({ name, type: kind, ...variant, bytes: content.length });
  };

  const isPhoto = type === 'jpg' || !(await isFlat(source));
  for (const extension of isPhoto ? (['avif', 'webp'] as const) : (['webp'] as const)) {
    const widths = variantWidths(width);
    for (const each of widths) {
      const resized = sharp(source).resize({ width: each });
      const { data, info } =
        extension === 'avif'
          ? await encode(resized.avif(AVIF))
          : isPhoto
            ? await encode(resized.webp(WEBP))
            : await encodeFlat(resized);
      // The only variant of a small image is useless unless it is smaller.
      if (widths.length === 1 && data.length >= source.length) continue;
      await add({ isMotion: false, width: info.width, height: info.height }, extension, data);
    }
  }
  if (pages > 1 && source.length > heavyGifBytes) {
    const video = canEncodeAsVideo(metadata, isOpaque)
      ? await encoder.encode(source, metadata).catch(async (error: unknown) => {
          await reportVideoFailure(error);
          return null;
        })
      : null;
    const size = { isMotion: true, width, height };
    if (video !== null && video.length < source.length) await add(size, 'mp4', video);
    else {
      const webp = await sharp(source, { animated: true }).webp(ANIMATED_WEBP).toBuffer();
      if (webp.length < source.length) await add(size, 'webp', webp);
    }
  }
  return {
    isAnimated: pages > 1,
    variants,
    ...(isOpaque ? { placeholder: await placeholderOf(source) } : {}),
  };
}

/** The widths of an image's variants, px. */
export function variantWidths(naturalWidth: number): readonly number[] {
  const smaller = VARIANT_WIDTHS.filter((each) => each < naturalWidth * MAX_STEP_RATIO);
  return [...smaller, naturalWidth];
}

/**
 * Whether an image is like a drawing or screenshot: it has few colours, and lossy encoding would
 * add artefacts without saving much.
 */
async function isFlat(source: Buffer): Promise<boolean> {
  const lossless = await sharp(source).webp(LOSSLESS).toBuffer();
  const lossy = await sharp(source).webp(WEBP).toBuffer();
  return lossless.length <= lossy.length * MAX_LOSSLESS_RATIO;
}

interface Encoded {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

const encode = (image: Sharp): Promise<Encoded> => image.toBuffer({ resolveWithObject: true });

/** Encodes losslessly, unless scaling has added so many shades that lossy encoding is smaller. */
async function encodeFlat(image: Sharp): Promise<Encoded> {
  const lossless = await encode(image.clone().webp(LOSSLESS));
  const highQuality = await encode(image.clone().webp(HIGH_QUALITY));
  return highQuality.data.length < lossless.data.length ? highQuality : lossless;
}

/** Videos are not transparent, and ours loop forever. */
function canEncodeAsVideo({ loop }: Metadata, isOpaque: boolean): boolean {
  return isOpaque && (loop ?? 0) === 0;
}

async function placeholderOf(source: Buffer): Promise<string> {
  const tiny = await sharp(source)
    .resize(PLACEHOLDER_PX, PLACEHOLDER_PX, { fit: 'inside' })
    .webp({ quality: 40, effort: 4 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}
