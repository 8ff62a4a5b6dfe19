/**
 * A page's name as typed into the prompt: the first space and the first underscore become hyphens.
 * Applied at each key, so that typing leaves neither.
 */
export function normalisePageName(typed: string): string {
  return typed.replace(' ', '-').replace('_', '-');
}
