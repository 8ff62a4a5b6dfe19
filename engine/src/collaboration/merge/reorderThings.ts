import { GEOMETRY } from '../../constants/geometry.ts';
import { evenZIndices } from '../../editor/zOrder.ts';
import type { Block } from '../../model/Block.ts';
import { withGroupOrder, withZIndex } from '../../model/blockEdit.ts';
import { groupOrderOf } from '../page/pageGeometry.ts';
import type { ThingUpdate } from '../protocol/intents.ts';
import { inOrder, type OrderRequest, resolveOrder } from './siblingOrder.ts';
import type { Resolution } from './Resolution.ts';
import type { Work } from '../Work.ts';

const Z_LIMITS = { min: GEOMETRY.minZIndex, max: GEOMETRY.maxZIndex };
const SECTION_LIMITS = { min: 0, max: 100_000 };

/**
 * Resolves the orders that updates request: the z-order in each parent, and the order of sections.
 * Pauses at each block that moves, and at each that gets a new z-index.
 */
export function* reorderThings(op: Resolution, updates: readonly ThingUpdate[]): Work<void> {
  const stacks = new Map<string, OrderRequest[]>();
  const sections: OrderRequest[] = [];
  for (const { uuid, zIndex, groupOrder } of updates) {
    const block = op.records.blocks.get(uuid);
    if (!block) continue;
    if (zIndex && isUnmoved(op, block, zIndex, zIndexOf)) {
      const request = { uuid, to: zIndex.to, above: zIndex.above };
      // A section's z-index has no effect.
      if (block.parentUuid === undefined) op.records.put(withZIndex(block, zIndex.to));
      else if (!stacks.get(block.parentUuid)?.push(request))
        stacks.set(block.parentUuid, [request]);
    }
    if (groupOrder && isUnmoved(op, block, groupOrder, groupOrderOf)) {
      // In a group that is not a section, the number has no effect.
      if (block.parentUuid !== undefined) op.records.put(withGroupOrder(block, groupOrder.to));
      else sections.push({ uuid, to: groupOrder.to, above: groupOrder.after });
    }
  }
  for (const [parent, requests] of stacks) yield* restack(op, parent, requests);
  if (sections.length > 0) yield* reorderSections(op, sections);
}

/**
 * Whether a block is where the sender of an undo saw it in the order: has the same number, or is
 * between the same siblings. Any other update counts as one of a block that has not moved.
 */
function isUnmoved(
  op: Resolution,
  block: Block,
  { from, seenBetween }: Pick<NonNullable<ThingUpdate['zIndex']>, 'from' | 'seenBetween'>,
  numberOf: (block: Block) => number,
): boolean {
  if (from === undefined || from === numberOf(block)) return true;
  const siblingOf = (uuid: string | null | undefined): Block | null => {
    const sibling = op.records.blocks.get(uuid ?? '');
    return sibling?.parentUuid === block.parentUuid ? (sibling ?? null) : null;
  };
  const [lower, upper] = [siblingOf(seenBetween?.lower), siblingOf(seenBetween?.upper)];
  const between = [lower ?? [], block, upper ?? []].flat();
  const numbered = between.map((each) => ({ uuid: each.uuid, number: numberOf(each) }));
  const isBetween = inOrder(numbered).every(({ uuid }, index) => uuid === between[index]?.uuid);
  if ((lower ?? upper) && isBetween) return true;
  op.isModified = true;
  return false;
}

function zIndexOf({ position }: Block): number {
  return position.zIndex;
}

function* restack(op: Resolution, parent: string, requests: readonly OrderRequest[]): Work<void> {
  const siblings = blocksOf(op, op.records.childIds(parent));
  const numbered = siblings.map(({ uuid, position }) => ({ uuid, number: position.zIndex }));
  const { numbers, isModified } = yield* resolveOrder(numbered, requests, Z_LIMITS, evenZIndices);
  if (isModified) op.isModified = true;
  for (const block of siblings) {
    const zIndex = numbers.get(block.uuid);
    if (zIndex === undefined) continue;
    op.records.put(withZIndex(block, zIndex));
    yield;
  }
}

function* reorderSections(op: Resolution, requests: readonly OrderRequest[]): Work<void> {
  const sections = blocksOf(op, op.records.sectionIds);
  const numbered = sections.map((block) => ({ uuid: block.uuid, number: groupOrderOf(block) }));
  const { numbers, isModified } = yield* resolveOrder(numbered, requests, SECTION_LIMITS, (count) =>
    Array.from({ length: count }, (_, index) => index),
  );
  if (isModified) op.isModified = true;
  for (const block of sections) {
    const groupOrder = numbers.get(block.uuid);
    if (groupOrder !== undefined) op.records.put(withGroupOrder(block, groupOrder));
  }
}

function blocksOf(op: Resolution, uuids: Iterable<string>): Block[] {
  return [...uuids].flatMap((uuid) => op.records.blocks.get(uuid) ?? []);
}
