import { GEOMETRY } from '../../constants/geometry.ts';
import { centreOf, unionBoxes } from '../../geometry/boxes.ts';
import { type Block, isSection } from '../../model/Block.ts';
import { ok, type Refusal, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { leastLetterScale, leastScaleOf } from '../../blocks/minScaleOf.ts';
import { isPlaceable, moveInto, roundLength, withPosition } from '../positions.ts';
import { neededHeight } from '../settle.ts';
import { movable } from './movable.ts';
import { scaleBlockPx } from './scaleBlockPx.ts';

/**
 * Makes blocks larger or smaller about the middle of them all, with their letters, paddings, borders
 * and shadows, and all that they hold. No block gets smaller than blocks may be.
 */
export function scaleBlocks(
  state: EditorState,
  factor: number,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const found = movable(state, uuids);
  if (!found.ok) return found;
  const middle = unionBoxes(found.value.map((item) => item.bounds));
  if (!middle || !isFactor(factor)) return refuseFactor();
  const held = state.layout.withDescendants(found.value.map(({ uuid }) => uuid));
  const by = Math.max(factor, leastScaleOf(state, held, leastLetterScale));
  const centre = centreOf(middle);
  for (const { uuid, box } of found.value) {
    const block = state.blocks.get(uuid);
    if (block?.parentUuid === undefined) continue;
    const placed = moveInto(state, block, block.parentUuid, {
      x: centre.x + (box.x - centre.x) * by,
      y: centre.y + (box.y - centre.y) * by,
      width: box.width * by,
      height: box.height * by,
    });
    const refused = putScaled(state, placed, by) ?? scaleHeld(state, uuid, by);
    if (refused) return refused;
  }
  return ok(null);
}

/**
 * Makes a section and all that it holds larger or smaller about the window's middle: its height, and
 * its width up to what a desktop shows.
 */
export function scaleSection(
  state: EditorState,
  uuid: string,
  factor: number,
): Result<null, EditorRefusal> {
  const section = state.blocks.get(uuid);
  if (!section || !isSection(section)) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(state, [uuid], { deep: true });
  if (locked) return locked;
  if (!isFactor(factor)) return refuseFactor();
  const by = Math.max(
    factor,
    leastScaleOf(state, state.layout.withDescendants([uuid]), leastLetterScale),
  );
  const { width, height } = section.position;
  const most = Math.max(width, GEOMETRY.maxContentWidthPx / state.referenceWidth);
  const scaledWidth = roundLength(Math.min(most, width * by));
  const scaled = withPosition(section, { width: scaledWidth, height: roundLength(height * by) });
  const aside = (scaledWidth - width * by) / 2;
  const refused = putScaled(state, scaled, by) ?? scaleHeld(state, uuid, by, aside);
  return refused ?? ok(null);
}

/** Makes a section as high as what it holds needs, an empty one as a new one is. */
export function fitSection(state: EditorState, uuid: string): Result<null, EditorRefusal> {
  const section = state.blocks.get(uuid);
  if (!section || !isSection(section)) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(state, [uuid]);
  if (locked) return locked;
  const empty = roundLength(GEOMETRY.newSectionHeightPx / state.referenceWidth);
  const height = neededHeight(state, uuid) || empty;
  state.store.put(withPosition(section, { height }));
  return ok(null);
}

function scaleHeld(
  state: EditorState,
  uuid: string,
  by: number,
  aside = 0,
): Refusal<EditorRefusal> | null {
  for (const child of state.layout.childrenOf(uuid)) {
    const { x, y, width, height } = child.position;
    const placed = withPosition(child, {
      x: roundLength(x * by + aside),
      y: roundLength(y * by),
      width: roundLength(width * by),
      height: roundLength(height * by),
    });
    const refused = putScaled(state, placed, by) ?? scaleHeld(state, child.uuid, by);
    if (refused) return refused;
  }
  return null;
}

function putScaled(state: EditorState, placed: Block, by: number): Refusal<EditorRefusal> | null {
  if (!isPlaceable(placed.position))
    return refuse('invalid_block', {
      uuid: placed.uuid,
      path: 'position',
      message: 'lies too far away',
    });
  state.store.put(scaleBlockPx(state, placed, by));
  return null;
}

function isFactor(factor: number): boolean {
  return Number.isFinite(factor) && factor > 0;
}

function refuseFactor(): Refusal<EditorRefusal> {
  return refuse('invalid_block', {
    path: 'factor',
    message: 'must be a number above 0',
  });
}
