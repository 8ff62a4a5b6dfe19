import type { Point } from '@cobble/engine';

/** The speed is measured over this time before the fingers are lifted, ms. */
const LOOK_BACK_MS = 80;
/** Fingers that stop for longer before they are lifted cause no momentum, ms. */
const REST_MS = 100;
/** Time in which the speed drops to 1/e, as in browsers, ms. */
const SLOWING_MS = 325;
/** The slowest and fastest speed; px per ms. */
const LEAST = 0.03;
const MOST = 4;

/** Momentum scrolling: continues to scroll after two fingers that moved the view are lifted. */
export class Gliding {
  readonly #scroller: HTMLElement;
  #way: { readonly x: number; readonly y: number; readonly at: number }[] = [];
  #frame = 0;

  constructor(scroller: HTMLElement) {
    this.#scroller = scroller;
  }

  /**
   * Notes the midpoint of the fingers.
   *
   * @param at the event's time, ms
   */
  moved({ x, y }: Point, at: number): void {
    this.#way = [...this.#way.filter((each) => at - each.at <= LOOK_BACK_MS), { x, y, at }];
  }

  /**
   * Starts momentum scrolling.
   *
   * @param at the event's time, ms
   */
  release(at: number): void {
    const [first] = this.#way;
    const last = this.#way.at(-1);
    this.#way = [];
    if (!first || !last || last.at <= first.at || at - last.at > REST_MS) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const time = last.at - first.at;
    const speed = { x: (first.x - last.x) / time, y: (first.y - last.y) / time };
    const faster = Math.max(1, Math.hypot(speed.x, speed.y) / MOST);
    this.#glide({ x: speed.x / faster, y: speed.y / faster });
  }

  /** Stops, because something else scrolls or presses the view. */
  stop(): void {
    this.#way = [];
    cancelAnimationFrame(this.#frame);
  }

  #glide(speed: Point): void {
    const scroller = this.#scroller;
    let { x, y } = speed;
    let before = performance.now();
    const place = { x: scroller.scrollLeft, y: scroller.scrollTop };
    const step = (): void => {
      const now = performance.now();
      const time = now - before;
      before = now;
      place.x += x * time;
      place.y += y * time;
      scroller.scrollTo(place.x, place.y);
      const slower = Math.exp(-time / SLOWING_MS);
      x *= slower;
      y *= slower;
      if (Math.hypot(x, y) > LEAST) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}
