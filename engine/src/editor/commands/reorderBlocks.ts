import { boundsOfRotated, boxesIntersect } from '../../geometry/boxes.ts';
import { rotationOf } from '../../geometry/rotation.ts';
import type { Block } from '../../model/Block.ts';
import type { Box } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { reorderStack } from '../zOrder.ts';

/** How `reorder` moves blocks in the z-order. */
export const STACK_MOVES = ['front', 'back', 'forward', 'backward'] as const;
/** One of {@link STACK_MOVES}. */
export type StackMove = (typeof STACK_MOVES)[number];

/**
 * Changes the z-order among siblings. A step forward moves above the next sibling that the block
 * overlaps, because other steps would be invisible; without an overlap, above the next sibling. The
 * order of all others is kept, also among the moved blocks, and so are their z-indexes as long as
 * there is space between them.
 */
export function reorderBlocks(
  state: EditorState,
  to: StackMove,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const chosen = new Set(uuids);
  if (chosen.size === 0) return refuse('nothing_selected');
  const locked = refuseLocked(state, [...chosen]);
  if (locked) return locked;
  const parents = new Set([...chosen].flatMap((uuid) => state.blocks.get(uuid)?.parentUuid ?? []));
  for (const parent of parents) {
    const before = state.layout.childIds(parent);
    const after = reordered(state, before, chosen, to);
    if (after.some((uuid, place) => uuid !== before[place])) reorderStack(state, after, chosen);
  }
  return ok(null);
}

function reordered(
  state: EditorState,
  order: readonly string[],
  chosen: ReadonlySet<string>,
  to: StackMove,
): readonly string[] {
  const moving = order.filter((uuid) => chosen.has(uuid));
  const resting = order.filter((uuid) => !chosen.has(uuid));
  if (to === 'front') return [...resting, ...moving];
  if (to === 'back') return [...moving, ...resting];
  // A step backward is a step forward in reversed order.
  return to === 'forward'
    ? stepped(state, order, chosen)
    : stepped(state, order.toReversed(), chosen).toReversed();
}

function stepped(
  state: EditorState,
  order: readonly string[],
  chosen: ReadonlySet<string>,
): string[] {
  const resting = order.filter((uuid) => !chosen.has(uuid));
  const rank = new Map(resting.map((uuid, place) => [uuid, place]));
  // For each moved block, the number of others below it, before and after.
  let below = resting.length;
  let ceiling = resting.length;
  const arrivals = new Map<number, string[]>();
  for (const uuid of order.toReversed()) {
    if (!chosen.has(uuid)) {
      below -= 1;
      continue;
    }
    // Blocks that move together do not overtake each other.
    ceiling = Math.min(ceiling, stepFrom(state, uuid, below, rank));
    const there = arrivals.get(ceiling);
    if (there) there.push(uuid);
    else arrivals.set(ceiling, [uuid]);
  }
  const next: string[] = [];
  for (let place = 0; place <= resting.length; place++) {
    next.push(...(arrivals.get(place) ?? []).toReversed());
    const rests = resting[place];
    if (rests !== undefined) next.push(rests);
  }
  return next;
}

/** Number of unmoved blocks below a block after a step. */
function stepFrom(
  state: EditorState,
  uuid: string,
  below: number,
  rank: ReadonlyMap<string, number>,
): number {
  if (below >= rank.size) return below;
  const bounds = boundsOf(state, uuid);
  let next = Infinity;
  for (const each of bounds ? state.index.search(bounds) : []) {
    const place = rank.get(each);
    if (place === undefined || place < below || place >= next) continue;
    const other = boundsOf(state, each);
    if (bounds && other && boxesIntersect(bounds, other)) next = place;
  }
  return (next === Infinity ? below : next) + 1;
}

function boundsOf(state: EditorState, uuid: string): Box | null {
  const block: Block | undefined = state.blocks.get(uuid);
  const box = state.layout.boxOf(uuid);
  return block && box ? boundsOfRotated(box, rotationOf(block)) : null;
}
