import { centerOf, unionBoxes } from '../../geometry/boxes.ts';
import type { Block } from '../../model/Block.ts';
import { type Position, roundLength } from '../../model/Position.ts';
import type { Styles } from '../../model/styles.ts';
import { ok, refuse, type Refusal, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { moveInto, refuseTooFar, withPosition } from '../blockPosition.ts';
import { movableBlocks } from './movableBlocks.ts';

/** The direction in which blocks are mirrored. */
export type FlipAxis = 'horizontal' | 'vertical';

/**
 * Mirrors the positions of blocks about their common centre, and of children within their groups.
 * Rotations are reversed. Blocks whose type mirrors, such as images and shapes, are mirrored
 * themselves (`styles.flip`); text is not.
 */
export function flipBlocks(
  state: EditorState,
  axis: FlipAxis,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const found = movableBlocks(state, uuids);
  if (!found.ok) return found;
  const middle = unionBoxes(found.value.map((item) => item.bounds));
  if (!middle) return refuse('nothing_selected');
  const center = centerOf(middle);
  for (const { uuid, box } of found.value) {
    const block = state.blocks.get(uuid);
    if (block?.parentUuid === undefined) continue;
    const { x, y, width, height } = box;
    const flippedBox = {
      ...box,
      ...(axis === 'horizontal'
        ? { x: 2 * center.x - x - width }
        : { y: 2 * center.y - y - height }),
    };
    const flipped = mirrored(state, moveInto(state, block, block.parentUuid, flippedBox), axis);
    const refusal = refuseTooFar(flipped);
    if (refusal) return refusal;
    state.store.put(flipped);
    const refused = flipChildren(state, block, axis);
    if (refused) return refused;
  }
  return ok(null);
}

/** Mirrors a group's descendants about the group's centre. */
function flipChildren(
  state: EditorState,
  group: Block,
  axis: FlipAxis,
): Refusal<EditorRefusal> | null {
  for (const child of state.layout.childrenOf(group.uuid)) {
    const { x, y, width, height } = child.position;
    const corner: Partial<Position> =
      axis === 'horizontal'
        ? { x: roundLength(group.position.width - x - width) }
        : { y: roundLength(group.position.height - y - height) };
    const flipped = mirrored(state, withPosition(child, corner), axis);
    const refusal = refuseTooFar(flipped);
    if (refusal) return refusal;
    state.store.put(flipped);
    const refused = flipChildren(state, child, axis);
    if (refused) return refused;
  }
  return null;
}

/** A block with reversed rotation and, if its type mirrors, toggled `styles.flip`. */
function mirrored(state: EditorState, block: Block, axis: FlipAxis): Block {
  const { rotationDeg } = block.position;
  const rotated =
    rotationDeg % 180 === 0 ? block : withPosition(block, { rotationDeg: -rotationDeg });
  if (!state.definitionOf(block)?.capabilities.mirrors) return rotated;
  return { ...rotated, styles: flippedStyles(rotated.styles, axis) };
}

/** Toggles `styles.flip`. */
function flippedStyles(styles: Styles, axis: FlipAxis): Styles {
  const { flip, ...rest } = styles;
  const key = axis === 'horizontal' ? 'x' : 'y';
  const { [key]: isFlipped, ...others } = flip ?? {};
  const next = isFlipped === true ? others : { ...others, [key]: true };
  return Object.values(next).some((each) => each === true) ? { ...rest, flip: next } : rest;
}
