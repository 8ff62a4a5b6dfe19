import { editedBlockOf, type Editor, type InputEvent } from '@cobble/engine';
import type { CanvasView } from '../canvas/CanvasView.ts';
import { DoubleClicks } from './DoubleClicks.ts';
import { EdgeScroller } from './EdgeScroller.ts';
import { type ChromeHit, cursorFor, hitChrome } from './hitChrome.ts';
import { Panning } from './Panning.ts';
import { PinchController } from './PinchController.ts';
import { type PointerLike, pointerTypeOf, toPointerFields } from './toInputEvent.ts';
import type { ZoomController } from './ZoomController.ts';

/** A finger that goes farther than this scrolls, px. */
const TAP_PX = 10;

/** Turns the browser's pointer events on the scroller into the engine's. */
export class PointerController {
  readonly #editor: Editor;
  readonly #view: CanvasView;
  readonly #scroller: HTMLElement;
  readonly #onHover: (hit: ChromeHit) => void;
  readonly #pinch: PinchController;
  readonly #panning: Panning;
  readonly #edges: EdgeScroller;
  readonly #clicks = new DoubleClicks();
  #pressed: number | null = null;
  /** A finger that is down on what is not selected: a tap if it stays, a scroll if it moves. */
  #tap: PointerEvent | null = null;
  #entryPoint: { x: number; y: number } | null = null;

