const DOUBLE_CLICK_MS = 400;
const MAX_DISTANCE_PX = 10;

/** Detects double clicks; browsers send no `dblclick` event for double taps. */
export class DoubleClickDetector {
  #last = { at: -Infinity, x: 0, y: 0 };

  /** Must be called for each click. Returns whether it completes a double click. */
  clicked({ timeStamp, button, clientX: x, clientY: y }: PointerEvent): boolean {
    const { at, x: lastX, y: lastY } = this.#last;
    const isNear = Math.hypot(x - lastX, y - lastY) < MAX_DISTANCE_PX;
    const isDouble = button === 0 && timeStamp - at < DOUBLE_CLICK_MS && isNear;
    this.#last = { at: isDouble ? -Infinity : timeStamp, x, y };
    return isDouble;
  }
}
