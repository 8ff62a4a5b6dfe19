/** A font's name as pages may hold it, or null. */
export function readFont(value: unknown): string | null {
  return typeof value === 'string' && /^[\p{L}\p{N} _-]{1,80}$/u.test(value) ? value : null;
}
