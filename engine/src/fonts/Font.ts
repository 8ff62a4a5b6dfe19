/** What a family is like, for the picker and for its fallback. */
export type FontCategory = 'serif' | 'sans serif' | 'display' | 'monospace' | 'script';

/** Parts of a family's letters that lie in files of their own. */
export type FontSubset = 'latin' | 'latin-ext';

/** A family of the catalogue. */
export interface Font {
  /** Its name for people; what pages store. */
  readonly name: string;
  /** As the `family` parameter of Google's stylesheet service writes it: `EB+Garamond`. */
  readonly googleName: string;
  /** As CSS writes it: `"EB Garamond"`. */
  readonly cssName: string;
  readonly category: FontCategory;
  /** `regular`, and `italic` where there is any. */
  readonly styles: readonly ('regular' | 'italic')[];
  /** Weights that exist upright, 100 to 900, from the lightest. */
  readonly weights: readonly number[];
  /** Weights that exist in italic. */
  readonly italicWeights: readonly number[];
  readonly subsets: readonly FontSubset[];
  /** The stem of its files, `/fonts/{id}-{subset}-{weight}-{style}.woff2`, and of its package. */
  readonly id: string;
  /** Whether its files come with the product. The others are premium. */
  readonly bundled: boolean;
}
