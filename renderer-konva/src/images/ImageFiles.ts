/** The files that there are of an image besides its own, as the published page knows them. */
export interface ImageFiles {
  /** Where a copy of it stands: it is never loaded from its own address then. */
  readonly url?: string;
  /** The image's own size, px. */
  readonly width: number;
  readonly height: number;
  /** Smaller files of it by format, each from the narrowest to the widest; of what moves, at rest. */
  readonly sources: readonly {
    readonly type: string;
    readonly files: readonly { readonly url: string; readonly width: number }[];
  }[];
  /** It moves. */
  readonly isAnimated?: boolean;
}

/**
 * What is known of the image at an address of a page; null for nothing, 'asked' while that is not
 * settled: such an image is waited for.
 */
export type ImageFilesLookup = (url: string) => ImageFiles | 'asked' | null;

/** A size on the screen, device px. */
export interface SizeOnScreen {
  readonly width: number;
  readonly height: number;
}

/** The format that every browser with this canvas reads; AVIF takes longer to decode. */
const FORMAT = 'image/webp';

/** How wide an image is on the screen where it covers a box, and no wider than it is; device px. */
export function widthOnScreen(known: ImageFiles, box: SizeOnScreen): number {
  const ratio = known.width / known.height;
  return Math.min(known.width, Math.max(box.width, box.height * ratio));
}

/**
 * The address of the smallest file of an image that is sharp where it covers a box; the image's
 * own, or a copy of that, where none is wide enough, or nothing is known of it.
 */
export function imageFileFor(
  url: string,
  known: ImageFiles | null,
  box: SizeOnScreen | undefined,
): string {
  const own = known?.url ?? url;
  if (!known || !box || known.isAnimated) return own;
  const needed = widthOnScreen(known, box);
  const files = known.sources.find(({ type }) => type === FORMAT)?.files ?? [];
  return files.find(({ width }) => width >= needed - 0.5)?.url ?? own;
}
