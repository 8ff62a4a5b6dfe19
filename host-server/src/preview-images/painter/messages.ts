import type { Post } from '../../contract/index.ts';
import type { PreviewKind, PreviewSize } from '../previewSizes.ts';

/** A page to be painted. */
export interface PaintJob {
  /** The page's document as it is stored, JSON. */
  readonly document: string;
  /** Else the default family stands in for those of larger plans. */
  readonly hasPremiumFonts: boolean;
  /** The author's own code does not run, and says so. */
  readonly isSafeMode: boolean;
  /** Of the accounts that its channel blocks ask for. */
  readonly posts: ReadonlyMap<number, readonly Post[]>;
  /** Where fetched families lie. */
  readonly fontFolder: string;
  readonly sizes: Readonly<Partial<Record<PreviewKind, PreviewSize>>>;
}

/** An image that a page shows, by its address there, and how wide it will be. */
export interface RequestedImage {
  readonly url: string;
  readonly widthPx: number;
}

/** What the painter's process is told. */
export type ToPainter =
  | { readonly kind: 'paint'; readonly id: number; readonly job: PaintJob }
  /** Those of the wanted images that there are. */
  | {
      readonly kind: 'images';
      readonly id: number;
      readonly files: ReadonlyMap<string, Uint8Array>;
    };

/** What it says. */
export type FromPainter =
  | { readonly kind: 'ready' }
  /** It can paint nothing on this machine. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'want'; readonly id: number; readonly images: readonly RequestedImage[] }
  | { readonly kind: 'painted'; readonly id: number; readonly files: PaintedFiles }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

/** Finished files by kind, and how long painting them took, ms. */
export interface PaintedFiles {
  readonly byKind: ReadonlyMap<PreviewKind, Uint8Array>;
  readonly tookMs: number;
}
