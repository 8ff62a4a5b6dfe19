/** Replaces spaces and underscores of a username with hyphens [AU5]. */
export function normalizeUsername(typed: string): string {
  return typed.replace(/[\s_]/g, '-');
}
