import { type Block, isSection } from '../../model/Block.ts';
import { type PhonePosition, roundLength } from '../../model/Position.ts';
import { isStorablePosition, withoutPhonePosition, withPosition } from '../blockPosition.ts';

/**
 * Adapts blocks from a page of another reference width so that they keep their size in px: lengths
 * are multiplied by old/new. Positions in page space and in sections are scaled about the window's
 * centre, so that centred blocks stay centred. A section keeps its fraction of the window's width,
 * and phone positions their fraction of the screen.
 *
 * @param factor the old reference width divided by the new one
 */
export function keepPxSizes(blocks: readonly Block[], factor: number): readonly Block[] {
  if (factor === 1) return blocks;
  const byId = new Map(blocks.map((block) => [block.uuid, block]));
  return blocks.map((block) => {
    const parent = byId.get(block.parentUuid ?? '');
    const { x, y, width, height } = block.position;
    const middle = !parent ? 0.5 : isSection(parent) ? parent.position.width / 2 : 0;
    return withPosition(block, {
      x: roundLength(middle + (x - middle) * factor),
      y: roundLength(y * factor),
      width: isSection(block) ? width : roundLength(width * factor),
      height: roundLength(height * factor),
    });
  });
}

/** Returns a block with another phone position, or without one if a page cannot store it. */
export function mapPhonePosition(
  block: Block,
  change: (position: PhonePosition) => PhonePosition,
): Block {
  const mobile = block.positionOn?.mobile;
  if (!mobile) return block;
  const position = change(mobile);
  return isStorablePosition({ ...block.position, ...position })
    ? { ...block, positionOn: { ...block.positionOn, mobile: position } }
    : withoutPhonePosition(block);
}
