import type { Editor, HandleName } from '@cobble/engine';
import type { CanvasView } from '../canvas/CanvasView.ts';

/** The part of the chrome that the pointer is over; at most one. */
export interface ChromeHit {
  readonly handle?: HandleName;
  readonly sectionEdge?: string;
  readonly sectionSide?: { readonly section: string; readonly side: 'left' | 'right' };
  readonly slicer?: true;
  readonly rail?: 'left' | 'right';
}

/** The same, and what is shown because the pointer is near. */
export interface ChromeHover extends ChromeHit {
  /** The section under the pointer; by touch, the last one touched. */
  readonly section?: string;
  /** The pointer's position on the slicer's track, in page space. */
  readonly slicerY?: number;
}

/** What hit-testing the chrome depends on. */
export interface ChromeState {
  readonly editor: Editor;
  readonly view: CanvasView;
  /** Whether the page rails are shown. */
  readonly isAdvanced: boolean;
  readonly hover: ChromeHover;
}
