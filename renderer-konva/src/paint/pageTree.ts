import { isSection, type Block, type Page } from '@cobble/engine';

/** A page's blocks in paint order: sections from the top, other blocks from the lowest. */
export interface PageTree {
  readonly sections: readonly Block[];
  /** A section's or group's children, from the lowest z-index to the highest. */
  readonly childrenOf: (uuid: string) => readonly Block[];
}

const compareIds = (a: Block, b: Block): number => (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0);

const orderOf = ({ content }: Block): number => {
  const { groupOrder } = content as { readonly groupOrder?: unknown };
  return typeof groupOrder === 'number' ? groupOrder : 0;
};

/** Reads the paint order from a page's map of blocks. */
export function pageTreeOf({ things }: Pick<Page, 'things'>): PageTree {
  const sections: Block[] = [];
  const held = new Map<string, Block[]>();
  for (const block of Object.values(things)) {
    if (isSection(block)) sections.push(block);
    else if (block.parentUuid !== undefined) {
      const siblings = held.get(block.parentUuid);
      if (siblings) siblings.push(block);
      else held.set(block.parentUuid, [block]);
    }
  }
  sections.sort((a, b) => orderOf(a) - orderOf(b) || compareIds(a, b));
  for (const siblings of held.values())
    siblings.sort((a, b) => a.position.zIndex - b.position.zIndex || compareIds(a, b));
  return { sections, childrenOf: (uuid) => held.get(uuid) ?? [] };
}
