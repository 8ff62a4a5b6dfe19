import type { Box } from '../model/Position.ts';

/** A box as readers see it: its position and its appearance (`appearanceOf`). */
export interface ReadingItem extends Box {
  readonly appearance?: string;
}

/** Options of the reading order. */
export interface ReadingOptions {
  /** Width of the window, in the unit of the boxes. Thresholds are relative to it. */
  readonly windowWidth: number;
  /** The language is written from right to left. */
  readonly rtl?: boolean;
}
