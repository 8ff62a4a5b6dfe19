import type { Editor, FontLookup, Post } from '@cobble/engine';
import type { CSSProperties } from 'react';
import type { ImageFilesLookup } from '../images/ImageFiles.ts';

/** What the canvas is told by who embeds it. */
export interface CobbleCanvasProps {
  /**
   * The page's editor; the canvas draws it, feeds it input and never owns it. Another editor makes
   * another canvas; one editor belongs on one canvas at a time.
   */
  readonly editor: Editor;
  /** Where the fonts' files lie; default '/fonts'. */
  readonly fontBaseUrl?: string;
  /** Which files of a family there are; default: those that come with the product. */
  readonly fonts?: FontLookup;
  /** Put before `/assets/...` in images' addresses; default ''. */
  readonly assetBaseUrl?: string;
  /**
   * Which files there are of an image besides its own: the one that is sharp at its size on the
   * screen is loaded, and nothing of one that is 'asked' for. Keep the function until more is known.
   * Default: images load as they are.
   */
  readonly images?: ImageFilesLookup;
  /**
   * An account's posts, which channel blocks show. Keep the function until more is known. Default:
   * there are none.
   */
  readonly posts?: (accountId: number) => readonly Post[];
  /** 0.1 to 8, about the middle of what shows; default: 1 at first, then as people zoom. */
  readonly zoom?: number;
  /** People have zoomed (wheel, pinch, keys); also called for a `zoom` of the host's that differs. */
  readonly onZoomChange?: (zoom: number) => void;
  /** The window's width on screen in px before zoom; default: the smaller of room and reference width. */
  readonly windowWidthPx?: number;
  /**
   * Files were dropped at a place of page space; without it they are not taken. Copy and paste are
   * the host's.
   */
  readonly onFiles?: (files: readonly File[], at: { x: number; y: number }) => void;
  /** Where the selection stands, in px of the canvas element, for a floating toolbar; null at none. */
  readonly onSelectionRect?: (rect: DOMRectReadOnly | null) => void;
  /** Of the canvas's own element. */
  readonly className?: string;
  /** Of the canvas's own element, over what it sets itself: position, overflow, height. */
  readonly style?: CSSProperties;
  /**
   * Whether the page rails are shown: cutoff grips on both sides of the window, and the slicer's
   * track (editing-canvas.md section 2); default false.
   */
  readonly advanced?: boolean;
  /** The author's own code may not run here, and says so; default false. */
  readonly safeMode?: boolean;
}
