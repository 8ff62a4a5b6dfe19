import { editedBlockOf, type Editor, type InputEvent } from '@cobble/engine';
import { autorun, reaction } from 'mobx';
import type { CanvasView } from '../view/CanvasView.ts';
import { isEditedText } from './keyboard.ts';
import { cursorFor } from './cursors.ts';
import { DoubleClickDetector } from './DoubleClickDetector.ts';
import { EdgeScroller } from './EdgeScroller.ts';
import type { ChromeHit, ChromeHover, ChromeState } from '../chrome/ChromeState.ts';
import { hitChrome } from '../chrome/hitChrome.ts';
import { LongPressDetector } from './LongPressDetector.ts';
import { PanController } from './PanController.ts';
import { PinchController } from './PinchController.ts';
import {
  coalescedOf,
  type PointerLike,
  pointerTypeOf,
  toPointerFields,
  touchAsPointer,
} from './pointerEvents.ts';
import { clampToView } from './pointerEvents.ts';
import type { ZoomController } from './ZoomController.ts';
import { toElementPoint } from './pointerEvents.ts';

/** A finger that moves further scrolls, px. */
const TAP_PX = 10;
/** A second finger this close to the selection pinches it; further away it zooms the canvas, px. */
const PINCH_REACH_PX = 48;

/** Turns pointer events on the scroller into the engine's input events. */
export class PointerController {
  readonly #state: ChromeState;
  readonly #editor: Editor;
  readonly #view: CanvasView;
  readonly #scroller: HTMLElement;
  readonly #onHover: (hover: ChromeHover) => void;
  readonly #pinch: PinchController;
  readonly #panning: PanController;
  readonly #edges: EdgeScroller;
  readonly #doubleClicks = new DoubleClickDetector();
  readonly #longPress: LongPressDetector;
  #pressed: number | null = null;
  /** The last event of the pressed pointer. */
  #last: PointerEvent | null = null;
  /** The pressed button, as in `PointerEvent.buttons`; 0 when a script pressed it. */
  #button = 0;
  /** The second finger of a pinch of the selection. */
  #secondFinger: number | null = null;
  /** A finger on something unselected: a tap if it stays, a scroll if it moves. */
  #tap: PointerEvent | null = null;
  /** Whether the press opened the menu, so that its release must not become a click. */
  #hasOpenedMenu = false;
  #entryPoint: { x: number; y: number } | null = null;

