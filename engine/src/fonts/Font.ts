/** The style of a family, for the picker and for its fallback. */
export type FontCategory = 'serif' | 'sans serif' | 'display' | 'monospace' | 'script';

/** The character subsets of a family; each has its own files. */
export type FontSubset = 'latin' | 'latin-ext';

/** A family of the catalogue. */
export interface Font {
  /** Display name, also stored in pages. */
  readonly name: string;
  /** For the `family` parameter of the Google Fonts API: `EB+Garamond`. */
  readonly googleName: string;
  /** For CSS: `"EB Garamond"`. */
  readonly cssName: string;
  readonly category: FontCategory;
  /** `regular`, and `italic` if the family has it. */
  readonly styles: readonly ('regular' | 'italic')[];
  /** Upright weights from 100 to 900, in ascending order. */
  readonly weights: readonly number[];
  /** Italic weights, in ascending order. */
  readonly italicWeights: readonly number[];
  readonly subsets: readonly FontSubset[];
  /**
   * The stem of its file names, `/fonts/{id}-{subset}-{weight}-{style}.woff2`, and of its npm
   * package.
   */
  readonly id: string;
  /** Whether its files are included in the product. All other families are premium. */
  readonly bundled: boolean;
}
