import type { Block } from '@cobble/engine';

/** A block's rank in paint order: section, then z-index, then uuid. */
export interface PaintPlace {
  readonly section: number;
  readonly zIndex: number;
  readonly uuid: string;
}

/** Negative when `a` is painted before `b`. */
export function comparePlaces(a: PaintPlace, b: PaintPlace): number {
  if (a.section !== b.section) return a.section - b.section;
  if (a.zIndex !== b.zIndex) return a.zIndex - b.zIndex;
  return a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0;
}

/** The paint order of a section's child. */
export function placeOf(sections: ReadonlyMap<string, number>, block: Block): PaintPlace {
  return {
    section: sections.get(block.parentUuid ?? '') ?? 0,
    zIndex: block.position.zIndex,
    uuid: block.uuid,
  };
}

/** The paint order of a section's own styles: below all of its contents. */
export function sectionPlaceOf(sections: ReadonlyMap<string, number>, uuid: string): PaintPlace {
  return { section: sections.get(uuid) ?? 0, zIndex: -Infinity, uuid: '' };
}
