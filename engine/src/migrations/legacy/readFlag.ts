const YES: ReadonlySet<unknown> = new Set([true, 1, '1', 'true', 'yes', 'on']);
const NO: ReadonlySet<unknown> = new Set([false, null, 0, '0', 'false', 'no', 'off', '']);

/**
 * Reads a boolean of an older page, including its text forms and 1 and 0; null and '' count as
 * false. Returns null for anything else.
 */
export function readFlag(value: unknown): boolean | null {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
