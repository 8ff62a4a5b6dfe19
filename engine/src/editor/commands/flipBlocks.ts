import { centreOf, unionBoxes } from '../../geometry/boxes.ts';
import type { Block } from '../../model/Block.ts';
import type { Position } from '../../model/Position.ts';
import type { Styles } from '../../model/styles.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { moveInto, roundLength, withPosition } from '../positions.ts';
import { movable } from './movable.ts';

/** The way in which things change sides. */
export type FlipAxis = 'horizontal' | 'vertical';

/**
 * Mirrors blocks about the middle of them all, each in its place: left becomes right, or top bottom.
 * Turned blocks lean the other way, and what groups hold changes sides within them. Images and
 * shapes are mirrored themselves (`styles.flip`); words stay readable.
 */
export function flipBlocks(
  state: EditorState,
  axis: FlipAxis,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const found = movable(state, uuids);
  if (!found.ok) return found;
  const middle = unionBoxes(found.value.map((item) => item.bounds));
  if (!middle) return refuse('nothing_selected');
  const centre = centreOf(middle);
  for (const { uuid, box } of found.value) {
    const block = state.blocks.get(uuid);
    if (block?.parentUuid === undefined) continue;
    const { x, y, width, height } = box;
    const at = {
      ...box,
      ...(axis === 'horizontal'
        ? { x: 2 * centre.x - x - width }
        : { y: 2 * centre.y - y - height }),
    };
    state.store.put(mirrored(state, moveInto(state, block, block.parentUuid, at), axis));
    flipHeld(state, block, axis);
  }
  return ok(null);
}

/** What a group holds, mirrored about the group's middle. */
function flipHeld(state: EditorState, group: Block, axis: FlipAxis): void {
  for (const child of state.layout.childrenOf(group.uuid)) {
    const { x, y, width, height } = child.position;
    const at: Partial<Position> =
      axis === 'horizontal'
        ? { x: roundLength(group.position.width - x - width) }
        : { y: roundLength(group.position.height - y - height) };
    state.store.put(mirrored(state, withPosition(child, at), axis));
    flipHeld(state, child, axis);
  }
}

/** A block in its place that leans the other way, its image mirrored. */
function mirrored(state: EditorState, block: Block, axis: FlipAxis): Block {
  const { rotationDeg } = block.position;
  const leaning =
    rotationDeg % 180 === 0 ? block : withPosition(block, { rotationDeg: -rotationDeg });
  if (!state.definitionOf(block.type)?.capabilities.mirrors) return leaning;
  return { ...leaning, styles: flippedStyles(leaning.styles, axis) };
}

/** Styles with the image mirrored once more; twice is not at all. */
function flippedStyles(styles: Styles, axis: FlipAxis): Styles {
  const { flip, ...rest } = styles;
  const key = axis === 'horizontal' ? 'x' : 'y';
  const { [key]: was, ...others } = flip ?? {};
  const next = was === true ? others : { ...others, [key]: true };
  return Object.values(next).some((each) => each === true) ? { ...rest, flip: next } : rest;
}
