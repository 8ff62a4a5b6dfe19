import { rotatedBounds } from '../../geometry/rotation.ts';
import { type Block, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { marginOf, relativeHeightOf } from '../../model/Page.ts';
import { type Point, roundLength } from '../../model/Position.ts';
import { readValue } from '../../model/values.ts';
import type { PageRecords } from './PageRecords.ts';

/** A section's order number. */
export function groupOrderOf(block: Block): number {
  const order = readValue(block, ['content', 'groupOrder']);
  return typeof order === 'number' ? order : 0;
}

/** Sections from top to bottom; ties are broken by uuid. */
export function sectionsInOrder(records: PageRecords): Block[] {
  const sections = [...records.sectionIds].flatMap((uuid) => records.blocks.get(uuid) ?? []);
  return sections.sort((a, b) => groupOrderOf(a) - groupOrderOf(b) || (a.uuid < b.uuid ? -1 : 1));
}

/** The origins of the sections' coordinates, in page space. */
export function sectionOrigins(records: PageRecords): Map<string, Point> {
  const origins = new Map<string, Point>();
  let y = 0;
  for (const { uuid, position } of sectionsInOrder(records)) {
    origins.set(uuid, { x: (1 - position.width) / 2, y });
    y += position.height;
  }
  return origins;
}

/** A point in the space of a section. */
export interface SectionPoint extends Point {
  readonly section: string;
}

/** The corner of a block in the space of the section that it is in; null if it is in none. */
export function cornerInSection(
  block: Block,
  blockOf: (uuid: string) => Block | undefined,
): SectionPoint | null {
  let { x, y } = block.position;
  let { parentUuid } = block;
  // An op may have put a group inside itself, which is only found at its end.
  for (let levels = 0; parentUuid !== undefined && levels <= MAX_GROUP_DEPTH; levels++) {
    const parent = blockOf(parentUuid);
    if (!parent) return null;
    if (parent.parentUuid === undefined) return { section: parentUuid, x, y };
    x += parent.position.x;
    y += parent.position.y;
    parentUuid = parent.parentUuid;
  }
  return null;
}

/** The page's `relativeHeight`: the sum of the sections' heights. */
export function heightOfPage(records: PageRecords): number {
  let height = 0;
  for (const section of sectionsInOrder(records)) height += section.position.height;
  return relativeHeightOf(height);
}

/** The height that a section needs for its children and a margin; 0 without children. */
export function neededHeight(records: PageRecords, section: string): number {
  let extent = 0;
  for (const uuid of records.childIds(section)) {
    const block = records.blocks.get(uuid);
    if (!block) continue;
    const bounds = rotatedBounds(block);
    extent = Math.max(extent, bounds.y + bounds.height);
  }
  return extent === 0 ? 0 : roundLength(extent + marginOf(records.fields));
}
