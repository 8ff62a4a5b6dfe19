import type { Block } from '../../model/Block.ts';
import type { EditorState } from '../EditorState.ts';
import { roundLength, withPosition } from '../positions.ts';
import { scaleBlockPx } from './scaleBlockPx.ts';

/**
 * A block of a page that is designed for another window: `factor` is new/old. With `scale` its px
 * are multiplied by it, without it its place and size by the reverse. Rooms ask it too, to tell
 * such an edit from any other.
 */
export function redesignBlock(
  kits: Pick<EditorState, 'definitionOf'>,
  block: Block,
  factor: number,
  scale: boolean,
): Block {
  return scale ? scaleBlockPx(kits, block, factor) : spread(block, 1 / factor);
}

function spread(block: Block, factor: number): Block {
  if (factor === 1) return block;
  const { x, y, width, height } = block.position;
  return withPosition(block, {
    x: roundLength(x * factor),
    y: roundLength(y * factor),
    width: roundLength(width * factor),
    height: roundLength(height * factor),
  });
}
