/** A file of an image. */
export interface ImageFile {
  /** As in the page: `/assets/...` or an http(s) URL. */
  readonly url: string;
  /** Width in px. */
  readonly width: number;
}

/** The files of an image in one format, narrowest first. */
export interface ImageSource {
  readonly type: 'image/avif' | 'image/webp';
  readonly files: readonly ImageFile[];
}

/** A lighter form of an animated GIF. */
export interface ImageMotion {
  /** A video is muted and has no transparency; a WebP is used like any image. */
  readonly type: 'video/mp4' | 'image/webp';
  readonly url: string;
}

/** What the host knows about an image. */
export interface Image {
  /**
   * `/assets/...` URL of the product's copy of another site's thumbnail. Pages never load the
   * original; without a copy the site's icon is shown.
   */
  readonly url?: string | undefined;
  /** Natural size in px. */
  readonly width: number;
  readonly height: number;
  /** Variants by format, best format first. For animated images, variants of the first frame. */
  readonly sources: readonly ImageSource[];
  /**
   * A tiny version as `data:image/webp;base64,...`, shown while the image loads; absent for images
   * with transparency.
   */
  readonly placeholder?: string | undefined;
  /** The image is animated. */
  readonly isAnimated?: boolean | undefined;
  /** Absent if the GIF is small enough, or no lighter form could be made. */
  readonly motion?: ImageMotion | undefined;
}

/** Looks up an image by its URL in the page; null if the host knows nothing about it. */
export type ImageLookup = (url: string) => Image | null;

/** GIFs above this size, in bytes, are replaced by a video or WebP and get a pause control. */
export const HEAVY_GIF_BYTES = 100 * 1024;
