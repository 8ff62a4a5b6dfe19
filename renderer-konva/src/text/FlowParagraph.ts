import type { TextAlign } from '@cobble/engine';
import type { RunStyle } from './RunStyle.ts';

/** Text in one style; a line break is '\n'. */
export interface FlowRun {
  readonly text: string;
  readonly style: RunStyle;
}

/** A paragraph, heading or line of a list item, before it is broken into lines. */
export interface FlowParagraph {
  readonly runs: readonly FlowRun[];
  /** The paragraph's own style: every line is at least as tall as an empty line in it. */
  readonly strut: RunStyle;
  readonly align: TextAlign;
  /** Indentation at the left, px. */
  readonly indentPx: number;
  /** The bullet or number in the indentation of the first line. */
  readonly marker: string | null;
}
