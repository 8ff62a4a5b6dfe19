import { GEOMETRY } from '../../constants/geometry.ts';
import { spreadZIndices } from '../../editor/zOrder.ts';
import type { Block } from '../../model/Block.ts';
import { withGroupOrder, withZIndex } from '../../model/blockEdit.ts';
import { groupOrderOf } from '../page/pageGeometry.ts';
import type { ThingUpdate } from '../protocol/intents.ts';
import { type OrderWish, resolveOrder } from './resolveOrder.ts';
import type { Resolving } from './resolveIntents.ts';

const Z_LIMITS = { min: GEOMETRY.minZIndex, max: GEOMETRY.maxZIndex };
const SECTION_LIMITS = { min: 0, max: 100_000 };

/** Resolves the orders that updates wish for: of painting within each parent, and of sections. */
export function reorderThings(op: Resolving, updates: readonly ThingUpdate[]): void {
  const stacks = new Map<string, OrderWish[]>();
  const sections: OrderWish[] = [];
  for (const { uuid, zIndex, groupOrder } of updates) {
    const block = op.records.blocks.get(uuid);
    if (!block) continue;
    if (zIndex && isStill(op, zIndex.from, block.position.zIndex)) {
      const wish = { uuid, to: zIndex.to, above: zIndex.above };
      // A section's own z-index orders nothing.
      if (block.parentUuid === undefined) op.records.put(withZIndex(block, zIndex.to));
      else if (!stacks.get(block.parentUuid)?.push(wish)) stacks.set(block.parentUuid, [wish]);
    }
    if (groupOrder && isStill(op, groupOrder.from, groupOrderOf(block))) {
      // In a group that is no section the number says nothing.
      if (block.parentUuid !== undefined) op.records.put(withGroupOrder(block, groupOrder.to));
      else sections.push({ uuid, to: groupOrder.to, above: groupOrder.after });
    }
  }
  for (const [parent, wishes] of stacks) restack(op, parent, wishes);
  if (sections.length > 0) reorderSections(op, sections);
}

function isStill(op: Resolving, from: number | undefined, now: number): boolean {
  if (from === undefined || from === now) return true;
  op.isModified = true;
  return false;
}

function restack(op: Resolving, parent: string, wishes: readonly OrderWish[]): void {
  const siblings = blocksOf(op, op.records.childIds(parent));
  const numbered = siblings.map(({ uuid, position }) => ({ uuid, number: position.zIndex }));
  const { numbers, isModified } = resolveOrder(numbered, wishes, Z_LIMITS, spreadZIndices);
  if (isModified) op.isModified = true;
  for (const block of siblings) {
    const zIndex = numbers.get(block.uuid);
    if (zIndex !== undefined) op.records.put(withZIndex(block, zIndex));
  }
}

function reorderSections(op: Resolving, wishes: readonly OrderWish[]): void {
  const sections = blocksOf(op, op.records.sectionIds);
  const numbered = sections.map((block) => ({ uuid: block.uuid, number: groupOrderOf(block) }));
  const { numbers, isModified } = resolveOrder(numbered, wishes, SECTION_LIMITS, (count) =>
    Array.from({ length: count }, (_, place) => place),
  );
  if (isModified) op.isModified = true;
  for (const block of sections) {
    const groupOrder = numbers.get(block.uuid);
    if (groupOrder !== undefined) op.records.put(withGroupOrder(block, groupOrder));
  }
}

function blocksOf(op: Resolving, uuids: Iterable<string>): Block[] {
  return [...uuids].flatMap((uuid) => op.records.blocks.get(uuid) ?? []);
}
