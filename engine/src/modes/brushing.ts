import { boxBetween } from '../geometry/boxes.ts';
import { meetsRotated, rotationOf } from '../geometry/rotation.ts';
import {
  type InputContext,
  type InputState,
  isOfAnother,
  type PointerInput,
} from './InputContext.ts';
import { targetOf } from './targets.ts';

/**
 * Draws a marquee from empty room: what it touches is selected, with Shift besides what was. Locked
 * blocks, and those that someone else is editing, are left out, so that a background can be locked
 * out of the way.
 */
export function brushing(
  context: InputContext,
  down: PointerInput,
  first: PointerInput,
): InputState {
  const { host } = context;
  const before = [...host.selection];
  const kept = down.shift ? before : [];

  const move = (event: PointerInput): void => {
    const marquee = boxBetween(down, event);
    const found = new Set(kept);
    for (const uuid of host.index.search(marquee)) {
      const block = host.blocks.get(uuid);
      const box = host.boxOf(uuid);
      if (!block || !box || block.parentUuid === undefined) continue;
      if (!meetsRotated(box, rotationOf(block), marquee)) continue;
      const target = targetOf(host, uuid, null);
      if (!host.blocks.get(target)?.locked && !host.lockedByOthers.has(target)) found.add(target);
    }
    const same =
      found.size === host.selection.size && [...found].every((uuid) => host.selection.has(uuid));
    if (!same) host.select(found);
    context.showMarquee(marquee);
  };

  const state: InputState = {
    mode: { name: 'brushing' },
    handle(event) {
      if (isOfAnother(event, down.pointerId)) return;
      if (event.type === 'pointermove') move(event);
      else if (event.type === 'pointerup') {
        move(event);
        context.home();
      } else if (
        event.type === 'pointercancel' ||
        (event.type === 'keydown' && event.key === 'Escape')
      ) {
        host.select(before);
        context.home();
      }
    },
  };
  move(first);
  return state;
}
