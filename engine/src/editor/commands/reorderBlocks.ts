import { boundsOfRotated, boxesIntersect } from '../../geometry/boxes.ts';
import { rotationOf } from '../../geometry/rotation.ts';
import type { Block } from '../../model/Block.ts';
import type { Box } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { applyZOrder } from '../zOrder.ts';

/** How `reorder` moves blocks in the z-order. */
export const STACK_MOVES = ['front', 'back', 'forward', 'backward'] as const;
/** One of {@link STACK_MOVES}. */
export type StackMove = (typeof STACK_MOVES)[number];

/**
 * Changes the z-order among siblings. A step forward moves above the next sibling that the block
 * overlaps, because other steps would be invisible; without an overlap, above the next sibling. The
 * moved blocks keep their order, and so do the others, which also keep their z-indices as long as
 * there is space between them.
 */
export function reorderBlocks(
  state: EditorState,
  to: StackMove,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const moved = new Set(uuids);
  if (moved.size === 0) return refuse('nothing_selected');
  const locked = refuseLocked(state, [...moved]);
  if (locked) return locked;
  const parents = new Set([...moved].flatMap((uuid) => state.blocks.get(uuid)?.parentUuid ?? []));
  for (const parent of parents) {
    const before = state.layout.childIds(parent);
    const after = reordered(state, before, moved, to);
    if (after.some((uuid, index) => uuid !== before[index])) applyZOrder(state, after, moved);
  }
  return ok(null);
}

function reordered(
  state: EditorState,
  order: readonly string[],
  moved: ReadonlySet<string>,
  to: StackMove,
): readonly string[] {
  const moving = order.filter((uuid) => moved.has(uuid));
  const unmoved = order.filter((uuid) => !moved.has(uuid));
  if (to === 'front') return [...unmoved, ...moving];
  if (to === 'back') return [...moving, ...unmoved];
  // A step backward is a step forward in reversed order.
  return to === 'forward'
    ? moveOneStep(state, order, moved)
    : moveOneStep(state, order.toReversed(), moved).toReversed();
}

function moveOneStep(
  state: EditorState,
  order: readonly string[],
  moved: ReadonlySet<string>,
): string[] {
  const unmoved = order.filter((uuid) => !moved.has(uuid));
  const indexes = new Map(unmoved.map((uuid, index) => [uuid, index]));
  // For each moved block, the number of others below it, before and after.
  let below = unmoved.length;
  let ceiling = unmoved.length;
  const arrivals = new Map<number, string[]>();
  for (const uuid of order.toReversed()) {
    if (!moved.has(uuid)) {
      below -= 1;
      continue;
    }
    // Blocks that move together do not overtake each other.
    ceiling = Math.min(ceiling, stepFrom(state, uuid, below, indexes));
    const arrived = arrivals.get(ceiling);
    if (arrived) arrived.push(uuid);
    else arrivals.set(ceiling, [uuid]);
  }
  const next: string[] = [];
  for (let index = 0; index <= unmoved.length; index++) {
    next.push(...(arrivals.get(index) ?? []).toReversed());
    const uuid = unmoved[index];
    if (uuid !== undefined) next.push(uuid);
  }
  return next;
}

/** Number of unmoved blocks below a block after a step. */
function stepFrom(
  state: EditorState,
  uuid: string,
  below: number,
  indexes: ReadonlyMap<string, number>,
): number {
  if (below >= indexes.size) return below;
  const bounds = boundsOf(state, uuid);
  let next = Infinity;
  for (const each of bounds ? state.index.search(bounds) : []) {
    const index = indexes.get(each);
    if (index === undefined || index < below || index >= next) continue;
    const other = boundsOf(state, each);
    if (bounds && other && boxesIntersect(bounds, other)) next = index;
  }
  return (next === Infinity ? below : next) + 1;
}

function boundsOf(state: EditorState, uuid: string): Box | null {
  const block: Block | undefined = state.blocks.get(uuid);
  const box = state.layout.boxOf(uuid);
  return block && box ? boundsOfRotated(box, rotationOf(block)) : null;
}
