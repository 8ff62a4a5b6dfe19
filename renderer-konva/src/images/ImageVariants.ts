/** The variants of an image besides its original file, as the published page uses them. */
export interface ImageVariants {
  /** URL of our own copy of the image, which is loaded instead of the original URL. */
  readonly url?: string;
  /** The image's full size, px. */
  readonly width: number;
  readonly height: number;
  /**
   * Smaller variants by format, each from narrowest to widest; those of an animated image are
   * still images.
   */
  readonly sources: readonly {
    readonly type: string;
    readonly files: readonly { readonly url: string; readonly width: number }[];
  }[];
  /** Whether the image is animated. */
  readonly isAnimated?: boolean;
}

/**
 * Looks up the variants of an image by its URL in the page. Returns null when there are none, and
 * 'pending' while that is not known yet: such an image is not loaded.
 */
export type ImageVariantsLookup = (url: string) => ImageVariants | 'pending' | null;

/** A size on the screen, device px. */
export interface SizeOnScreen {
  readonly width: number;
  readonly height: number;
}

/** A format that every supported browser reads; AVIF takes longer to decode. */
const FORMAT = 'image/webp';

/** The width at which an image is shown when it covers a box, at most its full width; device px. */
export function widthOnScreen(variants: ImageVariants, box: SizeOnScreen): number {
  const ratio = variants.width / variants.height;
  return Math.min(variants.width, Math.max(box.width, box.height * ratio));
}

/**
 * The URL of an image's smallest variant that is sharp when it covers a box. Returns the original,
 * or our copy of it, when the image is animated, its size is unknown, no variant is wide enough, or
 * none are known.
 */
export function imageUrlFor(
  url: string,
  variants: ImageVariants | null,
  box: SizeOnScreen | undefined,
): string {
  const own = variants?.url ?? url;
  if (!variants || !box || variants.isAnimated) return own;
  const needed = widthOnScreen(variants, box);
  const files = variants.sources.find(({ type }) => type === FORMAT)?.files ?? [];
  return files.find(({ width }) => width >= needed - 0.5)?.url ?? own;
}