  /** @param onHover called with the chrome that the pointer is over or near */
  constructor(
    state: ChromeState,
    scroller: HTMLElement,
    zoom: ZoomController,
    onHover: (hover: ChromeHover) => void,
  ) {
    const { editor, view } = state;
    this.#state = state;
    this.#editor = editor;
    this.#view = view;
    this.#scroller = scroller;
    this.#onHover = onHover;
    this.#panning = new PanController(scroller);
    this.#edges = new EdgeScroller(editor, view, scroller);
    this.#pinch = new PinchController(view, scroller, zoom, () => this.#yieldToZoom());
    this.#longPress = new LongPressDetector(TAP_PX, (event) => {
      // A tool's press goes on: it may be the start of a drag.
      if (this.#editor.mode.name === 'tool') this.#dispatch('longpress', event);
      else this.#openMenu(event);
    });
  }

  /** Listens on the scroller. Returns a function that stops it. */
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
      pointercancel: (event: PointerEvent) => {
        this.#lost(event);
      },
      pointerleave: () => {
        this.#leave();
      },
      // The engine's `onMenu` opens the host's menu.
      contextmenu: (event: MouseEvent) => {
        if (isEditedText(event.target)) return;
        event.preventDefault();
        // Ctrl+click opens the menu on a Mac.
        if (event.ctrlKey && event.button === 0 && this.#pressed !== null)
          this.#openMenu(event as PointerEvent);
      },
    };
    for (const [type, handle] of Object.entries(handlers))
      element.addEventListener(type as 'pointerdown', handle, { signal });
    element.addEventListener(
      'mousedown',
      (event) => {
        // The press opened a menu, which must keep the focus.
        if (event.button === 2 && !isEditedText(event.target)) event.preventDefault();
      },
      { signal },
    );
    // Not passive: a finger on the selection drags it and must not scroll.
    const notPassive = { signal, passive: false };
    element.addEventListener(
      'touchstart',
      (event) => {
        this.#touchStart(event);
      },
      notPassive,
    );
    element.addEventListener(
      'touchend',
      (event) => {
        if (this.#hasOpenedMenu && event.cancelable) event.preventDefault();
      },
      notPassive,
    );
    this.#pinch.listen(signal);
    const stopModes = autorun(() => {
      element.style.touchAction = this.#takesFingers ? 'none' : 'pan-x pan-y';
      element.style.cursor = cursorFor(this.#state, {});
    });
    const stopView = reaction(
      () => [this.#view.scrollLeft, this.#view.scrollTop, this.#view.pxPerUnit],
      () => {
        this.#viewMoved();
      },
    );
    return () => {
      stop.abort();
      stopModes();
      stopView();
      this.#edges.stop();
      this.#longPress.stop();
    };
  }

  /** Whether a press that was sent to the editor has not ended yet. */
  get isDown(): boolean {
    return this.#pressed !== null;
  }

  /** Sets whether dragging pans, as it does while Space is down. */
  setSpaceDown(isDown: boolean): void {
    this.#panning.setSpaceDown(isDown);
  }

  /** Client px where the last press was released on a block, for 100 ms after that; else null. */
  entryPoint(): { x: number; y: number } | null {
    return this.#entryPoint;
  }

  /** Cancels the current gesture. */
  cancel(): void {
    this.#tap = null;
    this.#panning.end();
    this.#longPress.stop();
    const pointers = [this.#pressed, this.#secondFinger];
    this.#forgetPress();
    for (const pointerId of pointers) this.#cancelInEditor(pointerId);
  }

  #forgetPress(): void {
    this.#pressed = null;
    this.#secondFinger = null;
    this.#last = null;
    this.#edges.stop();
  }

  #cancelInEditor(pointerId: number | null): void {
    if (pointerId !== null) this.#editor.dispatch({ type: 'pointercancel', pointerId });
  }

  /** The system has taken a pointer away, such as a palm or a finger that scrolls. */
  #lost({ pointerId }: PointerEvent): void {
    this.#longPress.ended(pointerId);
    if (this.#tap?.pointerId === pointerId) this.#tap = null;
    if (this.#panning.pointerId === pointerId) this.#panning.end();
    if (pointerId !== this.#pressed && pointerId !== this.#secondFinger) return;
    this.#forgetFinger(pointerId);
    this.#cancelInEditor(pointerId);
  }

  /** Forgets a pressed pointer. The other finger of a pinch, if any, is now the pressed one. */
  #forgetFinger(pointerId: number): void {
    const other = pointerId === this.#pressed ? this.#secondFinger : this.#pressed;
    const last = this.#last;
    this.#forgetPress();
    this.#pressed = other;
    if (other !== null && last?.pointerId === other) this.#last = last;
  }

  get #isDrawing(): boolean {
    return this.#editor.mode.name === 'drawing';
  }

  /** Whether one finger draws or controls a host's tool, wherever it is put down, and never scrolls. */
  get #takesFingers(): boolean {
    return this.#isDrawing || this.#editor.mode.name === 'tool';
  }

  /**
   * Clamps the pointer to the viewport while blocks are dragged, as they would get lost outside it.
   */
  #clampToView(event: PointerEvent): PointerLike {
    return this.#editor.mode.name === 'translating' ? clampToView(event, this.#scroller) : event;
  }

  #hit(event: PointerLike): ChromeHit {
    return hitChrome(this.#state, this.#fields(event), pointerTypeOf(event.pointerType));
  }

  #fields(event: PointerLike): ReturnType<typeof toPointerFields> {
    return toPointerFields(event, this.#view, toElementPoint(this.#scroller, event));
  }

  #dispatch(
    type: 'pointermove' | 'pointerup' | 'doubleclick' | 'longpress',
    event: PointerLike,
  ): void {
    this.#editor.dispatch({ type, ...this.#fields(event) } satisfies InputEvent);
  }

  /** Whether a finger here grabs something instead of scrolling. */
  #grabs(event: PointerLike): boolean {
    if (this.#takesFingers) return true;
    if (Object.keys(this.#hit(event)).length > 0) return true;
    const { index, selection } = this.#editor;
    return index.at(this.#fields(event)).some((uuid) => selection.has(uuid));
  }

  #down(event: PointerEvent): void {
    if (isEditedText(event.target) || this.#isOnScrollbar(event)) return;
    const isFinger = event.pointerType === 'touch';
    // The hand that holds the pen.
    if (isFinger && this.#editor.isPenInUse) return;
    this.#releaseUnreported(event);
    if (event.pointerType === 'pen') this.#cancelFingers();
    if (isFinger && !event.isPrimary) {
      this.#addSecondFinger(event);
      return;
    }
    // Until a press ends, other pointers do nothing.
    if (this.#pressed !== null || this.#panning.pointerId !== null) return;
    this.#tap = null;
    this.#longPress.stop();
    this.#hasOpenedMenu = false;
    if (this.#panning.begin(event)) return;
    if (isFinger && !this.#isDrawing) this.#longPress.begin(event);
    if (isFinger && !this.#grabs(event)) {
      this.#tap = event;
      return;
    }
    this.#press(event);
    this.#scroller.setPointerCapture(event.pointerId);
  }

  #press(event: PointerEvent): void {
    this.#pressed = event.pointerId;
    this.#last = event;
    this.#button = event.buttons;
    this.#edges.follow(event, this.#scroller.getBoundingClientRect());
    this.#editor.dispatch({ type: 'pointerdown', ...this.#fields(event), ...this.#hit(event) });
  }

  /** Ends a press whose release was not reported, as the given event shows. */
  #releaseUnreported({ pointerId, pointerType, isPrimary }: PointerEvent): void {
    if (this.#panning.pointerId === pointerId) this.#panning.end();
    const [pressed, last, second] = [this.#pressed, this.#last, this.#secondFinger];
    // Without a last event, it is the remaining finger of a pinch.
    const isOnlyOfItsType = isPrimary && pointerType === (last?.pointerType ?? 'touch');
    if (pressed === null || (pointerId !== pressed && !isOnlyOfItsType)) return;
    this.#forgetPress();
    if (last) this.#dispatch('pointerup', this.#clampToView(last));
    else this.#cancelInEditor(pressed);
    this.#cancelInEditor(second);
  }

  /** Cancels what fingers have begun, when a pen is put down. */
  #cancelFingers(): void {
    this.#tap = null;
    this.#longPress.stop();
    this.#pinch.stop();
    if (this.#pressed !== null && (this.#last?.pointerType ?? 'touch') === 'touch') this.cancel();
  }

  /** A second finger near the selection pinches it while the first one presses it. */
  #addSecondFinger(event: PointerEvent): void {
    if (this.#last?.pointerType !== 'touch' || this.#secondFinger !== null) return;
    const { mode, selectionBox: box } = this.#editor;
    if ((mode.name !== 'pressing' && mode.name !== 'translating') || !box) return;
    const { x, y } = this.#fields(event);
    const reach = PINCH_REACH_PX / this.#view.pxPerUnit;
    if (x < box.x - reach || x > box.x + box.width + reach) return;
    if (y < box.y - reach || y > box.y + box.height + reach) return;
    this.#longPress.stop();
    this.#edges.stop();
    this.#secondFinger = event.pointerId;
    this.#editor.dispatch({ type: 'pointerdown', ...this.#fields(event) });
    this.#scroller.setPointerCapture(event.pointerId);
  }

  /** Two fingers are down. Cancels the first one's gesture and returns true if they may zoom. */
  #yieldToZoom(): boolean {
    if (this.#isDrawing || this.#editor.mode.name === 'pinching' || this.#editor.isPenInUse)
      return false;
    // A mouse is dragging.
    if (this.#last !== null && this.#last.pointerType !== 'touch') return false;
    this.cancel();
    return true;
  }

  #openMenu(event: PointerEvent): void {
    const { mode } = this.#editor;
    if (this.#tap === null && mode.name !== 'pressing') return;
    this.#hasOpenedMenu = true;
    this.#tap = null;
    const pressed = this.#pressed;
    this.#forgetPress();
    this.#dispatch('longpress', event);
    // Its release is not sent.
    this.#cancelInEditor(pressed);
  }

  #move(event: PointerEvent): void {
    if (this.#panning.move(event)) return;
    this.#longPress.moved(event);
    if (this.#tap?.pointerId === event.pointerId) {
      const distance = Math.hypot(
        event.clientX - this.#tap.clientX,
        event.clientY - this.#tap.clientY,
      );
      if (distance > TAP_PX) this.#tap = null;
      return;
    }
    if (event.pointerType === 'touch' && this.#pressed === null) return;
    const { pointerId } = event;
    if (this.#pressed !== null && pointerId !== this.#pressed && pointerId !== this.#secondFinger)
      return;
    if (this.#pressed === null) {
      this.#dispatch('pointermove', event);
      this.#showHover(event);
      return;
    }
    // While another button is down, releasing this one sends no `pointerup`; and releases over
    // another window are not reported at all.
    const isUp = this.#button !== 0 && (event.buttons & this.#button) === 0;
    if (isUp && this.#last && event.pointerType !== 'touch') {
      this.#up(event.button < 0 ? this.#last : event);
      return;
    }
    if (pointerId === this.#pressed) this.#last = event;
    const box = this.#scroller.getBoundingClientRect();
    // A stroke follows every position of the pointer since the last frame.
    for (const each of this.#isDrawing ? coalescedOf(event) : [this.#clampToView(event)])
      this.#dispatch('pointermove', each);
    this.#edges.follow(event, box);
    this.#scroller.style.cursor = cursorFor(this.#state, this.#state.hover);
  }

  #up(event: PointerEvent): void {
    this.#longPress.ended(event.pointerId);
    if (this.#panning.pointerId === event.pointerId) {
      this.#panning.end();
      this.#showHover(event);
      return;
    }
    if (this.#tap?.pointerId === event.pointerId) {
      this.#press(this.#tap);
      this.#tap = null;
    }
    const { pointerId } = event;
    if (this.#pressed === null || (pointerId !== this.#pressed && pointerId !== this.#secondFinger))
      return;
    if (this.#secondFinger !== null) {
      this.#endPinch(event);
      return;
    }
    this.#forgetPress();
    // The text of a new block is selected as a whole, so that typing replaces it.
    const isOnBlock = this.#editor.hitTest(this.#fields(event)) !== null;
    this.#entryPoint = isOnBlock ? { x: event.clientX, y: event.clientY } : null;
    this.#dispatch('pointerup', this.#clampToView(event));
    const isDouble = !this.#isDrawing && this.#doubleClicks.clicked(event);
    if (isDouble && editedBlockOf(this.#editor.mode) === null) this.#dispatch('doubleclick', event);
    // The text overlay of this press is rendered at once; a later one has another cause.
    setTimeout(() => (this.#entryPoint = null), 100);
    this.#showHover(event);
  }

  /** One finger of a pinch was lifted; the other one does nothing until it is lifted too. */
  #endPinch(event: PointerEvent): void {
    this.#forgetFinger(event.pointerId);
    this.#dispatch('pointerup', event);
  }

  /**
   * The page scrolled or zoomed while the pointer stayed in place, so dragged blocks must follow to
   * stay under the pointer.
   */
  #viewMoved(): void {
    const { name } = this.#editor.mode;
    if (this.#pressed === null || this.#secondFinger !== null || !this.#last) return;
    if (name !== 'layout' && name !== 'pressing')
      this.#dispatch('pointermove', this.#clampToView(this.#last));
  }

  #leave(): void {
    if (this.#pressed !== null) return;
    this.#editor.hover(null);
    this.#onHover({});
  }

  #touchStart(event: TouchEvent): void {
    const [touch] = event.touches;
    if (!touch || isEditedText(event.target)) return;
    // While a pen is in use, these may be its touches or those of the hand that holds it. Neither
    // scrolls.
    const { isPenInUse } = this.#editor;
    if (!isPenInUse && event.touches.length !== 1) return;
    if (isPenInUse || this.#grabs(touchAsPointer(touch, event))) event.preventDefault();
  }

  #showHover(event: PointerLike): void {
    const hit = event.pointerType === 'touch' ? {} : this.#hit(event);
    const { y } = this.#fields(event);
    const section = this.#editor.sectionIds.find((uuid) => {
      const box = this.#editor.boxOf(uuid);
      return box !== null && y >= box.y && y < box.y + box.height;
    });
    this.#onHover({
      ...hit,
      ...(section === undefined ? {} : { section }),
      ...(hit.slicer ? { slicerY: y } : {}),
    });
    const cursor = this.#panning.isSpaceDown ? 'grab' : cursorFor(this.#state, hit);
    this.#scroller.style.cursor = cursor;
  }

  #isOnScrollbar(event: PointerEvent): boolean {
    const { x, y } = toElementPoint(this.#scroller, event);
    return x > this.#scroller.clientWidth || y > this.#scroller.clientHeight;
  }
}
