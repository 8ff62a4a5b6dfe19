import type { Editor, HandleName, InputEvent } from '@cobble/engine';
import type { CanvasView } from '../canvas/CanvasView.ts';
import { cursorOf, hitHandle } from '../chrome/handles.ts';
import { hitSectionEdge } from '../chrome/SectionEdges.tsx';
import { scaleBox, selectionFrameOf } from '../chrome/selectionFrame.ts';
import { edgeScrollStep } from './edgeScroll.ts';
import { PinchController } from './PinchController.ts';
import { type PointerLike, pointerTypeOf, toPointerFields } from './toInputEvent.ts';
import type { ZoomController } from './ZoomController.ts';

/** What the pointer is over, of what the canvas itself draws. */
export interface ChromeHit {
  readonly handle?: HandleName;
  readonly sectionEdge?: string;
}

/** Gestures during which the view scrolls when the pointer comes to its edge. */
const SCROLLING_MODES = new Set([
  'translating',
  'resizing',
  'rotating',
  'brushing',
  'resizing-section',
]);
const DOUBLE_CLICK_MS = 400;
const TAP_PX = 10;

/** Turns the browser's pointer events on the scroller into the engine's. */
export class PointerController {
  readonly #editor: Editor;
  readonly #view: CanvasView;
  readonly #scroller: HTMLElement;
  readonly #onHover: (hit: ChromeHit) => void;
  readonly #pinch: PinchController;
  #pressed: number | null = null;
  #panFrom: { x: number; y: number; left: number; top: number } | null = null;
  /** A finger that is down on what is not selected: a tap if it stays, a scroll if it moves. */
  #tap: PointerEvent | null = null;
  #lastClick = { at: 0, x: 0, y: 0 };
  #last: PointerLike | null = null;
  #frame = 0;
  #entryPoint: { x: number; y: number } | null = null;
  #isSpaceDown = false;

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
    this.#pinch = new PinchController(view, scroller, zoom, () => {
      this.cancel();
    });
  }

  /** Listens on the scroller; returns the way to stop. */
  listen(): () => void {
    const element = this.#scroller;
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener(
      'pointerdown',
      (event) => {
        this.#down(event);
      },
      { signal },
    );
    element.addEventListener(
      'pointermove',
      (event) => {
        this.#move(event);
      },
      { signal },
    );
    element.addEventListener(
      'pointerup',
      (event) => {
        this.#up(event);
      },
      { signal },
    );
    element.addEventListener(
      'pointercancel',
      () => {
        this.cancel();
      },
      { signal },
    );
    element.addEventListener(
      'pointerleave',
      () => {
        this.#leave();
      },
      { signal },
    );
    // Not passive: a finger on what is selected drags it and must not scroll.
    const touch = { signal, passive: false };
    element.addEventListener(
      'touchstart',
      (event) => {
        this.#touchStart(event);
      },
      touch,
    );
    this.#pinch.listen(signal);
    return () => {
      stop.abort();
      cancelAnimationFrame(this.#frame);
    };
  }

  /** While Space is down a drag pans. */
  setSpaceDown(isDown: boolean): void {
    if (isDown === this.#isSpaceDown) return;
    this.#isSpaceDown = isDown;
    if (!this.#panFrom) this.#scroller.style.cursor = isDown ? 'grab' : 'default';
  }

  /** Where the press was let go that is being handled just now, client px; null soon after. */
  entryPoint(): { x: number; y: number } | null {
    return this.#entryPoint;
  }

  /** Gives a gesture up. */
  cancel(): void {
    this.#tap = null;
    this.#panFrom = null;
    if (this.#pressed === null) return;
    this.#pressed = null;
    this.#last = null;
    this.#editor.dispatch({ type: 'pointercancel' });
  }

  /** The handle or section edge under a pointer. */
  hit(event: PointerLike): ChromeHit {
    const editor = this.#editor;
    if (!editor.permissions.canEdit || editor.mode.name === 'text-editing') return {};
    const type = pointerTypeOf(event.pointerType);
    const point = this.#fields(event);
    const frame = selectionFrameOf(editor);
    const px = this.#view.pxPerUnit;
    if (frame && !frame.isLocked) {
      const at = { x: point.x * px, y: point.y * px };
      const handle = hitHandle(scaleBox(frame.box, px), frame.rotationDeg, at, type);
      if (handle) return { handle };
    }
    const sectionEdge = hitSectionEdge(editor, point, px, type);
    if (sectionEdge === null) return {};
    // An edge gives way to a block that lies over it, but for its grip.
    const over = editor.hitTest(point);
    const onGrip = Math.abs(point.x - 0.5) * px < 30;
    return over === null || onGrip ? { sectionEdge } : {};
  }

  #fields(event: PointerLike): ReturnType<typeof toPointerFields> {
    return toPointerFields(event, this.#view, this.#scroller.getBoundingClientRect());
  }

  #dispatch(type: 'pointermove' | 'pointerup' | 'doubleclick', event: PointerLike): void {
    this.#editor.dispatch({ type, ...this.#fields(event) } satisfies InputEvent);
  }

  /** Whether a finger here takes hold of something instead of scrolling. */
  #grabs(event: PointerLike): boolean {
    const hit = this.hit(event);
    if (hit.handle !== undefined || hit.sectionEdge !== undefined) return true;
    const { x, y } = this.#fields(event);
    const { index, selection } = this.#editor;
    return index.at({ x, y }).some((uuid) => selection.has(uuid));
  }

  #down(event: PointerEvent): void {
    if (!event.isPrimary || isInEditedText(event) || this.#isOnScrollbar(event)) return;
    if (event.button === 1 || (event.button === 0 && this.#isSpaceDown)) {
      event.preventDefault();
      const { scrollLeft: left, scrollTop: top } = this.#scroller;
      this.#panFrom = { x: event.clientX, y: event.clientY, left, top };
      this.#scroller.setPointerCapture(event.pointerId);
      this.#scroller.style.cursor = 'grabbing';
      return;
    }
    if (event.pointerType === 'touch' && !this.#grabs(event)) {
      this.#tap = event;
      return;
    }
    this.#press(event);
    this.#scroller.setPointerCapture(event.pointerId);
  }

  #press(event: PointerEvent): void {
    this.#pressed = event.pointerId;
    this.#last = event;
    this.#editor.dispatch({ type: 'pointerdown', ...this.#fields(event), ...this.hit(event) });
  }

  #move(event: PointerEvent): void {
    if (this.#panFrom) {
      const { x, y, left, top } = this.#panFrom;
      this.#scroller.scrollTo(left + x - event.clientX, top + y - event.clientY);
      return;
    }
    if (this.#tap) {
      const way = Math.hypot(event.clientX - this.#tap.clientX, event.clientY - this.#tap.clientY);
      if (way > TAP_PX) this.#tap = null;
      return;
    }
    if (event.pointerType === 'touch' && this.#pressed === null) return;
    if (this.#pressed !== null && event.pointerId !== this.#pressed) return;
    this.#last = event;
    this.#dispatch('pointermove', event);
    if (this.#pressed === null) this.#showHover(event);
    else this.#scrollAtEdge();
  }

  #up(event: PointerEvent): void {
    if (this.#panFrom) {
      this.#panFrom = null;
      this.#showHover(event);
      return;
    }
    if (this.#tap) {
      this.#press(this.#tap);
      this.#tap = null;
    }
    if (this.#pressed !== event.pointerId) return;
    this.#pressed = null;
    this.#last = null;
    this.#entryPoint = { x: event.clientX, y: event.clientY };
    this.#dispatch('pointerup', event);
    this.#clicked(event);
    // The overlay of the text is rendered right after; later ones have not come from this press.
    setTimeout(() => (this.#entryPoint = null), 100);
    this.#showHover(event);
  }

  /** Browsers send no double click for touch; counting is the same for all. */
  #clicked(event: PointerEvent): void {
    const { at, x, y } = this.#lastClick;
    const near = Math.hypot(event.clientX - x, event.clientY - y) < TAP_PX;
    const isDouble = event.button === 0 && event.timeStamp - at < DOUBLE_CLICK_MS && near;
    this.#lastClick = {
      at: isDouble ? 0 : event.timeStamp,
      x: event.clientX,
      y: event.clientY,
    };
    if (isDouble && this.#editor.mode.name !== 'text-editing') this.#dispatch('doubleclick', event);
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
    const hit = event.pointerType === 'touch' ? {} : this.hit(event);
    this.#onHover(hit);
    this.#scroller.style.cursor = this.#cursorFor(hit);
  }

  #cursorFor({ handle, sectionEdge }: ChromeHit): string {
    const editor = this.#editor;
    if (this.#isSpaceDown) return 'grab';
    if (handle !== undefined) return cursorOf(handle, selectionFrameOf(editor)?.rotationDeg ?? 0);
    if (sectionEdge !== undefined) return 'row-resize';
    if (editor.hoveredId !== null && editor.permissions.canEdit)
      return editor.blocks.get(editor.hoveredId)?.locked ? 'default' : 'move';
    return 'default';
  }

  #scrollAtEdge(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const last = this.#last;
      if (!last || !SCROLLING_MODES.has(this.#editor.mode.name)) return;
      const box = this.#scroller.getBoundingClientRect();
      const dx = edgeScrollStep(last.clientX - box.left, box.width);
      const dy = edgeScrollStep(last.clientY - box.top, box.height);
      const { scrollLeft, scrollTop } = this.#scroller;
      this.#scroller.scrollBy(dx, dy);
      if (this.#scroller.scrollLeft === scrollLeft && this.#scroller.scrollTop === scrollTop)
        return;
      this.#view.scrolled(this.#scroller.scrollLeft, this.#scroller.scrollTop);
      this.#dispatch('pointermove', last);
      this.#scrollAtEdge();
    });
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
