import unhomoglyph from 'unhomoglyph';

/**
 * Returns the same skeleton for all texts that look the same (UTS 39), without accents and case:
 * `rnodern` and `modern` share one, and so do `cobb1e` and `cobble`.
 */
export function skeletonOf(text: string): string {
  return withoutAccents(unhomoglyph(withoutAccents(text.toLowerCase()))).toLowerCase();
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
