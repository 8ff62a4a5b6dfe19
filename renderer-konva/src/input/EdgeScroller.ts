import type { Editor } from '@cobble/engine';
import type { CanvasView } from '../canvas/CanvasView.ts';
import { edgeScrollStep } from './edgeScroll.ts';
import type { PointerLike } from './toInputEvent.ts';

/** Gestures during which the view scrolls when the pointer comes to its edge. */
const SCROLLING_MODES = new Set([
  'translating',
  'resizing',
  'rotating',
  'brushing',
  'resizing-section',
  'slicing',
]);

/** Scrolls frame by frame while a gesture's pointer stays near the edge of the view. */
export class EdgeScroller {
  readonly #editor: Editor;
  readonly #view: CanvasView;
  readonly #scroller: HTMLElement;
  readonly #onScrolled: (pointer: PointerLike) => void;
  #last: PointerLike | null = null;
  /** Where the scroller stands: looked up before the frame changes anything, else it costs a layout. */
  #box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'> = {
    left: 0,
    top: 0,
    width: 0,
    height: 0,
  };
  #frame = 0;

  /** @param onScrolled told after each step: the pointer is over another place of the page now */
  constructor(
    editor: Editor,
    view: CanvasView,
    scroller: HTMLElement,
    onScrolled: (pointer: PointerLike) => void,
  ) {
    this.#editor = editor;
    this.#view = view;
    this.#scroller = scroller;
    this.#onScrolled = onScrolled;
  }

  /** Told where the pressed pointer is, and where the scroller stands. */
  follow(pointer: PointerLike, box: DOMRect): void {
    this.#last = pointer;
    this.#box = box;
    this.#schedule();
  }

  /** Told that the press is over. */
  stop(): void {
    this.#last = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#step();
    });
  }

  #step(): void {
    const last = this.#last;
    if (!last || !SCROLLING_MODES.has(this.#editor.mode.name)) return;
    const scroller = this.#scroller;
    const box = this.#box;
    const dx = edgeScrollStep(last.clientX - box.left, box.width);
    const dy = edgeScrollStep(last.clientY - box.top, box.height);
    if (dx === 0 && dy === 0) return;
    const { scrollLeft, scrollTop } = scroller;
    scroller.scrollBy(dx, dy);
    if (scroller.scrollLeft === scrollLeft && scroller.scrollTop === scrollTop) return;
    this.#view.scrolled(scroller.scrollLeft, scroller.scrollTop);
    this.#onScrolled(last);
    this.#schedule();
  }
}
