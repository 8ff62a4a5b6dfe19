import type { Point } from '@cobble/engine';

/** A place of the browser's window as a place on an element, px from its corner. */
export function placeOn(
  element: HTMLElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point {
  const { left, top, width } = element.getBoundingClientRect();
  const scale = scaleOf(element, width);
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}

/**
 * By how much a host's `transform` or `zoom` shows an element larger than it is; `width` is what it
 * takes up in the window.
 */
export function scaleOf(
  element: HTMLElement,
  width = element.getBoundingClientRect().width,
): number {
  const own = element.offsetWidth;
  // Its own width is in whole px, and so it may differ by less than one.
  return own === 0 || Math.abs(width - own) < 1 ? 1 : width / own;
}
