import type { Point } from '@cobble/engine';

/**
 * Converts client px to px from an element's top left corner, undoing a host's `transform` or
 * `zoom`.
 */
export function placeOn(
  element: HTMLElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point {
  const { left, top, width } = element.getBoundingClientRect();
  const scale = scaleOf(element, width);
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}

/**
 * The scale at which a host's `transform` or `zoom` shows an element; `width` is its width in
 * client px.
 */
export function scaleOf(
  element: HTMLElement,
  width = element.getBoundingClientRect().width,
): number {
  const own = element.offsetWidth;
  // `offsetWidth` is rounded, so it may differ by less than one px.
  return own === 0 || Math.abs(width - own) < 1 ? 1 : width / own;
}
