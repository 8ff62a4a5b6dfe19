import type { RunStyle } from './RunStyle.ts';

/**
 * A piece of a line in one style. All lengths are px at the reference width; the origin is the top
 * left corner of the text's content box.
 */
export interface PlacedRun {
  readonly text: string;
  readonly x: number;
  /** Of the alphabetic baseline. */
  readonly y: number;
  readonly width: number;
  readonly style: RunStyle;
  /** A list's bullet or number, which is no part of the text. */
  readonly isMarker?: boolean;
  /** Its letters run from right to left. */
  readonly runsLeft?: boolean;
  /** What it is shaped after without that being drawn: it settles which font its signs are of. */
  readonly context?: string;
}

/** One line of text, from the top of its line box. */
export interface PlacedLine {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** In reading order, without the break at its end. */
  readonly text: string;
  /** From left to right. */
  readonly runs: readonly PlacedRun[];
}

/** Text as it stands in its box. */
export interface TextLayout {
  readonly lines: readonly PlacedLine[];
  readonly heightPx: number;
}
