import type { Block, Editor } from '@cobble/engine';
import type Konva from 'konva';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Shape } from 'react-konva';
import type { ChromeColors } from './chromeColors.ts';

/** Outlines of more blocks are not drawn: the common frame suffices. */
const MAX_OUTLINES = 200;
/** The most outlines to draw in each frame of a drag; above, only the common frame moves. */
const MAX_MOVING = 40;

/** The outline of each selected block, drawn as one shape; px from the window's top left corner. */
export const Outlines = observer(function Outlines(props: {
  readonly editor: Editor;
  readonly blocks: readonly Block[];
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { editor, blocks, pxPerUnit, colors } = props;
  const isMoving = editor.mode.name === 'translating';
  if (blocks.length < 2 || (isMoving && blocks.length > MAX_MOVING)) return null;
  const outlines = blocks.slice(0, MAX_OUTLINES).flatMap(({ uuid, position }) => {
    const box = editor.boxOf(uuid);
    return box ? [{ box, turn: (position.rotationDeg * Math.PI) / 180 }] : [];
  });
  return (
    <Shape
      listening={false}
      perfectDrawEnabled={false}
      opacity={Math.max(0.55, colors.leastOpacity)}
      sceneFunc={(context: Konva.Context) => {
        const target = context._context;
        target.beginPath();
        for (const { box, turn } of outlines) {
          const width = box.width * pxPerUnit;
          const height = box.height * pxPerUnit;
          target.save();
          target.translate(box.x * pxPerUnit + width / 2, box.y * pxPerUnit + height / 2);
          target.rotate(turn);
          target.rect(-width / 2, -height / 2, width, height);
          target.restore();
        }
        target.strokeStyle = colors.selection;
        target.lineWidth = colors.hairPx;
        target.stroke();
      }}
    />
  );
});
