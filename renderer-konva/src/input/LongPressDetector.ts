/** How long a finger must stay in place to open the menu, ms. */
const LONG_PRESS_MS = 500;

/** Detects long presses by touch. */
export class LongPressDetector {
  readonly #onLong: (pointer: PointerEvent) => void;
  readonly #tolerancePx: number;
  #from: PointerEvent | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param tolerancePx how far a finger may move during a long press
   * @param onLong called once with the `pointerdown` event
   */
  constructor(tolerancePx: number, onLong: (pointer: PointerEvent) => void) {
    this.#tolerancePx = tolerancePx;
    this.#onLong = onLong;
  }

  /** Must be called when a finger is put down. */
  begin(event: PointerEvent): void {
    this.stop();
    this.#from = event;
    this.#timer = setTimeout(() => {
      this.stop();
      this.#onLong(event);
    }, LONG_PRESS_MS);
  }

  /** Must be called when a finger moves. */
  moved(event: PointerEvent): void {
    const from = this.#from;
    if (!from || event.pointerId !== from.pointerId) return;
    const distance = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY);
    if (distance > this.#tolerancePx) this.stop();
  }

  /** Must be called when a finger is lifted or lost. */
  ended(pointerId: number): void {
    if (this.#from?.pointerId === pointerId) this.stop();
  }

  /** Must be called when another gesture starts. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#from = null;
  }
}
