/** A username as typed into sign-up: spaces and underscores become hyphens. */
export function normaliseUsername(typed: string): string {
  return typed.replace(/[\s_]/g, '-');
}
