import { DRAWING_TOOLS, drawingPathData, type Stroke } from '@cobble/engine';
import type Konva from 'konva';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Rect, Shape } from 'react-konva';
import type { CanvasController } from '../canvas/CanvasController.ts';
import { paintColor } from '../paint/paintColor.ts';
import { groundColorOf } from '../paint/paintGround.ts';

/** How much of the page fades while one draws over it. */
const DIM = 0.45;

/** Strokes are replaced when they change: each finished one is outlined once. */
const outlines = new WeakMap<Stroke, Path2D>();

/**
 * The strokes that are being drawn, over the dimmed page (editing-canvas.md section 4); px from the
 * window's top left corner.
 */
export const DrawingChrome = observer(function DrawingChrome(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { editor, view } = props.canvas;
  const { drawing } = editor;
  if (!drawing) return null;
  const { strokes, current } = drawing;
  const { width, height, scale } = view;
  return (
    <>
      <Rect
        // A view's size beyond what shows on every side, so that a quick scroll bares no edge.
        x={view.scrollLeft - view.windowLeft - width}
        y={view.scrollTop - height}
        width={3 * width}
        height={3 * height}
        fill={groundColorOf(editor.fields.style)}
        opacity={DIM}
        listening={false}
        perfectDrawEnabled={false}
      />
      <Shape
        scaleX={scale}
        scaleY={scale}
        listening={false}
        perfectDrawEnabled={false}
        sceneFunc={(context: Konva.Context) => {
          const target = context._context;
          for (const stroke of strokes) fill(target, stroke, outlineOf(stroke));
          if (current) fill(target, current, new Path2D(drawingPathData(current)));
        }}
      />
    </>
  );
});

function fill(target: CanvasRenderingContext2D, stroke: Stroke, outline: Path2D): void {
  target.save();
  target.globalAlpha *= DRAWING_TOOLS[stroke.tool].opacity;
  target.fillStyle = paintColor(stroke.color);
  target.fill(outline);
  target.restore();
}

function outlineOf(stroke: Stroke): Path2D {
  const known = outlines.get(stroke);
  if (known) return known;
  const made = new Path2D(drawingPathData(stroke));
  outlines.set(stroke, made);
  return made;
}
