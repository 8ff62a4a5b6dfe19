import type { Block } from './Block.ts';
import { cleanHtmlId } from './htmlId.ts';

type Named = Pick<Block, 'uuid' | 'properties'>;

/**
 * The html id of each section, by its uuid: what links within the page (`#main`) lead to. One that
 * was set counts; else the first section is 'main' and any other has an id derived from its uuid. A
 * section whose id by default is another block's has the derived one, or none.
 *
 * @param sections from the top
 * @param blocks all blocks of the page
 */
export function sectionHtmlIds(
  sections: readonly Named[],
  blocks: Iterable<Named>,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const { properties } of blocks) if (properties.htmlId) taken.add(properties.htmlId);
  sections.forEach(({ uuid, properties }, index) => {
    const derived = cleanHtmlId(`section-${uuid}`);
    const free = (index === 0 ? ['main', derived] : [derived]).find((id) => !taken.has(id));
    const id = properties.htmlId || free;
    if (id === undefined) return;
    ids.set(uuid, id);
    taken.add(id);
  });
  return ids;
}
