import { scaleOf } from './placeOn.ts';
import type { PointerLike } from './toInputEvent.ts';

/** The event with its position clamped to the visible part of the scroller. */
export function withinView(event: PointerLike, scroller: HTMLElement): PointerLike {
  const { left, top } = scroller.getBoundingClientRect();
  const scale = scaleOf(scroller);
  const { pointerId, pointerType, pressure, button, shiftKey, altKey, ctrlKey, metaKey } = event;
  return {
    clientX: Math.max(left, Math.min(event.clientX, left + scroller.clientWidth * scale)),
    clientY: Math.max(top, Math.min(event.clientY, top + scroller.clientHeight * scale)),
    ...{ pointerType, pressure, button, shiftKey, altKey, ctrlKey, metaKey },
    ...(pointerId === undefined ? {} : { pointerId }),
  };
}
