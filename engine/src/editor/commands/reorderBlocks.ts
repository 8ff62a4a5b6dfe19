import { boundsOfRotated, boxesMeet } from '../../geometry/boxes.ts';
import type { Block } from '../../model/Block.ts';
import type { Box } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorCore } from '../EditorCore.ts';
import { refuseLocked } from '../locks.ts';
import { restack } from '../zOrder.ts';

type Direction = 'front' | 'back' | 'forward' | 'backward';

/**
 * Changes the order of painting among what the same section or group holds. A step forward goes
 * above the next neighbour that the block overlaps, as a step that nobody can see is none; where
 * it overlaps none, above the next one. Z-indices are spread anew (editing-canvas.md section 4).
 */
export function reorderBlocks(
  core: EditorCore,
  to: Direction,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const chosen = new Set(uuids);
  if (chosen.size === 0) return refuse('nothing_selected');
  const locked = refuseLocked(core, [...chosen]);
  if (locked) return locked;
  const parents = new Set([...chosen].flatMap((uuid) => core.blocks.get(uuid)?.parentUuid ?? []));
  for (const parent of parents) {
    const before = core.layout.childIds(parent);
    const after = reordered(core, before, chosen, to);
    if (after.some((uuid, place) => uuid !== before[place])) restack(core, after);
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
  const next = [...order];
  // From the far end, so that those that move together do not jump over each other.
  for (const uuid of order.toReversed()) {
    if (!chosen.has(uuid)) continue;
    const from = next.indexOf(uuid);
    const above = next.slice(from + 1);
    const bounds = boundsOf(core, uuid);
    const isNext = (each: string): boolean => !chosen.has(each);
    const meets = (each: string): boolean => {
      const other = boundsOf(core, each);
      return bounds !== null && other !== null && boxesMeet(bounds, other);
    };
    let steps = above.findIndex((each) => isNext(each) && meets(each));
    if (steps < 0) steps = above.findIndex(isNext);
    if (steps < 0) continue;
    next.splice(from, 1);
    next.splice(from + steps + 1, 0, uuid);
  }
  return next;
}

function boundsOf(core: EditorCore, uuid: string): Box | null {
  const block: Block | undefined = core.blocks.get(uuid);
  const box = core.layout.boxOf(uuid);
  return block && box ? boundsOfRotated(box, block.position.rotationDeg) : null;
}
