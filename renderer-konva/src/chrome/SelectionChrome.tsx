import { editedBlockOf, type Editor } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Circle, Group, Path } from 'react-konva';
import type { ChromeColors } from './chromeColors.ts';
import { placeHandles } from './handles.ts';
import { LockMark } from './LockMark.tsx';
import { Outlines } from './Outlines.tsx';
import { scaleBox, selectionFrameOf } from './selectionFrame.ts';
import { RotatedRect } from './RotatedRect.tsx';

/** Gestures during which handles would be in the way. */
const WITHOUT_HANDLES = new Set(['translating', 'brushing', 'rotating', 'pinching']);

const ROTATE_ICON = 'M3.2 4.4A4.2 4.2 0 1 1 2.8 8M3.2 1.6V4.4H6';

/** Outline, handles and lock of the selection; px from the window's top left corner. */
export const SelectionChrome = observer(function SelectionChrome(props: {
  readonly editor: Editor;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  const frame = selectionFrameOf(editor);
  if (!frame || editedBlockOf(editor.mode) !== null) return null;
  const box = scaleBox(frame.box, pxPerUnit);
  const blocks = editor.selectedBlocks;
  const withHandles =
    editor.permissions.canEdit && !frame.isLocked && !WITHOUT_HANDLES.has(editor.mode.name);
  return (
    <Group listening={false}>
      <RotatedRect
        box={box}
        rotationDeg={frame.rotationDeg}
        stroke={colors.selection}
        strokeWidth={colors.linePx}
        halo={colors.halo}
        {...(frame.isLocked ? { dash: [5, 4] } : {})}
      />
      <Outlines editor={editor} blocks={blocks} pxPerUnit={pxPerUnit} colors={colors} />
      {withHandles &&
        placeHandles(box, frame.rotationDeg).map((handle) =>
          // While resizing, the size is shown in the rotate handle's position.
          handle.name === 'rotate' ? (
            editor.mode.name === 'resizing' ? null : (
              <Group key="rotate" x={handle.x} y={handle.y} listening={false}>
                <Disc radius={10} colors={colors} />
                <Path
                  data={ROTATE_ICON}
                  x={-7}
                  y={-6.6}
                  stroke={colors.selection}
                  strokeWidth={1.5}
                  lineCap="round"
                  lineJoin="round"
                  listening={false}
                />
              </Group>
            )
          ) : (
            <Group key={handle.name} x={handle.x} y={handle.y} listening={false}>
              <Disc radius={5} colors={colors} />
            </Group>
          ),
        )}
      {frame.isLocked && <LockMark box={box} rotationDeg={frame.rotationDeg} colors={colors} />}
    </Group>
  );
});

function Disc({ radius, colors }: { radius: number; colors: ChromeColors }): ReactNode {
  return (
    <Circle
      radius={radius}
      fill={colors.handle}
      stroke={colors.selection}
      strokeWidth={colors.linePx}
      shadowColor="#1E1A16"
      shadowOpacity={0.18}
      shadowBlur={3}
      shadowOffsetY={1}
      shadowForStrokeEnabled={false}
      listening={false}
    />
  );
}
