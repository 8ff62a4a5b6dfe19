/** How long a finger rests before it asks for the menu, ms. */
const LONG_PRESS_MS = 500;

/** Waits whether a finger stays where it is. */
export class LongPress {
  readonly #onLong: (pointer: PointerEvent) => void;
  readonly #reachPx: number;
  #from: PointerEvent | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param reachPx a finger that goes farther than this means something else
   * @param onLong told once, with the press, when it has rested long enough
   */
  constructor(reachPx: number, onLong: (pointer: PointerEvent) => void) {
    this.#reachPx = reachPx;
    this.#onLong = onLong;
  }

  /** A finger is down. */
  begin(event: PointerEvent): void {
    this.stop();
    this.#from = event;
    this.#timer = setTimeout(() => {
      this.stop();
      this.#onLong(event);
    }, LONG_PRESS_MS);
  }

  /** It is here now. */
  moved(event: PointerEvent): void {
    const from = this.#from;
    if (!from || event.pointerId !== from.pointerId) return;
    const way = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY);
    if (way > this.#reachPx) this.stop();
  }

  /** It is up, or means something else. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#from = null;
  }
}
