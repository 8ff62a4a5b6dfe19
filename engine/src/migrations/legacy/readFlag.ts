const YES: ReadonlySet<unknown> = new Set([true, 1, '1', 'true', 'yes', 'on']);
const NO: ReadonlySet<unknown> = new Set([false, null, 0, '0', 'false', 'no', 'off', '']);

/**
 * A truth value of an older page, in the words that there are for one. Null for what says neither.
 */
export function readFlag(value: unknown): boolean | null {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
