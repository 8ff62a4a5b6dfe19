import type Konva from 'konva';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { Rect, Shape } from 'react-konva';
import type { CanvasController } from '../canvas/CanvasController.ts';
import { groundColorOf } from '../paint/paintGround.ts';
import { fillStroke, InkSheet } from './InkSheet.ts';

/** How much of the page fades while one draws over it. */
const DIM = 0.45;

/**
 * The strokes that are being drawn, above the dimmed page; px from the window's top left corner.
 */
export const DrawingChrome = observer(function DrawingChrome(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { editor, view, stage } = props.canvas;
  const [sheet] = useState(() => new InkSheet());
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
        fill={groundColorOf(editor.fields.style)}
        opacity={DIM}
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
