import type { Point } from '@cobble/engine';
import type { CanvasView } from './CanvasView.ts';

/**
 * Keeps the page position at the middle of the view's top edge when the view's width changes, such
 * as on a phone that is turned, and while the canvas is hidden.
 *
 * Returns a function that calls `resize`, which may change the size of the view, and scrolls if
 * necessary. The view's offsets must be read after each call.
 */
export function followPlace(view: CanvasView, scroller: HTMLElement): (resize: () => void) => void {
  /** Page space. */
  let place: Point = { x: 0.5, y: 0 };
  /** What was last scrolled to, content px, at which scale. */
  let wanted = { left: NaN, top: NaN, pxPerUnit: NaN };
  /** How far the content could be scrolled when the view's offsets were read, content px. */
  let reach = { left: 0, top: 0 };
  return (resize) => {
    const { width } = view;
    // Unless somebody has scrolled, the place stays that of before the last resize: rounded offsets
    // would add up while a window is resized, and a view in which it could not be shown may grow.
    const isThere =
      view.pxPerUnit === wanted.pxPerUnit &&
      isNear(view.scrollLeft, Math.min(wanted.left, reach.left)) &&
      isNear(view.scrollTop, Math.min(wanted.top, reach.top));
    if (width > 0 && !isThere) place = view.toPage({ x: width / 2, y: 0 });
    resize();
    if (view.width > 0 && view.width !== width) {
      const { pxPerUnit } = view;
      wanted = {
        left: place.x * pxPerUnit + view.windowLeft - view.width / 2,
        top: place.y * pxPerUnit,
        pxPerUnit,
      };
      scroller.scrollLeft = wanted.left;
      scroller.scrollTop = wanted.top;
    }
    // A view that only gets taller has less to scroll, too.
    reach = {
      left: scroller.scrollWidth - scroller.clientWidth,
      top: scroller.scrollHeight - scroller.clientHeight,
    };
  };
}

/** Whether an offset is the wanted one; browsers round both. */
function isNear(offset: number, wanted: number): boolean {
  return Math.abs(offset - Math.max(0, wanted)) <= 1;
}
