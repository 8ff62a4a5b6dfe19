const NUMBER = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?)\s*(?:px|deg)?\s*$/i;

/**
 * Reads a finite number from a number or text such as `12`, `12px` or `-45deg`. Returns null for
 * anything else.
 */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 64) return null;
  const digits = NUMBER.exec(value)?.[1];
  const number = digits === undefined ? Number.NaN : Number(digits);
  return Number.isFinite(number) ? number : null;
}

/** Reads a percentage such as `40%` as a ratio (0.4); null for anything else. */
export function readPercentage(value: unknown): number | null {
  if (typeof value !== 'string' || !value.trim().endsWith('%')) return null;
  const percent = readNumber(value.trim().slice(0, -1));
  return percent === null ? null : percent / 100;
}
