import { idsInOrder } from '../layout/idsInOrder.ts';
import { isRtlLanguage } from '../model/language.ts';
import type { ModeHost } from './ModeHost.ts';

/**
 * The ids that Tab goes through, in the order in which a person reads them, or as the author set it;
 * it is the order of the published document too.
 *
 * @param parent a group; null means all sections from the top
 */
export function tabOrder(host: ModeHost, parent: string | null): string[] {
  const parents = parent === null ? host.sectionIds : [parent];
  const rtl = isRtlLanguage(host.fields.settings.lang);
  return parents.flatMap((each) => idsInOrder(host.blocks.get(each), host.childrenOf(each), rtl));
}
