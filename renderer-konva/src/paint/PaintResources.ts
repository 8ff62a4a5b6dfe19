import type { Block, Box, Kit, Post } from '@cobble/engine';
import type { Translate } from '../messages/translate.ts';
import type { TextLayouts } from '../text/TextLayouts.ts';
import type { PaintSurface, PaintTarget } from './PaintTarget.ts';

/** A decoded image. */
export interface PaintImage {
  readonly source: CanvasImageSource;
  /** The image's full size, px; the source may be a smaller variant. */
  readonly width: number;
  readonly height: number;
}

/** What painters need from their host, so that they run in browsers and in Node. */
export interface PaintResources {
  readonly texts: TextLayouts;
  /** The page's reference width, px: painters' px per unit. */
  readonly referenceWidthPx: number;
  /**
   * An image by its URL in the page; 'loading' until it has loaded, null when it is broken.
   *
   * @param box its size on the target in device px, to choose a variant that is sharp there
   */
  image(
    url: string,
    box?: { readonly width: number; readonly height: number },
  ): PaintImage | 'loading' | null;
  /**
   * The URL that each image slot showed last, so that the old image stays until a new one has
   * loaded. Bounded by the blocks that were painted. Absent where nothing is repainted.
   */
  readonly lastImageUrls?: Map<string, string>;
  /** A path from SVG path data; hosts may memoize it. */
  path(data: string): Path2D;
  /** A clear bitmap of a size in device px, or null when the host is out of memory. */
  surface(width: number, height: number): PaintSurface | null;
  /** Whether a block's text is shown by the text overlay and must not be painted. */
  isTextHidden(uuid: string): boolean;
  /** Whether an image has no file because its upload was interrupted; default false. */
  readonly isUploadInterrupted?: (block: Block) => boolean;
  /** Whether empty blocks show placeholders, as while a page is edited; default false. */
  readonly showsPlaceholders?: boolean;
  /** Whether code embeds show a safe-mode notice; default false. */
  readonly isSafeMode?: boolean;
  /** An account's posts, for channel blocks; default none. */
  readonly posts?: (accountId: number) => readonly Post[];
  /** The page's language as a BCP 47 tag, for dates; default English. */
  readonly lang?: string;
  /** The canvas's messages; default English. */
  readonly t?: Translate;
  /** The kits of the page's editor. */
  readonly kits?: readonly Kit[];
  /** The painter of a kit's block type; null for other types. */
  readonly kitPainter?: (type: string) => Painter | null;
}

/**
 * A painter's input. Lengths are px at the reference width; the origin is the block's top left
 * corner.
 */
export interface PaintFrame<B extends Block = Block> {
  readonly block: B;
  readonly target: PaintTarget;
  readonly resources: PaintResources;
  /** The block's size, borders included. */
  readonly width: number;
  readonly height: number;
  /** The box inside border and padding. */
  readonly content: Box;
  /** The corner radius at the border's outer edge. */
  readonly radius: number;
}

/**
 * Draws what is specific to a block type. The caller applies background, border, shadows, opacity,
 * blur, rotation, flip and `overflow`; a painter clips to the rounded corners itself.
 */
export type Painter<B extends Block = Block> = (frame: PaintFrame<B>) => void;
