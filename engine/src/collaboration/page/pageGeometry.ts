import { boundsOfRotated } from '../../geometry/boxes.ts';
import { roundLength } from '../../editor/positions.ts';
import type { Block } from '../../model/Block.ts';
import { marginOf } from '../../model/marginOf.ts';
import type { Point } from '../../model/Position.ts';
import { readValue } from '../../model/values.ts';
import type { PageRecords } from './PageRecords.ts';

/** A section's number among the sections. */
export function groupOrderOf(block: Block): number {
  const order = readValue(block, ['content', 'groupOrder']);
  return typeof order === 'number' ? order : 0;
}

/** Sections from the top of the page; ties by uuid. */
export function sectionsInOrder(records: PageRecords): Block[] {
  const sections = [...records.sectionIds].flatMap((uuid) => records.blocks.get(uuid) ?? []);
  return sections.sort((a, b) => groupOrderOf(a) - groupOrderOf(b) || (a.uuid < b.uuid ? -1 : 1));
}

/** Where a section's or group's own space begins, in page space; null when there is none. */
export function originOf(records: PageRecords, uuid: string): Point | null {
  const block = records.blocks.get(uuid);
  if (!block) return null;
  if (block.parentUuid !== undefined) {
    const parent = originOf(records, block.parentUuid);
    return parent && { x: parent.x + block.position.x, y: parent.y + block.position.y };
  }
  let y = 0;
  for (const section of sectionsInOrder(records)) {
    if (section.uuid === uuid) break;
    y += section.position.height;
  }
  return { x: (1 - block.position.width) / 2, y };
}

/** The sum of the sections' heights. */
export function heightOfPage(records: PageRecords): number {
  let height = 0;
  for (const section of sectionsInOrder(records)) height += section.position.height;
  return roundLength(height);
}

/** The height that a section needs for what it holds and a margin. */
export function neededHeight(records: PageRecords, section: string): number {
  let extent = 0;
  for (const uuid of records.childIds(section)) {
    const block = records.blocks.get(uuid);
    if (!block) continue;
    const bounds = boundsOfRotated(
      block.position,
      block.type === 'group' ? 0 : block.position.rotationDeg,
    );
    extent = Math.max(extent, bounds.y + bounds.height);
  }
  return extent === 0 ? 0 : roundLength(extent + marginOf(records.fields));
}
