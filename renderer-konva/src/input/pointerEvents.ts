import type { InputEvent, Point } from '@cobble/engine';
import type { CanvasView } from '../view/CanvasView.ts';

/** The fields that all pointer events of the engine have. */
type PointerFields = Omit<Extract<InputEvent, { type: 'pointermove' }>, 'type'>;

/** The fields of a browser event that are needed. */
export interface PointerLike {
  readonly pointerId?: number;
  readonly isPrimary?: boolean;
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

/** The engine's name for a pointer type. */
export function pointerTypeOf(type: string): 'mouse' | 'pen' | 'touch' {
  return type === 'touch' || type === 'pen' ? type : 'mouse';
}

/** Converts a browser's pointer event to the engine's fields, in page space. */
export function toPointerFields(
  event: PointerLike,
  view: CanvasView,
  /** The event's position in view px. */
  position: Point,
): PointerFields {
  const point = view.toPage(position);
  return {
    ...point,
    ...(event.pointerId === undefined ? {} : { pointerId: event.pointerId }),
    ...(event.isPrimary === undefined ? {} : { isPrimary: event.isPrimary }),
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

/** The pointer's positions since the last event, including the event itself. */
export function coalescedOf(event: PointerEvent): readonly PointerEvent[] {
  // Missing on pages without HTTPS, and in Safari before 18.2.
  const all = 'getCoalescedEvents' in event ? event.getCoalescedEvents() : [];
  return all.length > 0 ? all : [event];
}

/** A touch as a pointer event. */
export function touchAsPointer(touch: Touch, event: TouchEvent): PointerLike {
  const { clientX, clientY } = touch;
  const { shiftKey, altKey, ctrlKey, metaKey } = event;
  const keys = { shiftKey, altKey, ctrlKey, metaKey };
  return { clientX, clientY, pointerType: 'touch', pressure: 0.5, button: 0, ...keys };
}

/**
 * Converts client px to px from an element's top left corner, undoing a host's `transform` or
 * `zoom`.
 */
export function toElementPoint(
  element: HTMLElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point {
  const { left, top, width } = element.getBoundingClientRect();
  const scale = elementScale(element, width);
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}

/**
 * The scale at which a host's `transform` or `zoom` shows an element; `width` is its width in
 * client px.
 */
export function elementScale(
  element: HTMLElement,
  width = element.getBoundingClientRect().width,
): number {
  const own = element.offsetWidth;
  // `offsetWidth` is rounded, so it may differ by less than one px.
  return own === 0 || Math.abs(width - own) < 1 ? 1 : width / own;
}

/** The event with its position clamped to the visible part of the scroller. */
export function clampToView(event: PointerLike, scroller: HTMLElement): PointerLike {
  const { left, top } = scroller.getBoundingClientRect();
  const scale = elementScale(scroller);
  const { pointerId, isPrimary, pointerType, pressure, button } = event;
  const { shiftKey, altKey, ctrlKey, metaKey } = event;
  return {
    clientX: Math.max(left, Math.min(event.clientX, left + scroller.clientWidth * scale)),
    clientY: Math.max(top, Math.min(event.clientY, top + scroller.clientHeight * scale)),
    ...{ pointerType, pressure, button, shiftKey, altKey, ctrlKey, metaKey },
    ...(pointerId === undefined ? {} : { pointerId }),
    ...(isPrimary === undefined ? {} : { isPrimary }),
  };
}
