/** The number of fonts that the picker remembers. */
const MAX_RECENT_FONTS = 5;

/**
 * Adds a font to the recently used ones: newest first, unique, at most five [C6].
 *
 * @param recent as stored in the browser, and therefore untrusted; malformed values are ignored
 */
export function withRecentFont(recent: unknown, name: string): readonly string[] {
  const previous = Array.isArray(recent) ? (recent as readonly unknown[]) : [];
  const names = previous.filter(
    (each): each is string => typeof each === 'string' && each !== name,
  );
  return [...new Set([name, ...names])].slice(0, MAX_RECENT_FONTS);
}
