import { computed, observable, runInAction } from 'mobx';
import { CobbleError } from '../model/CobbleError.ts';
import { readOptions } from '../model/inputError.ts';
import type { Point } from '../model/Position.ts';
import { parseColor } from '../model/colors.ts';
import { DRAWING_LIMITS } from './drawingLimits.ts';
import { DRAWING_TOOLS, type DrawingTool, STROKE_WIDTHS_PX } from './drawingTools.ts';
import { simplifyStroke } from './simplifyStroke.ts';
import type { Stroke, StrokePoint } from './Stroke.ts';
import { StrokeSmoother } from './StrokeSmoother.ts';

/** The current drawing tool with its colour and width. */
export interface DrawingPen {
  readonly tool: DrawingTool;
  readonly color: string;
  /** In px at the reference width. */
  readonly widthPx: number;
}

/**
 * Strokes that are not yet a block, in px at the reference width, from the page's top left corner.
 */
export interface DrawingInProgress {
  /** Finished strokes, in paint order. */
  readonly strokes: readonly Stroke[];
  /** The stroke under the pointer. */
  readonly current: Stroke | null;
  /** Strokes have an undo and redo of their own. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** The most pointer positions in one stroke; a longer one continues as a new stroke. */
const MAX_RAW_POINTS = 4_000;

/** Points closer than this to the previous one are ignored, in px. */
const MIN_STEP_PX = 0.25;

/**
 * Each stroke starts within `SPREAD_PX` of the first one on each axis, and stays within `REACH_PX`
 * of its start, so that a drawing becomes one block of limited size.
 */
const SPREAD_PX = 6_000;
const REACH_PX = 3_500;

/** A stroke in progress. */
interface StrokeInProgress {
  readonly pen: DrawingPen;
  readonly hasPressure: boolean;
  readonly start: Point;
  readonly smoother: StrokeSmoother;
  /** The last accepted point, and the number of points so far. */
  last: Point;
  count: number;
}

/**
 * The strokes of a drawing in progress, with their own undo and redo. Independent of pages. All
 * reads are MobX-observable.
 */
export class DrawingSession implements DrawingInProgress {
  private readonly pens = observable.map<DrawingTool, Omit<DrawingPen, 'tool'>>(undefined, {
    deep: false,
  });
  private readonly tool = observable.box<DrawingTool>('pen');
  private readonly finished = observable.box<readonly Stroke[]>([], { deep: false });
  private readonly undone = observable.box<readonly Stroke[]>([], { deep: false });
  private readonly currentStroke = observable.box<Stroke | null>(null, { deep: false });
  private inProgress: StrokeInProgress | null = null;
  /** Number of points in all finished strokes. */
  private pointCount = 0;

  private readonly penView = computed(
    (): DrawingPen => {
      const tool = this.tool.get();
      const chosen = this.pens.get(tool) ?? {
        color: DRAWING_TOOLS[tool].defaultColor,
        widthPx: tool === 'pen' ? STROKE_WIDTHS_PX[0] : STROKE_WIDTHS_PX[2],
      };
      return Object.freeze({ tool, ...chosen });
    },
    { keepAlive: true },
  );

  /** The current tool with its colour and width, which each tool keeps separately. */
  get pen(): DrawingPen {
    return this.penView.get();
  }
  get strokes(): readonly Stroke[] {
    return this.finished.get();
  }
  get current(): Stroke | null {
    return this.currentStroke.get();
  }
  get canUndo(): boolean {
    return this.finished.get().length > 0;
  }
  get canRedo(): boolean {
    return this.undone.get().length > 0;
  }

  /**
   * Selects a tool, or changes the colour or width of the current one.
   *
   * @throws CobbleError `drawing_invalid` (details: `path`) for values that no stroke can have
   */
  choose(pen: Partial<DrawingPen>): void {
    const { tool: newTool, color: newColor, widthPx: newWidth } = readPen(pen);
    if (newTool !== undefined && !isTool(newTool))
      throw invalidPen('tool', `must be one of ${Object.keys(DRAWING_TOOLS).join(', ')}`);
    if (newColor !== undefined && (typeof newColor !== 'string' || !parseColor(newColor)))
      throw invalidPen('color', 'must be a colour, such as #2563EB');
    if (newWidth !== undefined && !isWidth(newWidth))
      throw invalidPen(
        'widthPx',
        `must be above 0 and at most ${String(DRAWING_LIMITS.maxWidthPx)}`,
      );
    runInAction(() => {
      if (newTool !== undefined) this.tool.set(newTool);
      const { tool, color, widthPx } = this.pen;
      this.pens.set(tool, { color: newColor ?? color, widthPx: newWidth ?? widthPx });
    });
  }

