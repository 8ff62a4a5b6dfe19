import type { Box } from '../model/Position.ts';

/** A box as readers see it: where it is, and what it looks like (`lookOf`). */
export interface ReadingItem extends Box {
  readonly look?: string;
}

/** What reading needs to know besides the boxes. */
export interface ReadingOptions {
  /** Of the window, in the boxes' unit: what is near or in line is told by it. */
  readonly windowWidth: number;
  /** The language runs from right to left. */
  readonly rtl?: boolean;
}
