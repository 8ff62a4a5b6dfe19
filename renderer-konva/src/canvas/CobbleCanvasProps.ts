import type { Editor, Kit, Post } from '@cobble/engine';
import type { RoomClient } from '@cobble/engine/collaboration';
import type { FontLookup } from '@cobble/engine/fonts';
import type { CSSProperties } from 'react';
import type { CanvasMessages } from '../messages/translate.ts';
import type { ImageVariantsLookup } from '../images/ImageVariants.ts';

/** Props of `<CobbleCanvas/>`. */
export interface CobbleCanvasProps {
  /**
   * The page's editor. The canvas shows it and sends it input, but does not own it. Another editor
   * creates another canvas; an editor can be on one canvas at a time. When the canvas unmounts, text
   * editing and drawing end, and are committed.
   */
  readonly editor: Editor<Kit>;
  /** Base URL of the font files; default '/fonts'. */
  readonly fontBaseUrl?: string | undefined;
  /** Looks up the files of a font family; default: the fonts that come with Cobble. */
  readonly fonts?: FontLookup | undefined;
  /** Prefix for image URLs that start with `/assets/`; default ''. */
  readonly assetBaseUrl?: string | undefined;
  /**
   * Looks up the variants of an image. The canvas loads the smallest variant that is sharp at the
   * image's size on screen, and loads nothing while the result is 'pending'. Pass a new function
   * when results change. Default: images load from their own URL.
   */
  readonly imageVariants?: ImageVariantsLookup | undefined;
  /**
   * Looks up an account's posts, for channel blocks. Pass a new function when posts change.
   * Default: no posts.
   */
  readonly posts?: ((accountId: number) => readonly Post[]) | undefined;
  /**
   * The zoom, from 0.1 to 8. A new value zooms about the middle of the viewport. Default: 1 at
   * first, then whatever users choose.
   */
  readonly zoom?: number | undefined;
  /** Called when a user zooms (wheel, pinch, keys), and when the `zoom` prop changes the zoom. */
  readonly onZoomChange?: ((zoom: number) => void) | undefined;
  /**
   * The window's width on screen in px, before zoom. Default, also for anything but a positive
   * number: the smaller of the canvas's width and the reference width.
   */
  readonly windowWidthPx?: number | undefined;
  /**
   * Called with dropped files and the drop position in page space. Without it, dropped files are
   * left to the browser or the host, as copy and paste always are.
   */
  readonly onFiles?: ((files: readonly File[], at: { x: number; y: number }) => void) | undefined;
  /**
   * Called with the selection's rectangle, px from the canvas element's top left corner, for a
   * floating toolbar; null without a selection.
   */
  readonly onSelectionRect?: ((rect: DOMRectReadOnly | null) => void) | undefined;
  /**
   * The room client of `editor`, to see the other people on the page and be seen by them: cursors,
   * selections, carets, what they are moving, and whose view is followed. Their names come from the
   * room. It may appear later or change. Default, and for null: nobody is shown.
   */
  readonly room?: RoomClient | null | undefined;
  /** Class of the canvas's root element. */
  readonly className?: string | undefined;
  /** Style of the canvas's root element; overrides its own position, overflow and height. */
  readonly style?: CSSProperties | undefined;
  /**
   * Whether the page rails are shown: cutoff handles on both sides of the window, and the slicer on
   * the left. Default false.
   */
  readonly advanced?: boolean | undefined;
  /**
   * Replaces the canvas's own texts in i18next syntax: those on blocks ('No posts yet'), and labels
   * and announcements for screen readers. Missing messages stay English. Pass the same object until
   * a message changes.
   */
  readonly messages?: CanvasMessages | undefined;
  /** The language of `messages` as a BCP 47 tag, for plurals and lists; default 'en'. */
  readonly locale?: string | undefined;
  /** Whether code embeds show a safe-mode notice; default false. */
  readonly safeMode?: boolean | undefined;
}

/** The props inside the canvas: to its own code, the blocks of kits are of unknown types. */
export interface CanvasProps extends CobbleCanvasProps {
  readonly editor: Editor;
}
