import bidiFactory, { type Bidi } from 'bidi-js';

/** Right-to-left characters, and the controls that change the direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFF]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

// The types of bidi-js declare the factory as a field of a CommonJS module, but both of its builds
// export it.
const bidi = (bidiFactory as unknown as () => Bidi)();

/**
 * The embedding levels of a paragraph's characters (UAX 9): even levels run from left to right, odd
 * ones from right to left. Null when all text runs from left to right, which costs one regular
 * expression.
 *
 * The base direction is left to right, as on published pages; a line break begins a new paragraph.
 */
export function levelsOf(text: string): Uint8Array | null {
  return RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text, 'ltr').levels : null;
}

/**
 * Sorts the pieces of a line from left to right (UAX 9, L2).
 *
 * @param pieces in reading order, each with one level
 */
export function inVisualOrder<P extends { readonly level: number }>(
  pieces: readonly P[],
): readonly P[] {
  const highest = pieces.reduce((max, { level }) => Math.max(max, level), 0);
  if (highest === 0) return pieces;
  const ordered = [...pieces];
  for (let level = highest; level > 0; level -= 1) {
    let from = 0;
    while (from < ordered.length) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(to, from + 1);
    }
  }
  return ordered;
}
