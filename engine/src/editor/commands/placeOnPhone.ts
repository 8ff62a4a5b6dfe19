import { GEOMETRY } from '../../constants/geometry.ts';
import { type Block, isSection } from '../../model/Block.ts';
import { type PhonePosition, roundLength } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { isStorablePosition, withoutPhonePosition } from '../blockPosition.ts';

type Position = Pick<PhonePosition, 'x' | 'y' | 'width' | 'height'>;

/**
 * Sets a block's position on phones, or removes it (null). Only for children of sections, since a
 * group's children move with the group, and only on pages with phone layout `automatic`.
 *
 * @param position relative to the section's top left corner, in fractions of the window's width,
 *   which is the screen's on a phone
 */
export function placeOnPhone(
  state: EditorState,
  uuid: string,
  position: Position | null,
): Result<null, EditorRefusal> {
  const block = state.blocks.get(uuid);
  if (!block) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(state, [uuid]);
  if (locked) return locked;
  // With layout `scaled`, phones show the desktop layout, where phone positions have no effect.
  if (position !== null && state.store.fields.settings.phoneLayout !== 'automatic')
    return refuse('invalid_block', {
      uuid,
      path: 'positionOn.mobile',
      message: "requires phone layout 'automatic'",
    });
  const parent = state.blocks.get(block.parentUuid ?? '');
  if (position !== null && (!parent || !isSection(parent)))
    return refuse('invalid_block', {
      uuid,
      path: 'positionOn.mobile',
      message: 'requires a child of a section',
    });
  const next = position ? withPhonePosition(block, position) : withoutPhonePosition(block);
  const mobile = next.positionOn?.mobile;
  if (mobile && !isStorablePosition({ ...block.position, ...mobile }))
    return refuse('invalid_block', {
      uuid,
      path: 'positionOn.mobile',
      message: 'is too far away',
    });
  state.store.put(next);
  return ok(null);
}

function withPhonePosition(block: Block, { x, y, width, height }: Position): Block {
  const min = GEOMETRY.minBlockDimension;
  const mobile = {
    ...block.positionOn?.mobile,
    x: roundLength(x),
    y: roundLength(y),
    width: roundLength(Math.max(min, width)),
    height: roundLength(Math.max(min, height)),
  };
  return { ...block, positionOn: { ...block.positionOn, mobile } };
}
