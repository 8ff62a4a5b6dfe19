import { HEAVY_GIF_BYTES, type Image } from '@cobble/renderer-static';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { variantNames, type MediaType, type VariantExtension } from '../media-store/mediaName.ts';
import type { VideoEncoder } from './VideoEncoder.ts';

/** Raised when variants would come out differently: all images are made anew, in the background. */
export const IMAGE_RECIPE = 1;

/** The widths of variants, px; never wider than the image, whose own width is the last. */
export const VARIANT_WIDTHS = [128, 192, 256, 384, 512, 768, 1024, 1536, 2048] as const;

/** A step so near to the image's own width is left out. */
const NEARLY = 0.9;
const AVIF = { quality: 52, effort: 2 } as const;
const WEBP = { quality: 78, alphaQuality: 90, smartSubsample: true, effort: 4 } as const;
const LOSSLESS = { lossless: true, effort: 4 } as const;
const NEARLY_LOSSLESS = {
  quality: 90,
  alphaQuality: 100,
  smartSubsample: true,
  effort: 4,
} as const;
const MOVING_WEBP = { quality: 60, effort: 3 } as const;
/** Flat colours are kept as they are where that costs at most so much more. */
const LOSSLESS_WORTH = 1.3;
const PLACEHOLDER_PX = 16;

/** A file that was made of an image. */
export interface ImageVariant {
  readonly name: string;
  readonly type: 'image/avif' | 'image/webp' | 'video/mp4';
  readonly isMotion: boolean;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** All that was made of an image. */
export interface ImageVariants extends Pick<Image, 'placeholder'> {
  readonly isAnimated: boolean;
  readonly variants: readonly ImageVariant[];
}

/** What making variants needs. */
export interface MakeVariantsOptions {
  /** Keeps a file; called once for each, one after the other. */
  readonly keep: (name: string, content: Buffer) => Promise<void>;
  readonly encoder: Pick<VideoEncoder, 'encode'>;
}

/**
 * Makes the smaller files of a stored image: each width in WebP, photographs in AVIF too, and what
 * moves and is large as a video or, where it can be seen through, as a moving WebP. One file is made
 * at a time and kept at once, so that memory holds one image. The same source gives the same names.
 *
 * @param source as {@link reencodeImage} has left it: upright, sRGB, without metadata
 */
export async function makeVariants(
  source: Buffer,
  type: MediaType,
  { keep, encoder }: MakeVariantsOptions,
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
    await keep(name, content);
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
      // The only file of a small image is worth nothing when it is no smaller.
      if (widths.length === 1 && data.length >= source.length) continue;
      await add({ isMotion: false, width: info.width, height: info.height }, extension, data);
    }
  }
  if (pages > 1 && source.length > HEAVY_GIF_BYTES) {
    const video = canEncodeAsVideo(metadata, isOpaque)
      ? await encoder.encode(source, metadata)
      : null;
    const size = { isMotion: true, width, height };
    if (video !== null && video.length < source.length) await add(size, 'mp4', video);
    else {
      const webp = await sharp(source, { animated: true }).webp(MOVING_WEBP).toBuffer();
      if (webp.length < source.length) await add(size, 'webp', webp);
    }
  }
  return {
    isAnimated: pages > 1,
    variants,
    ...(isOpaque ? { placeholder: await placeholderOf(source) } : {}),
  };
}

/** The widths in which an image so wide is made, px. */
export function variantWidths(naturalWidth: number): readonly number[] {
  const smaller = VARIANT_WIDTHS.filter((each) => each < naturalWidth * NEARLY);
  return [...smaller, naturalWidth];
}

/** Drawings and screenshots: few colours, which loss makes dirty and not much smaller. */
async function isFlat(source: Buffer): Promise<boolean> {
  const lossless = await sharp(source).webp(LOSSLESS).toBuffer();
  const lossy = await sharp(source).webp(WEBP).toBuffer();
  return lossless.length <= lossy.length * LOSSLESS_WORTH;
}

interface Encoded {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

const encode = (image: Sharp): Promise<Encoded> => image.toBuffer({ resolveWithObject: true });

/** Without loss, unless scaling down has made shades of its edges that cost more than they show. */
async function encodeFlat(image: Sharp): Promise<Encoded> {
  const lossless = await encode(image.clone().webp(LOSSLESS));
  const nearly = await encode(image.clone().webp(NEARLY_LOSSLESS));
  return nearly.data.length < lossless.data.length ? nearly : lossless;
}

/** A video cannot be seen through, and ours loop without end. */
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
