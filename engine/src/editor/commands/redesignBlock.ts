import type { Block } from '../../model/Block.ts';
import type { EditorState } from '../EditorState.ts';
import { roundLength, withPosition } from '../blockPosition.ts';
import { scaleBlockPx } from './scaleBlockPx.ts';

/**
 * Adapts a block to a window of another width; `factor` is new/old. With `scale`, px values are
 * multiplied by it, without it, position and size are divided by it. Rooms use it to recognise such
 * an edit.
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
