import { observable, runInAction } from 'mobx';
import { CobbleError } from '../model/CobbleError.ts';
import type { Point } from '../model/Position.ts';
import { parseColor } from '../model/rgb.ts';
import { DRAWING_LIMITS } from './drawingLimits.ts';
import { DRAWING_TOOLS, type DrawingTool, STROKE_WIDTHS_PX } from './drawingTools.ts';
import { simplifyStroke } from './simplifyStroke.ts';
import { smoothStroke } from './smoothStroke.ts';
import type { Stroke, StrokePoint } from './Stroke.ts';

/** With what one draws now. */
export interface DrawingPen {
  readonly tool: DrawingTool;
  readonly color: string;
  /** Px at the reference width. */
  readonly widthPx: number;
}

/** What has been drawn and is no block yet; px at the reference width, from the page's top left. */
export interface DrawingInProgress {
  /** Finished strokes, in order of painting. */
  readonly strokes: readonly Stroke[];
  /** The stroke under the pointer. */
  readonly current: Stroke | null;
  /** Strokes have their own undo and redo. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** One stroke takes so many places from the pointer; it then goes on as another. */
const MAX_RAW_POINTS = 4_000;

/** Nearer to the one before, a place says nothing, px. */
const LEAST_STEP_PX = 0.25;

/**
 * Strokes of one drawing begin within so many px of its first one on each axis, and reach no further
 * than that from where they begin: what is kept is one block, and not one that covers the page.
 */
const SPREAD_PX = 6_000;
const REACH_PX = 3_500;

/** A stroke that the pointer is drawing. */
interface Drawn {
  readonly pen: DrawingPen;
  readonly hasPressure: boolean;
  readonly start: Point;
  raw: StrokePoint[];
}

/**
 * The strokes of a drawing that is being made, with their own undo and redo; it knows nothing of
 * pages. All reads are MobX-observable.
 */
export class DrawingSession implements DrawingInProgress {
  private readonly pens = observable.map<DrawingTool, Omit<DrawingPen, 'tool'>>(undefined, {
    deep: false,
  });
  private readonly tool = observable.box<DrawingTool>('pen');
  private readonly done = observable.box<readonly Stroke[]>([], { deep: false });
  private readonly undone = observable.box<readonly Stroke[]>([], { deep: false });
  private readonly live = observable.box<Stroke | null>(null, { deep: false });
  private drawn: Drawn | null = null;

  /** With what one draws; each tool remembers its colour and width. */
  get pen(): DrawingPen {
    const tool = this.tool.get();
    const chosen = this.pens.get(tool) ?? {
      color: DRAWING_TOOLS[tool].defaultColor,
      widthPx: tool === 'pen' ? STROKE_WIDTHS_PX[0] : STROKE_WIDTHS_PX[2],
    };
    return { tool, ...chosen };
  }
  get strokes(): readonly Stroke[] {
    return this.done.get();
  }
  get current(): Stroke | null {
    return this.live.get();
  }
  get canUndo(): boolean {
    return this.done.get().length > 0;
  }
  get canRedo(): boolean {
    return this.undone.get().length > 0;
  }

  /**
   * Takes another tool, or gives the tool another colour or width.
   *
   * @throws CobbleError `drawing_invalid` (details: `path`) for what no stroke can have
   */
  choose(pen: Partial<DrawingPen>): void {
    const { color: asked, widthPx: wide } = pen;
    if (asked !== undefined && !parseColor(asked)) throw notForStrokes('color');
    if (wide !== undefined && !(wide > 0 && wide <= DRAWING_LIMITS.maxWidthPx))
      throw notForStrokes('widthPx');
    runInAction(() => {
      if (pen.tool) this.tool.set(pen.tool);
      const { tool, color, widthPx } = this.pen;
      this.pens.set(tool, { color: pen.color ?? color, widthPx: pen.widthPx ?? widthPx });
    });
  }

  /** Whether one more stroke that begins at a point fits into the drawing. */
  hasRoomAt(point: Point): boolean {
    const strokes = this.done.get();
    const first = strokes[0]?.points[0] ?? point;
    const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
    return (
      Math.max(Math.abs(point.x - first.x), Math.abs(point.y - first.y)) <= SPREAD_PX &&
      strokes.length < DRAWING_LIMITS.maxStrokes &&
      points + MAX_RAW_POINTS <= DRAWING_LIMITS.maxPoints
    );
  }

  /** Begins a stroke. @param hasPressure whether the pointer's pressure means something */
  begin(point: StrokePoint, hasPressure: boolean): void {
    this.drawn = { pen: this.pen, hasPressure, start: point, raw: [point] };
    this.show();
  }

  /** Draws on. */
  extend(point: StrokePoint): void {
    const { drawn } = this;
    const last = drawn?.raw.at(-1);
    if (!drawn || !last) return;
    const next = { ...point, ...within(point, drawn.start) };
    if (Math.hypot(next.x - last.x, next.y - last.y) < LEAST_STEP_PX) return;
    drawn.raw.push(next);
    this.show();
    if (drawn.raw.length < MAX_RAW_POINTS) return;
    this.end();
    if (this.hasRoomAt(next)) this.begin(next, drawn.hasPressure);
  }

  /** Ends the stroke; it can be undone, and nothing can be redone. */
  end(): void {
    const { drawn } = this;
    if (!drawn) return;
    const stroke = simplifyStroke(strokeOf(drawn));
    this.drawn = null;
    runInAction(() => {
      this.live.set(null);
      this.done.set([...this.done.get(), stroke]);
      this.undone.set([]);
    });
  }

  /** Gives the stroke under way up. */
  cancel(): void {
    this.drawn = null;
    runInAction(() => {
      this.live.set(null);
    });
  }

  /** Takes the last stroke away; one under way is given up first. False when there was none. */
  undo(): boolean {
    if (this.drawn) {
      this.cancel();
      return true;
    }
    const strokes = this.done.get();
    const last = strokes.at(-1);
    if (!last) return false;
    runInAction(() => {
      this.done.set(strokes.slice(0, -1));
      this.undone.set([...this.undone.get(), last]);
    });
    return true;
  }

  /** Brings back what was undone last. False when there was nothing. */
  redo(): boolean {
    const strokes = this.undone.get();
    const next = strokes.at(-1);
    if (!next || this.drawn) return false;
    runInAction(() => {
      this.undone.set(strokes.slice(0, -1));
      this.done.set([...this.done.get(), next]);
    });
    return true;
  }

  /** Forgets all strokes; the tools stay as they were chosen. */
  clear(): void {
    this.drawn = null;
    runInAction(() => {
      this.live.set(null);
      this.done.set([]);
      this.undone.set([]);
    });
  }

  private show(): void {
    const { drawn } = this;
    if (!drawn) return;
    const stroke = strokeOf(drawn);
    runInAction(() => {
      this.live.set(stroke);
    });
  }
}

function strokeOf({ pen, raw, hasPressure }: Drawn): Stroke {
  return { ...pen, points: smoothStroke(raw, pen.widthPx, hasPressure) };
}

function within(point: Point, start: Point): Point {
  const near = (value: number, from: number): number =>
    Math.min(from + REACH_PX, Math.max(from - REACH_PX, value));
  return { x: near(point.x, start.x), y: near(point.y, start.y) };
}

function notForStrokes(path: string): CobbleError {
  return new CobbleError('drawing_invalid', `No stroke can have this ${path}.`, {
    details: { path },
  });
}
