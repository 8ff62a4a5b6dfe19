import { GEOMETRY } from '../../constants/geometry.ts';
import type { Block } from '../../model/Block.ts';
import { isSection } from '../../model/checkTree.ts';
import type { PlaceOnPhone } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorCore } from '../EditorCore.ts';
import { refuseLocked } from '../locks.ts';
import { isPlaceable, roundLength, withoutPlaceOnPhone } from '../positions.ts';

/**
 * Puts a block somewhere for phones alone, or leaves it to the layout again (null). For what stands
 * in a section itself: what a group holds goes with the group.
 *
 * @param place relative to the section's top left corner, in fractions of the phone's screen
 */
export function placeOnPhone(
  core: EditorCore,
  uuid: string,
  place: Pick<PlaceOnPhone, 'x' | 'y' | 'width' | 'height'> | null,
): Result<null, EditorRefusal> {
  const block = core.blocks.get(uuid);
  if (!block) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(core, [uuid]);
  if (locked) return locked;
  const parent = core.blocks.get(block.parentUuid ?? '');
  if (place && (!parent || !isSection(parent)))
    return refuse('invalid_block', {
      uuid,
      path: 'positionOn.mobile',
      message: 'is for what stands in a section itself',
    });
  const next = place ? placed(block, place) : withoutPlaceOnPhone(block);
  const mobile = next.positionOn?.mobile;
  if (mobile && !isPlaceable({ ...block.position, ...mobile }))
    return refuse('invalid_block', {
      uuid,
      path: 'positionOn.mobile',
      message: 'lies too far away',
    });
  core.store.put(next);
  return ok(null);
}

function placed(
  block: Block,
  { x, y, width, height }: Pick<PlaceOnPhone, 'x' | 'y' | 'width' | 'height'>,
): Block {
  const least = GEOMETRY.minBlockDimension;
  const mobile = {
    ...block.positionOn?.mobile,
    x: roundLength(x),
    y: roundLength(y),
    width: roundLength(Math.max(least, width)),
    height: roundLength(Math.max(least, height)),
  };
  return { ...block, positionOn: { ...block.positionOn, mobile } };
}
