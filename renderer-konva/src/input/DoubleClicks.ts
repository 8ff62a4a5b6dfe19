const DOUBLE_CLICK_MS = 400;
const REACH_PX = 10;

/** Counts clicks: browsers send no double click for touch, so that counting is the same for all. */
export class DoubleClicks {
  #last = { at: -Infinity, x: 0, y: 0 };

  /** Told of each click; whether it is the second of two. */
  clicked({ timeStamp, button, clientX: x, clientY: y }: PointerEvent): boolean {
    const { at, x: lastX, y: lastY } = this.#last;
    const isNear = Math.hypot(x - lastX, y - lastY) < REACH_PX;
    const isDouble = button === 0 && timeStamp - at < DOUBLE_CLICK_MS && isNear;
    this.#last = { at: isDouble ? -Infinity : timeStamp, x, y };
    return isDouble;
  }
}
