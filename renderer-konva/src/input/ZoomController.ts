import { type CanvasView, clampZoom } from '../canvas/CanvasView.ts';
import type { Box, Point } from '@cobble/engine';
import { placeOn } from './placeOn.ts';

/** Room that is left beside what is zoomed to, as a part of the view. */
const FIT_RATIO = 0.86;

/** Zooms so that the place under the pointer stays under it. */
export class ZoomController {
  readonly #view: CanvasView;
  readonly #scroller: HTMLElement;
  readonly #onZoom: (zoom: number) => void;

  /** @param onZoom told each zoom that a person made */
  constructor(view: CanvasView, scroller: HTMLElement, onZoom: (zoom: number) => void) {
    this.#view = view;
    this.#scroller = scroller;
    this.#onZoom = onZoom;
  }

  /**
   * @param at view px that stay where they are on the page
   * @param to where that place of the page comes to lie; default: where it was
   */
  zoomTo(zoom: number, at: Point, to: Point = at): void {
    const view = this.#view;
    const clamped = clampZoom(zoom);
    const place = view.toPage(at);
    if (clamped !== view.zoom) {
      view.setZoom(clamped);
      this.#onZoom(clamped);
    }
    // The content's new size is in the DOM already: the view's reactions run at once.
    this.#scroller.scrollLeft = place.x * view.pxPerUnit + view.windowLeft - to.x;
    this.#scroller.scrollTop = place.y * view.pxPerUnit - to.y;
    view.scrolled(this.#scroller.scrollLeft, this.#scroller.scrollTop);
  }

  /** As large as it fits, in the middle of the view. @param box page space */
  zoomToBox(box: Box): void {
    const view = this.#view;
    const middle = { x: view.width / 2, y: view.height / 2 };
    const least = 1e-3;
    const unit =
      FIT_RATIO *
      Math.min(view.width / Math.max(least, box.width), view.height / Math.max(least, box.height));
    const at = view.toView({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    this.zoomTo((view.zoom * unit) / view.pxPerUnit, at, middle);
  }

  /** Ctrl+wheel, and a pinch on a touchpad, which browsers tell as one. */
  wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const delta = Math.max(-60, Math.min(60, event.deltaY * lines));
    this.zoomTo(this.#view.zoom * Math.exp(-delta / 150), placeOn(this.#scroller, event));
  }
}
