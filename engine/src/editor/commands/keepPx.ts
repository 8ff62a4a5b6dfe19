import { type Block, isSection } from '../../model/Block.ts';
import type { PlaceOnPhone } from '../../model/Position.ts';
import { isPlaceable, roundLength, withoutPlaceOnPhone, withPosition } from '../positions.ts';

/**
 * Blocks from a page of another reference width, as large in px as they were: lengths are
 * multiplied by old/new. What lies in page space or in a section is spread about the window's
 * middle, so that what was centred still is; a section keeps its share of the window's width, and a
 * place for the phone alone its share of the phone's screen.
 *
 * @param factor the old reference width over the new one
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

/** The block with its place for the phone alone replaced; without one beyond what pages hold. */
export function mapPhonePlace(block: Block, change: (place: PlaceOnPhone) => PlaceOnPhone): Block {
  const mobile = block.positionOn?.mobile;
  if (!mobile) return block;
  const place = change(mobile);
  return isPlaceable({ ...block.position, ...place })
    ? { ...block, positionOn: { ...block.positionOn, mobile: place } }
    : withoutPlaceOnPhone(block);
}
