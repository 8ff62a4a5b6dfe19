/** How many fonts the picker remembers. */
const RECENT_FONTS_KEPT = 5;

/**
 * The fonts last used (`editor.mostRecentFonts`) after one more was chosen: the newest first, each
 * once, five at most. Whatever was stored before is read with care, as a browser's store can hold
 * anything.
 *
 * @param recent as stored; what is no list of names counts for nothing
 */
export function withRecentFont(recent: unknown, name: string): readonly string[] {
  const known = Array.isArray(recent) ? (recent as readonly unknown[]) : [];
  const names = known.filter((each): each is string => typeof each === 'string' && each !== name);
  return [...new Set([name, ...names])].slice(0, RECENT_FONTS_KEPT);
}
