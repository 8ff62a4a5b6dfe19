import { boundsOfRotated, boxesMeet } from '../../geometry/boxes.ts';
import { rotationOf } from '../../geometry/rotationOf.ts';
import type { Block } from '../../model/Block.ts';
import type { Box } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorCore } from '../EditorCore.ts';
import { refuseUnlisted } from '../readArguments.ts';
import { refuseLocked } from '../locks.ts';
import { reorderStack } from '../zOrder.ts';

type Direction = 'front' | 'back' | 'forward' | 'backward';

/**
 * Changes the order of painting among what the same section or group holds. A step forward goes
 * above the next neighbour that the block overlaps, as a step that nobody can see is none; where
 * it overlaps none, above the next one. The order of the others, and of those that move among
 * themselves, stays; z-indices of the others too while there is room between them
 * (editing-canvas.md sections 4 and 9).
 */
export function reorderBlocks(
  core: EditorCore,
  to: Direction,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const unknown = refuseUnlisted('to', to, ['front', 'back', 'forward', 'backward']);
  if (unknown) return unknown;
  const chosen = new Set(uuids);
  if (chosen.size === 0) return refuse('nothing_selected');
  const locked = refuseLocked(core, [...chosen]);
  if (locked) return locked;
  const parents = new Set([...chosen].flatMap((uuid) => core.blocks.get(uuid)?.parentUuid ?? []));
  for (const parent of parents) {
    const before = core.layout.childIds(parent);
    const after = reordered(core, before, chosen, to);
    if (after.some((uuid, place) => uuid !== before[place])) reorderStack(core, after, chosen);
  }
  return ok(null);
}

function reordered(
  core: EditorCore,
  order: readonly string[],
  chosen: ReadonlySet<string>,
  to: Direction,
): readonly string[] {
  const moving = order.filter((uuid) => chosen.has(uuid));
  const resting = order.filter((uuid) => !chosen.has(uuid));
  if (to === 'front') return [...resting, ...moving];
  if (to === 'back') return [...moving, ...resting];
  // A step backward is a step forward in the order turned round.
  return to === 'forward'
    ? stepped(core, order, chosen)
    : stepped(core, order.toReversed(), chosen).toReversed();
}

function stepped(
  core: EditorCore,
  order: readonly string[],
  chosen: ReadonlySet<string>,
): string[] {
  const resting = order.filter((uuid) => !chosen.has(uuid));
  const rank = new Map(resting.map((uuid, place) => [uuid, place]));
  // How many of those that rest are below each that moves, now and then.
  let below = resting.length;
  let ceiling = resting.length;
  const arrivals = new Map<number, string[]>();
  for (const uuid of order.toReversed()) {
    if (!chosen.has(uuid)) {
      below -= 1;
      continue;
    }
    // Those that move together do not jump over each other.
    ceiling = Math.min(ceiling, stepFrom(core, uuid, below, rank));
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

/** How many of those that rest a block has below it after a step. */
function stepFrom(
  core: EditorCore,
  uuid: string,
  below: number,
  rank: ReadonlyMap<string, number>,
): number {
  if (below >= rank.size) return below;
  const bounds = boundsOf(core, uuid);
  let next = Infinity;
  for (const each of bounds ? core.index.search(bounds) : []) {
    const place = rank.get(each);
    if (place === undefined || place < below || place >= next) continue;
    const other = boundsOf(core, each);
    if (bounds && other && boxesMeet(bounds, other)) next = place;
  }
  return (next === Infinity ? below : next) + 1;
}

function boundsOf(core: EditorCore, uuid: string): Box | null {
  const block: Block | undefined = core.blocks.get(uuid);
  const box = core.layout.boxOf(uuid);
  return block && box ? boundsOfRotated(box, rotationOf(block)) : null;
}
