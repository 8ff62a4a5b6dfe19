import { centerOf, unionBoxes } from '../../geometry/boxes.ts';
import type { Block } from '../../model/Block.ts';
import { ok, type Refusal, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { minTextScale, minScaleOf } from '../../blocks/minScaleOf.ts';
import { moveInto, refuseTooFar, withPosition } from '../blockPosition.ts';
import { movableBlocks } from './movableBlocks.ts';
import { scaleBlockPx } from './scaleBlockPx.ts';
import { roundLength } from '../../model/Position.ts';

/**
 * Scales blocks and their descendants about their common centre, including font sizes, paddings,
 * borders and shadows. Stops at the minimum size of a block, and at 10 px for text.
 */
export function scaleBlocks(
  state: EditorState,
  factor: number,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const found = movableBlocks(state, uuids);
  if (!found.ok) return found;
  const middle = unionBoxes(found.value.map((item) => item.bounds));
  if (!middle) return refuse('nothing_selected');
  const all = state.layout.withDescendants(found.value.map(({ uuid }) => uuid));
  const by = Math.max(factor, minScaleOf(state, all, minTextScale));
  const center = centerOf(middle);
  for (const { uuid, box } of found.value) {
    const block = state.blocks.get(uuid);
    if (block?.parentUuid === undefined) continue;
    const placed = moveInto(state, block, block.parentUuid, {
      x: center.x + (box.x - center.x) * by,
      y: center.y + (box.y - center.y) * by,
      width: box.width * by,
      height: box.height * by,
    });
    const refused = putScaled(state, placed, by) ?? scaleDescendants(state, uuid, by);
    if (refused) return refused;
  }
  return ok(null);
}

/** Scales the descendants of a block; `offsetX` shifts its children horizontally. */
export function scaleDescendants(
  state: EditorState,
  uuid: string,
  by: number,
  offsetX = 0,
): Refusal<EditorRefusal> | null {
  for (const child of state.layout.childrenOf(uuid)) {
    const { x, y, width, height } = child.position;
    const placed = withPosition(child, {
      x: roundLength(x * by + offsetX),
      y: roundLength(y * by),
      width: roundLength(width * by),
      height: roundLength(height * by),
    });
    const refused = putScaled(state, placed, by) ?? scaleDescendants(state, child.uuid, by);
    if (refused) return refused;
  }
  return null;
}

/** Writes a block with its px values scaled; refused if a page cannot store its position. */
export function putScaled(
  state: EditorState,
  placed: Block,
  by: number,
): Refusal<EditorRefusal> | null {
  const refusal = refuseTooFar(placed);
  if (refusal) return refusal;
  state.store.put(scaleBlockPx(state, placed, by));
  return null;
}
