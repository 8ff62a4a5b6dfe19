import type { RunStyle } from './TextFlow.ts';

/**
 * A piece of a line in one style. Lengths are px at the reference width; the origin is the top left
 * corner of the text's content box.
 */
export interface PlacedRun {
  readonly text: string;
  readonly x: number;
  /** The alphabetic baseline. */
  readonly y: number;
  readonly width: number;
  readonly style: RunStyle;
  /** Whether it is a list's bullet or number, which is not part of the text. */
  readonly isMarker?: boolean;
  /** Whether its characters run from right to left. */
  readonly isRightToLeft?: boolean;
  /**
   * Text that precedes it when it is shaped, and is not painted: it determines the font of
   * punctuation.
   */
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
  /** From left to right, except within justified right-to-left text. */
  readonly runs: readonly PlacedRun[];
}

/** Text laid out in its box. */
export interface TextLayout {
  readonly lines: readonly PlacedLine[];
  readonly heightPx: number;
}
