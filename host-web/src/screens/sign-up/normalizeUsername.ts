/** Replaces spaces and underscores in a username with hyphens [AU5]. */
export function normalizeUsername(typed: string): string {
  return typed.replace(/[\s_]/g, '-');
}
