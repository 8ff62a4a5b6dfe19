import type { Kit, Post } from '@cobble/engine';
import type { TextLayouts } from '../text/TextLayouts.ts';
import type { Painter } from './Painter.ts';
import type { PaintSurface } from './PaintTarget.ts';

/** An image that can be drawn now. */
export interface PaintImage {
  readonly source: CanvasImageSource;
  /** Its own size, px. */
  readonly width: number;
  readonly height: number;
}

/** What painters take from outside, so that they run in a browser and in Node alike. */
export interface PaintResources {
  readonly texts: TextLayouts;
  /** The page's reference width, px: how many px painters have for one unit. */
  readonly referenceWidthPx: number;
  /**
   * An image by its address in the page; 'loading' until it comes, null when it is broken.
   *
   * @param box what it covers, device px, so that a file of it that is sharp there can be chosen
   */
  image(
    url: string,
    box?: { readonly width: number; readonly height: number },
  ): PaintImage | 'loading' | null;
  /** The address that each place for an image showed last; absent where nothing is painted twice. */
  readonly shownImages?: Map<string, string>;
  /** An outline from SVG path data; kept by its data. */
  path(data: string): Path2D;
  /** A clear bitmap of a size in device px, or null where there is none to have. */
  surface(width: number, height: number): PaintSurface | null;
  /** A block whose text is being edited above the canvas: its words are not painted. */
  isTextHidden(uuid: string): boolean;
  /** Whether what is empty says what goes there, as while a page is made; absent means no. */
  readonly showsPlaceholders?: boolean;
  /** The author's own code may not run here, and says so; absent means no. */
  readonly isSafeMode?: boolean;
  /** An account's posts, for channel blocks; absent: there are none. */
  readonly posts?: (accountId: number) => readonly Post[];
  /** The page's language, a BCP 47 tag, for dates; absent means English. */
  readonly lang?: string;
  /** The kits of the page's editor: what their blocks can do. */
  readonly kits?: readonly Kit[];
  /** How blocks of a kit's type are painted; null for types of no kit. */
  readonly kitPainter?: (type: string) => Painter | null;
}
