/** How long a finger must stay in place to open the menu, ms. */
const LONG_PRESS_MS = 500;

/** Detects long presses by touch. */
export class LongPressDetector {
  readonly #onLong: (pointer: PointerEvent) => void;
  readonly #tolerancePx: number;
  #from: PointerEvent | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param tolerancePx a finger that moves further is not a long press
   * @param onLong called once with the `pointerdown` event
   */
  constructor(tolerancePx: number, onLong: (pointer: PointerEvent) => void) {
    this.#tolerancePx = tolerancePx;
    this.#onLong = onLong;
  }

  /** A finger was put down. */
  begin(event: PointerEvent): void {
    this.stop();
    this.#from = event;
    this.#timer = setTimeout(() => {
      this.stop();
      this.#onLong(event);
    }, LONG_PRESS_MS);
  }

  /** A finger moved. */
  moved(event: PointerEvent): void {
    const from = this.#from;
    if (!from || event.pointerId !== from.pointerId) return;
    const way = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY);
    if (way > this.#tolerancePx) this.stop();
  }

  /** The finger was lifted, or another gesture has started. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#from = null;
  }
}
