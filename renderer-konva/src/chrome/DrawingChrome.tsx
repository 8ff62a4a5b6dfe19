import type { Box } from '@cobble/engine';
import { DRAWING_TOOLS, drawingPathData, type Stroke } from '@cobble/engine/drawing';
import type Konva from 'konva';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { Rect, Shape } from 'react-konva';
import type { ChromeCanvas } from './ChromeState.ts';
import { pageBackgroundColor } from '../paint/pageBackground.ts';
import { paintColor } from '../paint/paintColor.ts';
import { DIM_OPACITY } from '../painting/dimming.ts';

/**
 * The strokes that are being drawn, above the dimmed page; px from the window's top left corner.
 */
export const DrawingChrome = observer(function DrawingChrome(props: {
  readonly canvas: ChromeCanvas;
}): ReactNode {
  const { editor, view, stage } = props.canvas;
  const [buffer] = useState(() => new StrokeBuffer());
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
        opacity={DIM_OPACITY}
        listening={false}
        perfectDrawEnabled={false}
      />
      <Shape
        listening={false}
        perfectDrawEnabled={false}
        sceneFunc={(context: Konva.Context) => {
          const target = context._context;
          const finished = buffer.show(strokes, { box, scale, dpr });
          // Its bitmap has whole device px and may be slightly larger than the box.
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
  #position: StrokeBufferPosition | null = null;

  /** The strokes as a bitmap at a position; null when there are none. */
  show(strokes: readonly Stroke[], position: StrokeBufferPosition): HTMLCanvasElement | null {
    if (strokes.length === 0) return null;
    const canvas = (this.#canvas ??= document.createElement('canvas'));
    const painted = this.#painted;
    const canContinue =
      isSamePosition(this.#position, position) &&
      painted.every((stroke, at) => strokes[at] === stroke);
    if (!canContinue) {
      canvas.width = Math.ceil(position.box.width * position.dpr);
      canvas.height = Math.ceil(position.box.height * position.dpr);
    }
    const target = canvas.getContext('2d');
    if (!target) return null;
    const { box, dpr, scale } = position;
    const size = dpr * scale;
    target.setTransform(size, 0, 0, size, -box.x * dpr, -box.y * dpr);
    for (const stroke of strokes.slice(canContinue ? painted.length : 0))
      fillStroke(target, stroke);
    this.#painted = strokes;
    this.#position = position;
    return canvas;
  }
}

function isSamePosition(a: StrokeBufferPosition | null, b: StrokeBufferPosition): boolean {
  if (a?.scale !== b.scale || a.dpr !== b.dpr) return false;
  const { x, y, width, height } = a.box;
  return x === b.box.x && y === b.box.y && width === b.box.width && height === b.box.height;
}
