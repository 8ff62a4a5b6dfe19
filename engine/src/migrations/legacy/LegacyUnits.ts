/** Units of lengths in a page of a given version. */
export interface LegacyUnits {
  /** Whether lengths are px at a 600 px window rather than fractions of the window's width. */
  readonly isPx: boolean;
  /** Px at the reference width per unit of length. */
  readonly pxPerUnit: number;
  /** The window's width in that unit. */
  readonly window: number;
}
