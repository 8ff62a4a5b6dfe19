import type { Point } from '@cobble/engine';
import type { CanvasView } from '../view/CanvasView.ts';
import { MomentumScroller } from './MomentumScroller.ts';
import type { ZoomController } from './ZoomController.ts';
import { toElementPoint } from './pointerEvents.ts';

/** Momentum follows if the fingers' distance never changed by more than this ratio. */
const ZOOM_THRESHOLD = 0.06;

/** Zooms and scrolls the canvas with two fingers. The selection does not change. */
export class PinchController {
  readonly #view: CanvasView;
  readonly #scroller: HTMLElement;
  readonly #zoom: ZoomController;
  readonly #onStart: () => boolean;
  readonly #momentum: MomentumScroller;
  #isZooming = false;
  /** The two fingers that zoom, by their identifiers, and where they started. */
  #start: { readonly fingers: Fingers; readonly distance: number; readonly zoom: number } | null =
    null;
  #center: Point = { x: 0, y: 0 };

  /**
   * @param onStart called when the second finger is down; returns false when the two fingers belong
   *   to another gesture, and otherwise cancels the gesture of the first finger
   */
  constructor(
    view: CanvasView,
    scroller: HTMLElement,
    zoom: ZoomController,
    onStart: () => boolean,
  ) {
    this.#view = view;
    this.#scroller = scroller;
    this.#zoom = zoom;
    this.#onStart = onStart;
    this.#momentum = new MomentumScroller(scroller);
  }

  /** Listens until the signal is aborted. */
  listen(signal: AbortSignal): void {
    const options = { signal, passive: false };
    const begin = (event: TouchEvent): void => {
      this.#momentum.stop();
      const [a, b] = event.touches;
      if (event.touches.length !== 2 || !a || !b) return;
      event.preventDefault();
      if (!this.#onStart()) return;
      const fingers = [a.identifier, b.identifier] as const;
      this.#start = { fingers, distance: distanceOf([a, b]), zoom: this.#view.zoom };
      this.#center = this.#centerOf([a, b]);
      this.#isZooming = false;
      this.#momentum.moved(this.#center, event.timeStamp);
    };
    const move = (event: TouchEvent): void => {
      const touches = this.#start && touchesOf(event, this.#start.fingers);
      if (!this.#start || !touches) return;
      event.preventDefault();
      const center = this.#centerOf(touches);
      const zoom = (this.#start.zoom * distanceOf(touches)) / this.#start.distance;
      this.#zoom.zoomTo(zoom, this.#center, center);
      this.#center = center;
      this.#isZooming ||= Math.abs(zoom / this.#start.zoom - 1) > ZOOM_THRESHOLD;
      this.#momentum.moved(center, event.timeStamp);
    };
    const end = (event: TouchEvent): void => {
      if (this.#start && !touchesOf(event, this.#start.fingers)) this.#start = null;
      if (event.touches.length > 0) return;
      if (this.#isZooming || event.type === 'touchcancel') this.#momentum.stop();
      else this.#momentum.release(event.timeStamp);
    };
    const stopMomentum = (): void => {
      this.#momentum.stop();
    };
    this.#scroller.addEventListener('wheel', stopMomentum, { signal, passive: true });
    this.#scroller.addEventListener('pointerdown', stopMomentum, { signal });
    signal.addEventListener('abort', stopMomentum);
    this.#scroller.addEventListener('touchstart', begin, options);
    this.#scroller.addEventListener('touchmove', move, options);
    this.#scroller.addEventListener('touchend', end, options);
    this.#scroller.addEventListener('touchcancel', end, options);
  }

  /** Ends zooming, without momentum. */
  stop(): void {
    this.#start = null;
    this.#momentum.stop();
  }

  #centerOf([a, b]: readonly [Touch, Touch]): Point {
    return toElementPoint(this.#scroller, {
      clientX: (a.clientX + b.clientX) / 2,
      clientY: (a.clientY + b.clientY) / 2,
    });
  }
}

type Fingers = readonly [number, number];

/** The touches of two fingers; null if one of them is no longer down. */
function touchesOf(event: TouchEvent, [first, second]: Fingers): [Touch, Touch] | null {
  const touches = [...event.touches];
  const a = touches.find(({ identifier }) => identifier === first);
  const b = touches.find(({ identifier }) => identifier === second);
  return a && b ? [a, b] : null;
}

function distanceOf([a, b]: readonly [Touch, Touch]): number {
  return Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
}
