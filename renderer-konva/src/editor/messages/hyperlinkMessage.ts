import { checkHyperlink } from '@cobble/engine';
import type { Translate } from './Translate.ts';

/** What is wrong with a hyperlink (see `linkOfTyped`), or null. An empty one has no problem yet. */
export function hyperlinkMessage(t: Translate, link: string): string | null {
  const problem = checkHyperlink(link);
  return problem === null || problem === 'hyperlink_required' ? null : t(`hyperlink.${problem}`);
}
