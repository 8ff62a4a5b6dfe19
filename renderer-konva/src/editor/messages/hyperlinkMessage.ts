import { checkHyperlink, escapeLink } from '@cobble/engine';
import type { Translate } from './Translate.ts';

/** What is wrong with a hyperlink as typed, or null. An empty field has no problem yet. */
export function hyperlinkMessage(t: Translate, value: string): string | null {
  const problem = checkHyperlink(escapeLink(value));
  return problem === null || problem === 'hyperlink_required' ? null : t(`hyperlink.${problem}`);
}
