import type { Point } from '@cobble/engine';
import type { CanvasView } from './CanvasView.ts';

/**
 * Keeps the page position at the middle of the view's top edge when the view's width changes, such
 * as on a phone that is turned, and while the canvas is hidden.
 *
 * Returns a function that calls `resize`, which may change the size of the view, and scrolls if
 * necessary.
 */
export function followPlace(view: CanvasView, scroller: HTMLElement): (resize: () => void) => void {
  /** Page space. */
  let place: Point = { x: 0.5, y: 0 };
  /** Where `place` was when it was last scrolled to. */
  let scrolledTo = { left: NaN, top: NaN, pxPerUnit: NaN };
  return (resize) => {
    const { width } = view;
    // Unless somebody has scrolled, the place stays that of before the last resize: rounded offsets
    // would add up while a window is resized, and a view in which it could not be shown may grow.
    const isThere =
      view.scrollLeft === scrolledTo.left &&
      view.scrollTop === scrolledTo.top &&
      view.pxPerUnit === scrolledTo.pxPerUnit;
    if (width > 0 && !isThere) place = view.toPage({ x: width / 2, y: 0 });
    resize();
    if (view.width === 0 || view.width === width) return;
    const { pxPerUnit } = view;
    scroller.scrollLeft = place.x * pxPerUnit + view.windowLeft - view.width / 2;
    scroller.scrollTop = place.y * pxPerUnit;
    scrolledTo = { left: scroller.scrollLeft, top: scroller.scrollTop, pxPerUnit };
  };
}
