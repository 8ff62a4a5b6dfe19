import type { Box, Point } from '@cobble/engine';
import type { CanvasView } from '../view/CanvasView.ts';
import { clampZoom, ZOOM_FIT_RATIO, ZOOM_STEP } from '../view/zoom.ts';
import { toElementPoint } from './pointerEvents.ts';

/** Zooms so that the page position under the pointer stays under it. */
export class ZoomController {
  readonly #view: CanvasView;
  readonly #scroller: HTMLElement;
  readonly #onZoom: (zoom: number) => void;

  /** @param onZoom called when the zoom has changed */
  constructor(view: CanvasView, scroller: HTMLElement, onZoom: (zoom: number) => void) {
    this.#view = view;
    this.#scroller = scroller;
    this.#onZoom = onZoom;
  }

  /**
   * Sets the zoom, clamped to its range.
   *
   * @param at the point in view px whose page position is the centre of the zoom
   * @param to where that page position moves to, view px; default: it stays
   */
  zoomTo(zoom: number, at: Point, to: Point = at): void {
    const view = this.#view;
    const clamped = clampZoom(zoom);
    const anchor = view.toPage(at);
    if (clamped !== view.zoom) {
      view.setZoom(clamped);
      this.#onZoom(clamped);
    }
    // The content already has its new size: the view's reactions run synchronously.
    this.#scroller.scrollLeft = anchor.x * view.pxPerUnit + view.windowLeft - to.x;
    this.#scroller.scrollTop = anchor.y * view.pxPerUnit - to.y;
    view.scrolled(this.#scroller.scrollLeft, this.#scroller.scrollTop);
  }

  /** Zooms so that a box of page space fits the view with a margin, centred. */
  zoomToBox(box: Box): void {
    const view = this.#view;
    const middle = { x: view.width / 2, y: view.height / 2 };
    const minSize = 1e-3;
    const unit =
      ZOOM_FIT_RATIO *
      Math.min(
        view.width / Math.max(minSize, box.width),
        view.height / Math.max(minSize, box.height),
      );
    const at = view.toView({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    this.zoomTo((view.zoom * unit) / view.pxPerUnit, at, middle);
  }

  /** Zooms on Ctrl+wheel, which is also how browsers report a pinch on a touchpad. */
  wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const delta = Math.max(-60, Math.min(60, event.deltaY * lines));
    this.zoomTo(this.#view.zoom * Math.exp(-delta / 150), toElementPoint(this.#scroller, event));
  }

  /**
   * Handles Ctrl with + or - (Cmd on a Mac), Shift+0 (100%), Shift+1 (whole page) and Shift+2
   * (selection). Returns false for other keys, and for Shift+2 without a selection.
   */
  key(event: KeyboardEvent): boolean {
    const view = this.#view;
    const middle = { x: view.width / 2, y: view.height / 2 };
    const ctrl = event.ctrlKey || event.metaKey;
    const digit = event.shiftKey && !ctrl && !event.altKey ? event.code : '';
    const box = this.#boxOf(digit);
    if (ctrl && (event.key === '+' || event.key === '='))
      this.zoomTo(view.zoom * ZOOM_STEP, middle);
    else if (ctrl && event.key === '-') this.zoomTo(view.zoom / ZOOM_STEP, middle);
    else if (digit === 'Digit0') this.zoomTo(1, middle);
    else if (box) this.zoomToBox(box);
    else return false;
    event.preventDefault();
    return true;
  }

  /** The box that a digit key zooms to, page space. */
  #boxOf(digit: string): Box | null {
    const { editor } = this.#view;
    if (digit === 'Digit2') return editor.selectionBox;
    if (digit !== 'Digit1') return null;
    const last = editor.sectionIds.at(-1);
    const box = last === undefined ? null : editor.boxOf(last);
    return { x: 0, y: 0, width: 1, height: Math.max(0.5, box ? box.y + box.height : 0) };
  }
}
