import type { Box } from '@cobble/engine';
import { DRAWING_TOOLS, drawingPathData, type Stroke } from '@cobble/engine/drawing';
import type Konva from 'konva';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { Rect, Shape } from 'react-konva';
import type { ChromeCanvas } from './ChromeState.ts';
import { pageBackgroundColor } from '../paint/pageBackground.ts';
import { paintColor } from '../paint/paintColor.ts';

/** How much of the page fades while one draws over it. */
const DRAWING_DIM = 0.45;

/**
 * The strokes that are being drawn, above the dimmed page; px from the window's top left corner.
 */
export const DrawingChrome = observer(function DrawingChrome(props: {
  readonly canvas: ChromeCanvas;
}): ReactNode {
  const { editor, view, stage } = props.canvas;
  const [sheet] = useState(() => new StrokeBuffer());
  const { drawing } = editor;
  if (!drawing) return null;
  const { strokes, current } = drawing;
  const { scale, dpr } = view;
  const box = {
    x: stage.left - view.windowLeft,
    y: stage.top,
    width: stage.width,
    height: stage.height,
  };
  return (
    <>
      <Rect
        {...box}
        fill={pageBackgroundColor(editor.fields.style)}
        opacity={DRAWING_DIM}
        listening={false}
        perfectDrawEnabled={false}
      />
      <Shape
        listening={false}
        perfectDrawEnabled={false}
        sceneFunc={(context: Konva.Context) => {
          const target = context._context;
          const finished = sheet.show(strokes, { box, scale, dpr });
          // The size of its bitmap, which has whole px.
          if (finished)
            target.drawImage(finished, box.x, box.y, finished.width / dpr, finished.height / dpr);
          if (!current) return;
          target.scale(scale, scale);
          fillStroke(target, current);
        }}
      />
    </>
  );
});

/** Position and scale of a stroke buffer. */
export interface StrokeBufferPosition {
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
export class StrokeBuffer {
  #canvas: HTMLCanvasElement | null = null;
  #painted: readonly Stroke[] = [];
  #place: StrokeBufferPosition | null = null;

  /** The strokes as a bitmap at a position; null when there are none. */
  show(strokes: readonly Stroke[], place: StrokeBufferPosition): HTMLCanvasElement | null {
    if (strokes.length === 0) return null;
    const canvas = (this.#canvas ??= document.createElement('canvas'));
    const painted = this.#painted;
    const goesOn =
      isSamePosition(this.#place, place) && painted.every((stroke, at) => strokes[at] === stroke);
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

function isSamePosition(a: StrokeBufferPosition | null, b: StrokeBufferPosition): boolean {
  if (a?.scale !== b.scale || a.dpr !== b.dpr) return false;
  const { x, y, width, height } = a.box;
  return x === b.box.x && y === b.box.y && width === b.box.width && height === b.box.height;
}
