/**
 * A length in px times a factor, within what its field may hold. Cut to a thousandth and never above
 * the exact product: a line of text that fitted still fits.
 */
export function scaledPx(px: number, factor: number, least: number, most: number): number {
  const exact = px * factor;
  const cut = Math.floor(Math.abs(exact) * 1000 + 1e-6) / 1000;
  return Math.min(most, Math.max(least, exact < 0 ? -cut : cut)) + 0;
}
