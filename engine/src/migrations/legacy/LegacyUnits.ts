/** What the lengths of places and sizes are in a page of some version. */
export interface LegacyUnits {
  /** Px at a 600 px window; otherwise fractions of the window's width. */
  readonly isPx: boolean;
  /** How many px at the reference width a unit of length is. */
  readonly pxPerUnit: number;
  /** The window's width in that unit. */
  readonly window: number;
}
