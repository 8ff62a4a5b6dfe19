import { type Box, DRAWING_TOOLS, drawingPathData, type Stroke } from '@cobble/engine';
import { paintColor } from '../paint/paintColor.ts';

/** Position and scale of a stroke buffer. */
export interface InkPlace {
  /** Px from the window's top left corner. */
  readonly box: Box;
  /** Px per px at the reference width. */
  readonly scale: number;
  /** Device px per px. */
  readonly dpr: number;
}

/** Fills a stroke in px at the reference width. */
export function fillStroke(target: CanvasRenderingContext2D, stroke: Stroke): void {
  target.save();
  target.globalAlpha *= DRAWING_TOOLS[stroke.tool].opacity;
  target.fillStyle = paintColor(stroke.color);
  target.fill(new Path2D(drawingPathData(stroke)));
  target.restore();
}

/**
 * Paints finished strokes once, so that each frame paints only the stroke under the pointer.
 *
 * Cache: the strokes as a bitmap. An added stroke is painted onto it; any other change, or another
 * position or scale, invalidates it.
 */
export class InkSheet {
  #canvas: HTMLCanvasElement | null = null;
  #painted: readonly Stroke[] = [];
  #place: InkPlace | null = null;

  /** The strokes as a bitmap at a position; null when there are none. */
  show(strokes: readonly Stroke[], place: InkPlace): HTMLCanvasElement | null {
    if (strokes.length === 0) return null;
    const canvas = (this.#canvas ??= document.createElement('canvas'));
    const painted = this.#painted;
    const goesOn =
      isSamePlace(this.#place, place) && painted.every((stroke, at) => strokes[at] === stroke);
    if (!goesOn) {
      canvas.width = Math.ceil(place.box.width * place.dpr);
      canvas.height = Math.ceil(place.box.height * place.dpr);
    }
    const target = canvas.getContext('2d');
    if (!target) return null;
    const { box, dpr, scale } = place;
    const size = dpr * scale;
    target.setTransform(size, 0, 0, size, -box.x * dpr, -box.y * dpr);
    for (const stroke of strokes.slice(goesOn ? painted.length : 0)) fillStroke(target, stroke);
    this.#painted = strokes;
    this.#place = place;
    return canvas;
  }
}

function isSamePlace(a: InkPlace | null, b: InkPlace): boolean {
  if (a?.scale !== b.scale || a.dpr !== b.dpr) return false;
  const { x, y, width, height } = a.box;
  return x === b.box.x && y === b.box.y && width === b.box.width && height === b.box.height;
}
