import type { InputEvent, Point } from '@cobble/engine';
import type { CanvasView } from '../canvas/CanvasView.ts';

/** What all pointer events of the engine carry. */
type PointerFields = Omit<Extract<InputEvent, { type: 'pointermove' }>, 'type'>;

/** What of a browser's event is needed: real events have it, and autoscroll makes its own. */
export interface PointerLike {
  readonly pointerId?: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly pointerType: string;
  readonly pressure: number;
  readonly button: number;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The kind of pointer, as the engine names it. */
export function pointerTypeOf(type: string): 'mouse' | 'pen' | 'touch' {
  return type === 'touch' || type === 'pen' ? type : 'mouse';
}

/** A browser's pointer event as the engine takes it: page space, and how large a unit is. */
export function toPointerFields(
  event: PointerLike,
  view: CanvasView,
  /** Where it is on the canvas, px. */
  place: Point,
): PointerFields {
  const point = view.toPage(place);
  return {
    ...point,
    ...(event.pointerId === undefined ? {} : { pointerId: event.pointerId }),
    pxPerUnit: view.pxPerUnit / view.zoom,
    zoom: view.zoom,
    pointerType: pointerTypeOf(event.pointerType),
    pressure: Math.min(1, Math.max(0, event.pressure)),
    button: Math.min(4, Math.max(0, event.button)),
    shift: event.shiftKey,
    alt: event.altKey,
    ctrl: event.ctrlKey || event.metaKey,
  };
}

/** The places that a pointer went through since the last event, itself included. */
export function coalescedOf(event: PointerEvent): readonly PointerEvent[] {
  const all = event.getCoalescedEvents();
  return all.length > 0 ? all : [event];
}

/** A touch as the pointer that it is. */
export function touchAsPointer(touch: Touch, event: TouchEvent): PointerLike {
  const { clientX, clientY } = touch;
  const { shiftKey, altKey, ctrlKey, metaKey } = event;
  const keys = { shiftKey, altKey, ctrlKey, metaKey };
  return { clientX, clientY, pointerType: 'touch', pressure: 0.5, button: 0, ...keys };
}
