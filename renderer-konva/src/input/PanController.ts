import { elementScale } from './pointerEvents.ts';

interface PanStart {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
}

/** Pans the view with the middle mouse button, or with the main button while Space is down. */
export class PanController {
  readonly #scroller: HTMLElement;
  #from: PanStart | null = null;
  #isSpaceDown = false;

  constructor(scroller: HTMLElement) {
    this.#scroller = scroller;
  }

  /** The pointer that pans, or null. */
  get pointerId(): number | null {
    return this.#from?.pointerId ?? null;
  }

  get isSpaceDown(): boolean {
    return this.#isSpaceDown;
  }

  /** Sets whether dragging pans. */
  setSpaceDown(isDown: boolean): void {
    if (isDown === this.#isSpaceDown) return;
    this.#isSpaceDown = isDown;
    if (!this.#from) this.#scroller.style.cursor = isDown ? 'grab' : 'default';
  }

  /** Starts panning if the press is one that pans. Returns whether it is. */
  begin(event: PointerEvent): boolean {
    if (event.button !== 1 && !(event.button === 0 && this.#isSpaceDown)) return false;
    event.preventDefault();
    const { scrollLeft: left, scrollTop: top } = this.#scroller;
    const { pointerId, clientX: x, clientY: y } = event;
    this.#from = { pointerId, x, y, left, top };
    this.#scroller.setPointerCapture(event.pointerId);
    this.#scroller.style.cursor = 'grabbing';
    return true;
  }

  /** Pans if the pointer is the one that pans. Returns whether any pointer does. */
  move(event: PointerEvent): boolean {
    if (!this.#from) return false;
    if (event.pointerId !== this.#from.pointerId) return true;
    // Releases over another window are not reported.
    if (event.buttons === 0) {
      this.end();
      return false;
    }
    const { x, y, left, top } = this.#from;
    const scale = elementScale(this.#scroller);
    const to = { left: left + (x - event.clientX) / scale, top: top + (y - event.clientY) / scale };
    this.#scroller.scrollTo(to);
    return true;
  }

  /** Ends panning. */
  end(): void {
    this.#from = null;
  }
}
