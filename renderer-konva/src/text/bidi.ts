import bidiFactory, { type Bidi } from 'bidi-js';

/** Letters, digits and marks that run to the left, and the signs that make text do so. */
const RUNS_LEFT =
  /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFF]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

// Its types take the factory for a field of a CommonJS module, which it is in neither of its builds.
const bidi = (bidiFactory as unknown as () => Bidi)();

/**
 * The embedding levels of a paragraph's characters (UAX 9): even ones run to the right, odd ones to
 * the left. Null where all runs to the right, which costs one look at the text.
 *
 * The base is left to right, as published pages have no other; a line break begins a paragraph of
 * its own.
 */
export function levelsOf(text: string): Uint8Array | null {
  return RUNS_LEFT.test(text) ? bidi.getEmbeddingLevels(text, 'ltr').levels : null;
}

/**
 * Puts the pieces of a line in the order in which they stand from left to right (UAX 9, L2).
 *
 * @param pieces in reading order, each of one level
 */
export function inVisualOrder<P extends { readonly level: number }>(
  pieces: readonly P[],
): readonly P[] {
  const highest = pieces.reduce((most, { level }) => Math.max(most, level), 0);
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
