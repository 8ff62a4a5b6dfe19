import { type Editor, GEOMETRY, type Point } from '@cobble/engine';
import type { CanvasView } from '../view/CanvasView.ts';
import type { PointerLike } from './pointerEvents.ts';

/** The duration of a frame that scrolls by a whole step, ms; shorter frames scroll less. */
const FRAME_MS = 1000 / 60;
/** Frames that took longer count as this long, so that the page does not jump, ms. */
const MAX_FRAME_MS = 50;
/** Even a press that began at an edge scrolls within this distance of it, px. */
const MIN_ZONE_PX = 4;

type Bounds = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;
type Edge = 'left' | 'top' | 'right' | 'bottom';

/** Gestures during which the view scrolls when the pointer nears its edge. */
const SCROLLING_MODES = new Set([
  'translating',
  'resizing',
  'rotating',
  'brushing',
  'resizing-section',
  'slicing',
]);

/**
 * Scrolls from frame to frame while a gesture's pointer stays near the edge of the view. A press
 * that began near an edge scrolls only once the pointer moves closer to it, so that blocks at the
 * edge can be grabbed.
 */
export class EdgeScroller {
  readonly #editor: Editor;
  readonly #view: CanvasView;
  readonly #scroller: HTMLElement;
  #last: PointerLike | null = null;
  /**
   * The scroller's bounds, read before the frame changes anything, as reading them later would
   * force a layout.
   */
  #box: Bounds = { left: 0, top: 0, width: 0, height: 0 };
  /** The pointer's greatest distance from each edge since the press, px. */
  #farthest: Readonly<Record<Edge, number>> | null = null;
  #frame = 0;
  #lastAt: number | null = null;
  /** The fraction of a px that has not been scrolled yet. */
  #remainder: Point = { x: 0, y: 0 };

  constructor(editor: Editor, view: CanvasView, scroller: HTMLElement) {
    this.#editor = editor;
    this.#view = view;
    this.#scroller = scroller;
  }

  /** Must be called with the pressed pointer's position and the scroller's bounds. */
  follow(pointer: PointerLike, box: Bounds): void {
    this.#last = pointer;
    this.#box = box;
    const x = pointer.clientX - box.left;
    const y = pointer.clientY - box.top;
    const farthest = this.#farthest;
    this.#farthest = {
      left: Math.max(MIN_ZONE_PX, x, farthest?.left ?? 0),
      top: Math.max(MIN_ZONE_PX, y, farthest?.top ?? 0),
      right: Math.max(MIN_ZONE_PX, box.width - x, farthest?.right ?? 0),
      bottom: Math.max(MIN_ZONE_PX, box.height - y, farthest?.bottom ?? 0),
    };
    this.#schedule();
  }

  /** Must be called when the press ends. */
  stop(): void {
    this.#last = null;
    this.#farthest = null;
    this.#lastAt = null;
    this.#remainder = { x: 0, y: 0 };
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
    const farthest = this.#farthest;
    const since = this.#lastAt === null ? FRAME_MS : now - this.#lastAt;
    const frames = Math.min(MAX_FRAME_MS, since) / FRAME_MS;
    this.#lastAt = null;
    if (!last || !farthest || !SCROLLING_MODES.has(this.#editor.mode.name)) return;
    const { left, top, width, height } = this.#box;
    const dx = edgeScrollStep(last.clientX - left, width, {
      near: farthest.left,
      far: farthest.right,
    });
    const dy = edgeScrollStep(last.clientY - top, height, {
      near: farthest.top,
      far: farthest.bottom,
    });
    if (dx === 0 && dy === 0) return;
    this.#remainder = { x: this.#remainder.x + dx * frames, y: this.#remainder.y + dy * frames };
    const by = { x: Math.trunc(this.#remainder.x), y: Math.trunc(this.#remainder.y) };
    if (by.x !== 0 || by.y !== 0) {
      this.#remainder = { x: this.#remainder.x - by.x, y: this.#remainder.y - by.y };
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

/** The maximum speed, px per frame. */
const MAX_STEP_PX = 22;

/**
 * The distance to scroll in a frame of 1/60 s for a pointer near the edge of the view, px: the
 * nearer, the faster.
 *
 * @param at the pointer's position along the axis, px from the near edge
 * @param length the view's length along the axis, px
 * @param zones the widest scrolling zone at each edge, px
 */
export function edgeScrollStep(
  at: number,
  length: number,
  zones: { readonly near: number; readonly far: number } = { near: Infinity, far: Infinity },
): number {
  const zone = Math.min(GEOMETRY.edgeScrollPx, length / 4);
  const near = Math.min(zone, zones.near);
  const far = Math.min(zone, zones.far);
  if (near <= 0 || far <= 0) return 0;
  const depth = at < near ? (at - near) / near : at > length - far ? (at - length + far) / far : 0;
  const clamped = Math.max(-1, Math.min(1, depth));
  return Math.sign(clamped) * Math.ceil(clamped * clamped * MAX_STEP_PX) || 0;
}
