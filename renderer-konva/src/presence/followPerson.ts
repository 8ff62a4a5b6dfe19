import type { Editor } from '@cobble/engine';
import { reaction } from 'mobx';
import type { People } from './People.ts';
import type { PresenceCanvas } from './PresenceCanvas.ts';
import { stepTowards, viewTarget, type ViewTarget } from './followedView.ts';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** Keys that neither scroll, zoom nor edit. */
const HARMLESS_KEYS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'Tab', 'CapsLock']);

/**
 * Keeps a canvas at the view of the person who is followed. The user's own scrolling, zooming,
 * pressing, typing and edits stop following, and so does Escape, which then does nothing else.
 * Returns a function that stops it.
 */
export function followPerson(canvas: PresenceCanvas, people: People): () => void {
  const { editor, view } = canvas;
  const { elements } = canvas;
  if (!elements) return () => undefined;
  const { root, scroller } = elements;
  const mover = new ViewMover(canvas);
  let lastEntry = newestEntry(editor);
  const isFollowing = (): boolean => people.room.people.following !== null;
  const stop = (): void => {
    if (isFollowing()) people.room.people.stopFollowing();
  };
  const onKey = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (!isFollowing() || !(target instanceof Node)) return;
    const isElsewhere = isInPopup(target) || (!root.contains(target) && !isNowhere(target));
    if (key === 'Escape') {
      if (isElsewhere && !isInBar(target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      stop();
    } else if (!isElsewhere && !HARMLESS_KEYS.has(key)) stop();
  };
  const gestures = ['wheel', 'pointerdown'] as const;
  for (const type of gestures) scroller.addEventListener(type, stop, { passive: true });
  // Before the editor's own handler, which also listens to the window.
  window.addEventListener('keydown', onKey, { capture: true });
  const stops = [
    reaction(
      () => {
        const seen = people.followed?.view ?? null;
        return seen && { seen, width: view.width, height: view.height };
      },
      (followed) => {
        if (followed) mover.aim(followed.seen);
        else mover.stop();
      },
      { fireImmediately: true },
    ),
    reaction(
      () => view.zoom,
      (zoom) => {
        if (!mover.hasSet(zoom)) stop();
      },
    ),
    reaction(
      () => editor.isInProgress,
      (isInProgress) => {
        if (isInProgress) stop();
      },
    ),
    editor.onChange((_, origin) => {
      const entry = newestEntry(editor);
      // Texts that are measured again, and changes by the host, are not the user's edits.
      if (entry !== lastEntry || origin === 'undo' || origin === 'redo') stop();
      lastEntry = entry;
    }),
  ];
  return () => {
    stop();
    for (const each of stops) each();
    mover.stop();
    for (const type of gestures) scroller.removeEventListener(type, stop);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}

/** Moves a canvas smoothly to what someone else sees; at once with reduced motion. */
class ViewMover {
  readonly #canvas: PresenceCanvas;
  #target: ViewTarget | null = null;
  /** Where the view is now, without the browser's rounding; null while it is not moving. */
  #at: ViewTarget | null = null;
  #zoom: number;
  #lastMs = 0;
  #frame = 0;

  constructor(canvas: PresenceCanvas) {
    this.#canvas = canvas;
    this.#zoom = canvas.view.zoom;
  }

  /** Whether the zoom comes from here. */
  hasSet(zoom: number): boolean {
    return zoom === this.#zoom;
  }

  /** @param seen what the other person sees, page space */
  aim(seen: Parameters<typeof viewTarget>[0]): void {
    const { view } = this.#canvas;
    if (view.width === 0) return;
    const { width, height, pxPerUnit, zoom } = view;
    this.#target = viewTarget(seen, { width, height, basePx: pxPerUnit / zoom });
    if (this.#frame !== 0) return;
    const middle = view.toPage({ x: width / 2, y: height / 2 });
    this.#at ??= { zoom, middle };
    this.#lastMs = performance.now();
    this.#next();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#target = null;
    this.#at = null;
  }

  #next(): void {
    this.#frame = requestAnimationFrame((nowMs) => {
      this.#frame = 0;
      const { view } = this.#canvas;
      const target = this.#target;
      if (!target || view.width === 0) return;
      const middle = view.toPage({ x: view.width / 2, y: view.height / 2 });
      const from = this.#at ?? { zoom: view.zoom, middle };
      // In a frame, too: while a reaction runs, the content does not have its new size yet.
      this.#at = matchMedia(REDUCED_MOTION).matches
        ? target
        : stepTowards(from, target, Math.max(0, nowMs - this.#lastMs));
      this.#lastMs = nowMs;
      this.#show(this.#at);
      if (this.#at !== target) this.#next();
      else this.#at = null;
    });
  }

  #show({ zoom, middle }: ViewTarget): void {
    const { view, zooming } = this.#canvas;
    this.#zoom = zoom;
    zooming?.zoomTo(zoom, view.toView(middle), { x: view.width / 2, y: view.height / 2 });
  }
}

/** The id of the newest edit that can be undone; null for none. */
function newestEntry({ history: { entries, position } }: Editor): number | null {
  return entries[position - 1]?.id ?? null;
}

function isNowhere(target: Node): boolean {
  return target === document.body || target === document.documentElement;
}

function isInPopup(target: Node): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}

function isInBar(target: Node): boolean {
  return target instanceof Element && target.closest('[role="toolbar"]') !== null;
}
