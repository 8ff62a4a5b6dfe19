import type { Editor, HandleName } from '@cobble/engine';
import type { CanvasView } from '../view/CanvasView.ts';
import type { ChromeColors } from './chromeColors.ts';

/** The part of the chrome that the pointer is over; at most one. */
export interface ChromeHit {
  readonly handle?: HandleName;
  readonly sectionEdge?: string;
  readonly sectionSide?: { readonly section: string; readonly side: 'left' | 'right' };
  readonly slicer?: true;
  readonly rail?: 'left' | 'right';
}

/** A {@link ChromeHit}, and what is shown because the pointer is near. */
export interface ChromeHover extends ChromeHit {
  /** The section under the pointer; on a touchscreen, the last one touched. */
  readonly section?: string;
  /** The pointer's position on the slicer's track, in page space. */
  readonly slicerY?: number;
}

/** What the chrome and its hit tests read from a canvas. */
export interface ChromeState {
  readonly editor: Editor;
  readonly view: CanvasView;
  /** Whether the page rails are shown. */
  readonly isAdvanced: boolean;
  readonly hover: ChromeHover;
}

/** What the chrome's components read from a canvas. */
export interface ChromeCanvas extends ChromeState {
  readonly colors: ChromeColors;
  /** The area of the content that the Konva stage covers, content px. */
  readonly stage: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
}
