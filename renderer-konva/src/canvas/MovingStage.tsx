import type { Box, SnapGuide } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Group, Layer, Stage } from 'react-konva';
import { Guides } from '../chrome/GestureChrome.tsx';
import { scaleBox, selectionFrameOf } from '../chrome/selectionFrame.ts';
import { SelectionChrome } from '../chrome/SelectionChrome.tsx';
import type { CanvasController } from './CanvasController.ts';
import { grownBox, joinedBox, sharedBox } from './tiles/tileGrid.ts';

/** Room round what is drawn for strokes, the lock's mark and distances' pills, px. */
const ROOM_PX = 40;
/** The stage is made in steps, so that it is seldom made anew while guides come and go, px. */
const STEP_PX = 64;

/**
 * While a selection is moved, its frame and the guides on a stage just so large as they are: in each
 * frame these pixels alone are cleared and handed over, not a whole screen's.
 */
export const MovingStage = observer(function MovingStage(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { canvas } = props;
  const { editor, view, stage, colors } = canvas;
  const { pxPerUnit } = view;
  const frame = selectionFrameOf(editor);
  if (!frame) return null;
  const drawn = editor.guides.map((guide) => boxOfGuide(guide)).reduce(joinedBox, frame.box);
  const wanted = scaleBox(drawn, pxPerUnit);
  const at = grownBox({ ...wanted, x: wanted.x + view.windowLeft }, ROOM_PX);
  const box = sharedBox(at, stage.box);
  if (!box) return null;
  const left = Math.floor(box.x);
  const top = Math.floor(box.y);
  const shared = { editor, pxPerUnit, colors };
  return (
    <Stage
      key={view.dpr}
      width={stepped(box.width)}
      height={stepped(box.height)}
      listening={false}
      aria-hidden="true"
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        transform: `translate(${String(left)}px, ${String(top)}px)`,
        willChange: 'transform',
        pointerEvents: 'none',
      }}
    >
      <Layer listening={false}>
        <Group x={view.windowLeft - left} y={-top} listening={false}>
          <SelectionChrome {...shared} />
          <Guides {...shared} />
        </Group>
      </Layer>
    </Stage>
  );
});

function stepped(size: number): number {
  return Math.ceil((size + 1) / STEP_PX) * STEP_PX;
}

/** Where a guide is drawn, page space. */
function boxOfGuide({ axis, at, from, to }: SnapGuide): Box {
  const length = to - from;
  return axis === 'x'
    ? { x: at, y: from, width: 0, height: length }
    : { x: from, y: at, width: length, height: 0 };
}