  constructor(
    editor: Editor,
    view: CanvasView,
    scroller: HTMLElement,
    zoom: ZoomController,
    onHover: (hit: ChromeHit) => void,
  ) {
    this.#editor = editor;
    this.#view = view;
    this.#scroller = scroller;
    this.#onHover = onHover;
    this.#panning = new Panning(scroller);
    this.#edges = new EdgeScroller(editor, view, scroller, (pointer) => {
      this.#dispatch('pointermove', pointer);
    });
    this.#pinch = new PinchController(view, scroller, zoom, () => {
      this.cancel();
    });
  }

  /** Listens on the scroller; returns the way to stop. */
  listen(): () => void {
    const element = this.#scroller;
    const stop = new AbortController();
    const { signal } = stop;
    const handlers = {
      pointerdown: (event: PointerEvent) => {
        this.#down(event);
      },
      pointermove: (event: PointerEvent) => {
        this.#move(event);
      },
      pointerup: (event: PointerEvent) => {
        this.#up(event);
      },
      pointercancel: () => {
        this.cancel();
      },
      pointerleave: () => {
        this.#leave();
      },
    };
    for (const [type, handle] of Object.entries(handlers))
      element.addEventListener(type as keyof typeof handlers, handle, { signal });
    // Not passive: a finger on what is selected drags it and must not scroll.
    element.addEventListener(
      'touchstart',
      (event) => {
        this.#touchStart(event);
      },
      { signal, passive: false },
    );
    this.#pinch.listen(signal);
    return () => {
      stop.abort();
      this.#edges.stop();
    };
  }

  /** While Space is down a drag pans. */
  setSpaceDown(isDown: boolean): void {
    this.#panning.setSpaceDown(isDown);
  }

  /** Where the press was let go that is being handled just now, client px; null soon after. */
  entryPoint(): { x: number; y: number } | null {
    return this.#entryPoint;
  }

  /** Gives a gesture up. */
  cancel(): void {
    this.#tap = null;
    this.#panning.end();
    if (this.#pressed === null) return;
    this.#pressed = null;
    this.#edges.stop();
    this.#editor.dispatch({ type: 'pointercancel' });
  }

  #hit(event: PointerLike): ChromeHit {
    const type = pointerTypeOf(event.pointerType);
    return hitChrome(this.#editor, this.#fields(event), this.#view.pxPerUnit, type);
  }

  #fields(event: PointerLike): ReturnType<typeof toPointerFields> {
    return toPointerFields(event, this.#view, this.#scroller.getBoundingClientRect());
  }

  #dispatch(type: 'pointermove' | 'pointerup' | 'doubleclick', event: PointerLike): void {
    this.#editor.dispatch({ type, ...this.#fields(event) } satisfies InputEvent);
  }

  /** Whether a finger here takes hold of something instead of scrolling. */
  #grabs(event: PointerLike): boolean {
    const hit = this.#hit(event);
    if (hit.handle !== undefined || hit.sectionEdge !== undefined) return true;
    const { x, y } = this.#fields(event);
    const { index, selection } = this.#editor;
    return index.at({ x, y }).some((uuid) => selection.has(uuid));
  }

  #down(event: PointerEvent): void {
    if (!event.isPrimary || isInEditedText(event) || this.#isOnScrollbar(event)) return;
    if (this.#panning.begin(event)) return;
    if (event.pointerType === 'touch' && !this.#grabs(event)) {
      this.#tap = event;
      return;
    }
    this.#press(event);
    this.#scroller.setPointerCapture(event.pointerId);
  }

  #press(event: PointerEvent): void {
    this.#pressed = event.pointerId;
    this.#editor.dispatch({ type: 'pointerdown', ...this.#fields(event), ...this.#hit(event) });
  }

  #move(event: PointerEvent): void {
    if (this.#panning.move(event)) return;
    if (this.#tap) {
      const way = Math.hypot(event.clientX - this.#tap.clientX, event.clientY - this.#tap.clientY);
      if (way > TAP_PX) this.#tap = null;
      return;
    }
    if (event.pointerType === 'touch' && this.#pressed === null) return;
    if (this.#pressed !== null && event.pointerId !== this.#pressed) return;
    this.#dispatch('pointermove', event);
    if (this.#pressed === null) this.#showHover(event);
    else this.#edges.follow(event);
  }

  #up(event: PointerEvent): void {
    if (this.#panning.end()) {
      this.#showHover(event);
      return;
    }
    if (this.#tap) {
      this.#press(this.#tap);
      this.#tap = null;
    }
    if (this.#pressed !== event.pointerId) return;
    this.#pressed = null;
    this.#edges.stop();
    this.#entryPoint = { x: event.clientX, y: event.clientY };
    this.#dispatch('pointerup', event);
    const isDouble = this.#clicks.clicked(event);
    if (isDouble && editedBlockOf(this.#editor.mode) === null) this.#dispatch('doubleclick', event);
    // The overlay of the text is rendered right after; later ones have not come from this press.
    setTimeout(() => (this.#entryPoint = null), 100);
    this.#showHover(event);
  }

  #leave(): void {
    if (this.#pressed !== null) return;
    this.#editor.hover(null);
    this.#onHover({});
  }

  #touchStart(event: TouchEvent): void {
    const [touch] = event.touches;
    if (event.touches.length !== 1 || !touch || isInEditedText(event)) return;
    if (this.#grabs(touchAsPointer(touch, event))) event.preventDefault();
  }

  #showHover(event: PointerLike): void {
    const hit = event.pointerType === 'touch' ? {} : this.#hit(event);
    this.#onHover(hit);
    this.#scroller.style.cursor = this.#panning.isSpaceDown ? 'grab' : cursorFor(this.#editor, hit);
  }

  #isOnScrollbar(event: PointerEvent): boolean {
    const box = this.#scroller.getBoundingClientRect();
    return (
      event.clientX - box.left > this.#scroller.clientWidth ||
      event.clientY - box.top > this.#scroller.clientHeight
    );
  }
}

/** Presses inside of the text being edited are ProseMirror's. */
function isInEditedText(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-cobble-text]') !== null;
}

function touchAsPointer(touch: Touch, event: TouchEvent): PointerLike {
  const { clientX, clientY } = touch;
  const { shiftKey, altKey, ctrlKey, metaKey } = event;
  const keys = { shiftKey, altKey, ctrlKey, metaKey };
  return { clientX, clientY, pointerType: 'touch', pressure: 0.5, button: 0, ...keys };
}
