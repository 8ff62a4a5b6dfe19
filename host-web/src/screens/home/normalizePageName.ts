/**
 * Replaces the first space and the first underscore of a page name with hyphens. Called on each
 * keystroke, so that typing leaves neither [HO2].
 */
export function normalizePageName(typed: string): string {
  return typed.replace(' ', '-').replace('_', '-');
}
