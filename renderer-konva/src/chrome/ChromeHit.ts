import type { Editor, HandleName } from '@cobble/engine';
import type { CanvasView } from '../canvas/CanvasView.ts';

/** What the pointer is over, of what the canvas itself draws; at most one of them. */
export interface ChromeHit {
  readonly handle?: HandleName;
  readonly sectionEdge?: string;
  readonly sectionSide?: { readonly section: string; readonly side: 'left' | 'right' };
  readonly slicer?: true;
  readonly rail?: 'left' | 'right';
}

/** The same, with what is shown because the pointer is near. */
export interface ChromeHover extends ChromeHit {
  /** The section under the pointer (by touch: the last one touched). */
  readonly section?: string;
  /** Where on the slicer's track the pointer is, in page space. */
  readonly slicerY?: number;
}

/** What hits on the chrome are found by. */
export interface ChromeState {
  readonly editor: Editor;
  readonly view: CanvasView;
  /** Whether the page rails are shown. */
  readonly isAdvanced: boolean;
  readonly hover: ChromeHover;
}
