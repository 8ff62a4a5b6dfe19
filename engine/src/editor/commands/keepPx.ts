import { type Block, isSection } from '../../model/Block.ts';
import type { PhonePosition } from '../../model/Position.ts';
import { isPlaceable, roundLength, withoutPlaceOnPhone, withPosition } from '../positions.ts';

/**
 * Adapts blocks from a page of another reference width so that they keep their size in px: lengths
 * are multiplied by old/new. Positions in page space and in sections are scaled about the window's
 * centre, so that centred blocks stay centred; a section keeps its share of the window's width, and
 * phone positions their share of the screen.
 *
 * @param factor the old reference width divided by the new one
 */
export function keepPx(blocks: readonly Block[], factor: number): readonly Block[] {
  if (factor === 1) return blocks;
  const inside = new Map(blocks.map((block) => [block.uuid, block]));
  return blocks.map((block) => {
    const parent = inside.get(block.parentUuid ?? '');
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

/** Returns a block with another phone position, or without one if pages cannot hold it. */
export function mapPhonePlace(
  block: Block,
  change: (place: PhonePosition) => PhonePosition,
): Block {
  const mobile = block.positionOn?.mobile;
  if (!mobile) return block;
  const place = change(mobile);
  return isPlaceable({ ...block.position, ...place })
    ? { ...block, positionOn: { ...block.positionOn, mobile: place } }
    : withoutPlaceOnPhone(block);
}
