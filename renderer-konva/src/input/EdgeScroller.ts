import type { Editor, Point } from '@cobble/engine';
import type { CanvasView } from '../canvas/CanvasView.ts';
import { edgeScrollStep } from './edgeScroll.ts';
import type { PointerLike } from './toInputEvent.ts';

/** How long a frame takes that scrolls by a whole step, ms: on quicker screens each scrolls less. */
const FRAME_MS = 1000 / 60;
/** After a longer pause than this the page does not leap on, ms. */
const MOST_FRAME_MS = 50;
/** An edge that the press itself was on still scrolls this near to it, px. */
const LEAST_ROOM_PX = 4;

type Place = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** Gestures during which the view scrolls when the pointer comes to its edge. */
const SCROLLING_MODES = new Set([
  'translating',
  'resizing',
  'rotating',
  'brushing',
  'resizing-section',
  'slicing',
]);

/**
 * Scrolls frame by frame while a gesture's pointer stays near the edge of the view. A press that began
 * there scrolls only once it comes nearer: what lies at the edge can be taken hold of in peace.
 */
export class EdgeScroller {
  readonly #editor: Editor;
  readonly #view: CanvasView;
  readonly #scroller: HTMLElement;
  #last: PointerLike | null = null;
  /** Where the scroller stands: looked up before the frame changes anything, else it costs a layout. */
  #box: Place = { left: 0, top: 0, width: 0, height: 0 };
  /** How far from each edge the pointer has been since the press, px. */
  #farthest: Readonly<Record<keyof Place, number>> | null = null;
  #frame = 0;
  #lastAt: number | null = null;
  /** What is not a whole px yet. */
  #rest: Point = { x: 0, y: 0 };

  constructor(editor: Editor, view: CanvasView, scroller: HTMLElement) {
    this.#editor = editor;
    this.#view = view;
    this.#scroller = scroller;
  }

  /** Told where the pressed pointer is, and where the scroller stands. */
  follow(pointer: PointerLike, box: Place): void {
    this.#last = pointer;
    this.#box = box;
    const x = pointer.clientX - box.left;
    const y = pointer.clientY - box.top;
    const been = this.#farthest;
    this.#farthest = {
      left: Math.max(LEAST_ROOM_PX, x, been?.left ?? 0),
      top: Math.max(LEAST_ROOM_PX, y, been?.top ?? 0),
      width: Math.max(LEAST_ROOM_PX, box.width - x, been?.width ?? 0),
      height: Math.max(LEAST_ROOM_PX, box.height - y, been?.height ?? 0),
    };
    this.#schedule();
  }

  /** Told that the press is over. */
  stop(): void {
    this.#last = null;
    this.#farthest = null;
    this.#lastAt = null;
    this.#rest = { x: 0, y: 0 };
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      this.#step(now);
    });
  }

  #step(now: number): void {
    const last = this.#last;
    const been = this.#farthest;
    const since = this.#lastAt === null ? FRAME_MS : now - this.#lastAt;
    const frames = Math.min(MOST_FRAME_MS, since) / FRAME_MS;
    this.#lastAt = null;
    if (!last || !been || !SCROLLING_MODES.has(this.#editor.mode.name)) return;
    const { left, top, width, height } = this.#box;
    const dx = edgeScrollStep(last.clientX - left, width, { near: been.left, far: been.width });
    const dy = edgeScrollStep(last.clientY - top, height, { near: been.top, far: been.height });
    if (dx === 0 && dy === 0) return;
    this.#rest = { x: this.#rest.x + dx * frames, y: this.#rest.y + dy * frames };
    const by = { x: Math.trunc(this.#rest.x), y: Math.trunc(this.#rest.y) };
    if (by.x !== 0 || by.y !== 0) {
      this.#rest = { x: this.#rest.x - by.x, y: this.#rest.y - by.y };
      const scroller = this.#scroller;
      const { scrollLeft, scrollTop } = scroller;
      scroller.scrollBy(by.x, by.y);
      if (scroller.scrollLeft === scrollLeft && scroller.scrollTop === scrollTop) return;
      this.#view.scrolled(scroller.scrollLeft, scroller.scrollTop);
    }
    this.#lastAt = now;
    this.#schedule();
  }
}
