import { boxBetween } from '../geometry/boxes.ts';
import { intersectsRotated, rotationOf } from '../geometry/rotation.ts';
import type { PointerInput } from '../editor/InputEvent.ts';
import { isOtherPointer, type ModeContext, type ModeState } from './ModeContext.ts';
import { targetOf } from './targets.ts';

/**
 * Draws a marquee that selects the blocks it touches; with Shift, in addition to the selection.
 * Blocks that are locked or being edited by others are left out, so that a locked background is not
 * in the way.
 */
export function brushing(context: ModeContext, down: PointerInput, first: PointerInput): ModeState {
  const { host } = context;
  const before = [...host.selection.ids];
  const added = down.shift ? before : [];

  const move = (event: PointerInput): void => {
    const marquee = boxBetween(down, event);
    const found = new Set(added);
    for (const uuid of host.index.search(marquee)) {
      const block = host.blocks.get(uuid);
      const box = host.layout.boxOf(uuid);
      if (!block || !box || block.parentUuid === undefined) continue;
      if (!intersectsRotated(box, rotationOf(block), marquee)) continue;
      const target = targetOf(host, uuid, null);
      if (!host.blocks.get(target)?.locked && !host.lockedByOthers.has(target)) found.add(target);
    }
    const isUnchanged =
      found.size === host.selection.ids.size &&
      [...found].every((uuid) => host.selection.ids.has(uuid));
    if (!isUnchanged) host.select(found);
    context.showMarquee(marquee);
  };

  const state: ModeState = {
    mode: { name: 'brushing' },
    handle(event) {
      if (isOtherPointer(event, down.pointerId)) return;
      if (event.type === 'pointermove') move(event);
      else if (event.type === 'pointerup') {
        move(event);
        context.enterIdle();
      } else if (
        event.type === 'pointercancel' ||
        (event.type === 'keydown' && event.key === 'Escape')
      ) {
        host.select(before);
        context.enterIdle();
      }
    },
  };
  move(first);
  return state;
}
