import type { Post } from '../../contract/index.ts';
import type { PreviewKind, PreviewSize } from '../previewSizes.ts';

/** A page to paint. */
export interface PaintJob {
  /** The page's document as stored, JSON. */
  readonly document: string;
  /** If false, the default family replaces premium ones. */
  readonly hasPremiumFonts: boolean;
  /** Whether code embeds show a notice that they do not run. */
  readonly isSafeMode: boolean;
  /** Posts by account, for channel blocks. */
  readonly posts: ReadonlyMap<number, readonly Post[]>;
  /** The folder of fetched font families. */
  readonly fontFolder: string;
  readonly sizes: Readonly<Partial<Record<PreviewKind, PreviewSize>>>;
}

/** An image of a page, by its address, and the width at which to load it. */
export interface RequestedImage {
  readonly url: string;
  readonly widthPx: number;
}

/** The files by kind, and how long painting took, ms. */
export interface PaintedFiles {
  readonly byKind: ReadonlyMap<PreviewKind, Uint8Array>;
  readonly durationMs: number;
}
