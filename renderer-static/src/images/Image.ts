/** One file of an image. */
export interface ImageFile {
  /** As in the page: `/assets/...`, or `https:`. */
  readonly url: string;
  /** Px. */
  readonly width: number;
}

/** The files of an image in one format. */
export interface ImageSource {
  readonly type: 'image/avif' | 'image/webp';
  readonly files: readonly ImageFile[];
}

/** A moving image in a lighter form than its GIF. */
export interface ImageMotion {
  /** A video plays muted and has no transparency; a WebP is shown like any image. */
  readonly type: 'video/mp4' | 'image/webp';
  readonly url: string;
}

/** What is known of an image besides its address. */
export interface Image {
  /**
   * Where a copy of it stands, for images of other sites, which pages never load from there:
   * without one the site's mark stands alone. `/assets/...`.
   */
  readonly url?: string;
  /** Its own size, px. */
  readonly width: number;
  readonly height: number;
  /** Smaller files of it, the best format first; of what moves, its first frame. */
  readonly sources: readonly ImageSource[];
  /**
   * A few of its px as `data:image/webp;base64,...`, shown blurred until it is there; absent where
   * it can be seen through.
   */
  readonly placeholder?: string;
  /** It moves. */
  readonly isAnimated?: boolean;
  /** Absent while the GIF is light enough as it is, or nothing lighter could be made. */
  readonly motion?: ImageMotion;
}

/** What is known of the image at an address of a page; null for nothing. */
export type ImageLookup = (url: string) => Image | null;

/** GIFs above this size, in bytes, are replaced by a video or WebP and get a pause control. */
export const HEAVY_GIF_BYTES = 100 * 1024;
