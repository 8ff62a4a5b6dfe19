import { readingOrderOf } from '../../layout/readingOrder.ts';
import { isSection, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { ok, type Refusal, refuse, type Result } from '../../model/Result.ts';
import { moveInto, refuseTooFar } from '../blockPosition.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { applyZOrder } from '../zOrder.ts';
import { byPaintOrder } from './duplicateBlocks.ts';
import { maxDepth } from './groupBlocks.ts';
import { movableBlocks } from './movableBlocks.ts';
import { withReadingOrder } from './setReadingOrder.ts';

/**
 * Moves blocks into a section or group. They keep their position on the page and their z-order among
 * themselves, and leave the reading orders of their former parents.
 *
 * @param index how many of the parent's other children are below them; by default all
 */
export function moveBlocksInto(
  state: EditorState,
  parentUuid: string,
  uuids: readonly string[],
  index = Infinity,
): Result<null, EditorRefusal> {
  const refused = refuseParent(state, parentUuid, uuids);
  if (refused) return refused;
  const found = movableBlocks(state, uuids);
  if (!found.ok) return found;
  const moved = new Set(found.value.map(({ uuid }) => uuid));
  if (state.layout.ancestorsOf(parentUuid).length + maxDepth(state, [...moved]) > MAX_GROUP_DEPTH)
    return invalidParent('is nested in too many groups');
  const bottomUp = byPaintOrder(state, [...moved]);
  leaveReadingOrders(state, parentUuid, moved);
  for (const { block, box } of found.value) {
    const placed = moveInto(state, block, parentUuid, box);
    const refusal = refuseTooFar(placed);
    if (refusal) return refusal;
    state.store.put(placed);
  }
  const order = state.layout.childIds(parentUuid).filter((uuid) => !moved.has(uuid));
  order.splice(index, 0, ...bottomUp);
  applyZOrder(state, order, moved);
  return ok(null);
}

function refuseParent(
  state: EditorState,
  parentUuid: string,
  uuids: readonly string[],
): Refusal<EditorRefusal> | null {
  const parent = state.blocks.get(parentUuid);
  if (!parent) return refuse('unknown_block', { uuid: parentUuid });
  if (!state.definitionOf(parent.type)?.capabilities.containsBlocks)
    return invalidParent('must be a section or group');
  const ancestors = [parentUuid, ...state.layout.ancestorsOf(parentUuid)];
  for (const uuid of uuids) {
    const block = state.blocks.get(uuid);
    if (block && isSection(block)) return invalidParent('cannot contain sections', uuid);
    if (ancestors.includes(uuid)) return invalidParent('is inside one of the blocks', uuid);
  }
  return refuseLocked(state, [parentUuid]);
}

function invalidParent(message: string, uuid?: string): Refusal<EditorRefusal> {
  return refuse('invalid_block', {
    ...(uuid !== undefined && { uuid }),
    path: 'parentUuid',
    message,
  });
}

/** Removes blocks from the reading orders of their parents, unless that is their new parent. */
function leaveReadingOrders(
  state: EditorState,
  parentUuid: string,
  moved: ReadonlySet<string>,
): void {
  const parents = new Set([...moved].map((uuid) => state.blocks.get(uuid)?.parentUuid));
  for (const uuid of parents) {
    const former = uuid === parentUuid ? undefined : state.blocks.get(uuid ?? '');
    const order = former ? readingOrderOf(former) : [];
    const remaining = order.filter((each) => !moved.has(each));
    if (former && remaining.length < order.length)
      state.store.put(withReadingOrder(former, remaining));
  }
}
