import type { TextAlign } from '@cobble/engine';
import type { RunStyle } from './RunStyle.ts';

/** Text of one style; a line break is '\n'. */
export interface FlowRun {
  readonly text: string;
  readonly style: RunStyle;
}

/** A paragraph, heading or line of a list item, ready to be broken into lines. */
export interface FlowParagraph {
  readonly runs: readonly FlowRun[];
  /** The block's own style: every line is at least as tall as an empty line of it. */
  readonly strut: RunStyle;
  readonly align: TextAlign;
  /** Room at the left, px. */
  readonly indentPx: number;
  /** What stands in that room on the first line: a bullet or a number. */
  readonly marker: string | null;
}
