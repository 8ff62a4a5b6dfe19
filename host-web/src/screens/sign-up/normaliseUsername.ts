/** Replaces spaces and underscores of a username with hyphens [AU5]. */
export function normaliseUsername(typed: string): string {
  return typed.replace(/[\s_]/g, '-');
}