  /** Whether another stroke that starts at a point fits into the drawing. */
  hasSpaceAt(point: Point): boolean {
    const strokes = this.finished.get();
    const first = strokes[0]?.points[0] ?? point;
    return (
      Math.max(Math.abs(point.x - first.x), Math.abs(point.y - first.y)) <= SPREAD_PX &&
      strokes.length < DRAWING_LIMITS.maxStrokes &&
      this.pointCount + MAX_RAW_POINTS <= DRAWING_LIMITS.maxPoints
    );
  }

  /**
   * Starts a stroke.
   *
   * @param hasPressure whether the pointer reports pressure
   */
  begin(point: StrokePoint, hasPressure: boolean): void {
    const { pen } = this;
    const smoother = new StrokeSmoother({ widthPx: pen.widthPx, hasPressure });
    smoother.add(point);
    this.inProgress = { pen, hasPressure, start: point, smoother, last: point, count: 1 };
    this.updateCurrent();
  }

  /**
   * Adds a point to the stroke. A very long stroke ends here, and a new one continues from the same
   * point.
   *
   * @returns false if the stroke ended and the drawing has no space for another. The caller must
   * then make space and begin a new stroke.
   */
  extend(point: StrokePoint): boolean {
    const { inProgress } = this;
    if (!inProgress) return true;
    const next = { ...point, ...withinReach(point, inProgress.start) };
    if (Math.hypot(next.x - inProgress.last.x, next.y - inProgress.last.y) < MIN_STEP_PX)
      return true;
    inProgress.smoother.add(next);
    inProgress.last = next;
    inProgress.count += 1;
    if (inProgress.count < MAX_RAW_POINTS) {
      this.updateCurrent();
      return true;
    }
    this.end();
    const hasSpace = this.hasSpaceAt(next);
    if (hasSpace) this.begin(next, inProgress.hasPressure);
    return hasSpace;
  }

  /** Finishes the stroke, which adds an undo step and clears redo. */
  end(): void {
    const { inProgress } = this;
    if (!inProgress) return;
    const stroke = simplifyStroke(strokeOf(inProgress));
    this.inProgress = null;
    runInAction(() => {
      this.currentStroke.set(null);
      this.finished.set([...this.finished.get(), stroke]);
      this.undone.set([]);
    });
    this.pointCount += stroke.points.length;
  }

  /** Discards the stroke in progress. */
  cancel(): void {
    this.inProgress = null;
    runInAction(() => {
      this.currentStroke.set(null);
    });
  }

  /**
   * Discards the stroke in progress or, if there is none, removes the last stroke. Returns false if
   * there was neither.
   */
  undo(): boolean {
    if (this.inProgress) {
      this.cancel();
      return true;
    }
    const strokes = this.finished.get();
    const last = strokes.at(-1);
    if (!last) return false;
    runInAction(() => {
      this.finished.set(strokes.slice(0, -1));
      this.undone.set([...this.undone.get(), last]);
    });
    this.pointCount -= last.points.length;
    return true;
  }

  /**
   * Restores the stroke that was undone last. Returns false if there was none, or while another is
   * being drawn.
   */
  redo(): boolean {
    const strokes = this.undone.get();
    const next = strokes.at(-1);
    if (!next || this.inProgress) return false;
    runInAction(() => {
      this.undone.set(strokes.slice(0, -1));
      this.finished.set([...this.finished.get(), next]);
    });
    this.pointCount += next.points.length;
    return true;
  }

  /** Removes all strokes and keeps the tool settings. */
  clear(): void {
    this.inProgress = null;
    this.pointCount = 0;
    runInAction(() => {
      this.currentStroke.set(null);
      this.finished.set([]);
      this.undone.set([]);
    });
  }

  private updateCurrent(): void {
    const { inProgress } = this;
    if (!inProgress) return;
    const stroke = strokeOf(inProgress);
    runInAction(() => {
      this.currentStroke.set(stroke);
    });
  }
}

function strokeOf({ pen, smoother }: StrokeInProgress): Stroke {
  return { ...pen, points: smoother.points() };
}

/** Reads the fields of an untrusted pen, each of them once. */
function readPen(pen: unknown): { tool?: unknown; color?: unknown; widthPx?: unknown } {
  try {
    return readOptions('pen', pen, ['tool', 'color', 'widthPx']);
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    // The message names the closest field, as for the options of other calls.
    const path = String(error.details['path']).replace(/^pen\.?/, '');
    throw new CobbleError('drawing_invalid', error.message, { details: { path } });
  }
}

function isTool(value: unknown): value is DrawingTool {
  return typeof value === 'string' && Object.hasOwn(DRAWING_TOOLS, value);
}

function isWidth(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= DRAWING_LIMITS.maxWidthPx;
}

function withinReach(point: Point, start: Point): Point {
  const clamp = (value: number, from: number): number =>
    Math.min(from + REACH_PX, Math.max(from - REACH_PX, value));
  return { x: clamp(point.x, start.x), y: clamp(point.y, start.y) };
}

function invalidPen(path: string, message: string): CobbleError {
  return new CobbleError('drawing_invalid', `pen.${path} ${message}`, { details: { path } });
}
