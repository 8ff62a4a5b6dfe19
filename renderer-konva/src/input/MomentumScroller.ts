import type { Point } from '@cobble/engine';

/** The speed is measured over this time before the fingers are lifted, ms. */
const SPEED_WINDOW_MS = 80;
/** Fingers that stop for longer before they are lifted cause no momentum, ms. */
const MAX_STOP_MS = 100;
/** Time in which the speed drops to 1/e, as in browsers, ms. */
const DECAY_MS = 325;
/** The slowest and fastest speed; px per ms. */
const MIN_SPEED = 0.03;
const MAX_SPEED = 4;

/** Momentum scrolling: continues to scroll after two fingers that moved the view are lifted. */
export class MomentumScroller {
  readonly #scroller: HTMLElement;
  #path: { readonly x: number; readonly y: number; readonly at: number }[] = [];
  #frame = 0;

  constructor(scroller: HTMLElement) {
    this.#scroller = scroller;
  }

  /**
   * Records the midpoint of the fingers.
   *
   * @param at the event's time, ms
   */
  moved({ x, y }: Point, at: number): void {
    this.#path = [...this.#path.filter((each) => at - each.at <= SPEED_WINDOW_MS), { x, y, at }];
  }

  /**
   * Starts momentum scrolling, unless the fingers had stopped or the user prefers reduced motion.
   *
   * @param at the event's time, ms
   */
  release(at: number): void {
    const [first] = this.#path;
    const last = this.#path.at(-1);
    this.#path = [];
    if (!first || !last || last.at <= first.at || at - last.at > MAX_STOP_MS) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const elapsed = last.at - first.at;
    const speed = { x: (first.x - last.x) / elapsed, y: (first.y - last.y) / elapsed };
    const excess = Math.max(1, Math.hypot(speed.x, speed.y) / MAX_SPEED);
    this.#start({ x: speed.x / excess, y: speed.y / excess });
  }

  /** Stops momentum scrolling and discards the recorded midpoints. */
  stop(): void {
    this.#path = [];
    cancelAnimationFrame(this.#frame);
  }

  #start(speed: Point): void {
    const scroller = this.#scroller;
    let { x, y } = speed;
    let before = performance.now();
    const position = { x: scroller.scrollLeft, y: scroller.scrollTop };
    const step = (): void => {
      const now = performance.now();
      const elapsed = now - before;
      before = now;
      const decay = Math.exp(-elapsed / DECAY_MS);
      // The speed drops during the frame too, or a long one would carry the page away.
      position.x += x * DECAY_MS * (1 - decay);
      position.y += y * DECAY_MS * (1 - decay);
      scroller.scrollTo(position.x, position.y);
      x *= decay;
      y *= decay;
      if (Math.hypot(x, y) > MIN_SPEED) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}
