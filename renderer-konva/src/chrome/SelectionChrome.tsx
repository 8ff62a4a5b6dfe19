import { type Block, type Box, type Editor, editedBlockOf, rotationOf } from '@cobble/engine';
import type Konva from 'konva';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Circle, Group, Path, Rect, Shape } from 'react-konva';
import type { ChromeColors } from './chromeColors.ts';
import { placeHandles } from './handles.ts';
import { scaleBox, selectionFrameOf } from './selectionFrame.ts';

/** Gestures during which handles would be in the way. */
const WITHOUT_HANDLES = new Set(['brushing', 'rotating', 'pinching', 'tool']);

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
      {frame.isLocked && <LockIcon box={box} rotationDeg={frame.rotationDeg} colors={colors} />}
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

/** How many blocks may have outlines of their own; for the others, the common frame suffices. */
const MAX_BLOCK_OUTLINES = 200;

/** The outline of each selected block, drawn as one shape; px from the window's top left corner. */
const Outlines = observer(function Outlines(props: {
  readonly editor: Editor;
  readonly blocks: readonly Block[];
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { editor, blocks, pxPerUnit, colors } = props;
  if (blocks.length < 2) return null;
  const outlines = blocks.slice(0, MAX_BLOCK_OUTLINES).flatMap((block) => {
    const box = editor.boxOf(block.uuid);
    return box ? [{ box, angle: (rotationOf(block) * Math.PI) / 180 }] : [];
  });
  return (
    <Shape
      listening={false}
      perfectDrawEnabled={false}
      opacity={Math.max(0.55, colors.minOpacity)}
      sceneFunc={(context: Konva.Context) => {
        const target = context._context;
        target.beginPath();
        for (const { box, angle } of outlines) {
          const width = box.width * pxPerUnit;
          const height = box.height * pxPerUnit;
          target.save();
          target.translate(box.x * pxPerUnit + width / 2, box.y * pxPerUnit + height / 2);
          target.rotate(angle);
          target.rect(-width / 2, -height / 2, width, height);
          target.restore();
        }
        target.strokeStyle = colors.selection;
        target.lineWidth = colors.thinLinePx;
        target.stroke();
      }}
    />
  );
});

/** An outline rotated about its centre; px. */
export function RotatedRect(props: {
  readonly box: Box;
  readonly rotationDeg: number;
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly dash?: number[];
  readonly opacity?: number;
  /** The colour of a line below the outline that is 1.5 px wider on each side. */
  readonly halo?: string | null;
}): ReactNode {
  const { box, rotationDeg, halo, ...style } = props;
  const rect = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    offsetX: box.width / 2,
    offsetY: box.height / 2,
    width: box.width,
    height: box.height,
    rotation: rotationDeg,
    listening: false,
    perfectDrawEnabled: false,
  };
  return (
    <>
      {halo && <Rect {...rect} stroke={halo} strokeWidth={style.strokeWidth + 3} />}
      <Rect {...rect} {...style} />
    </>
  );
}

const LOCK_PATH = 'M4 7V5.2a3 3 0 0 1 6 0V7M3 7h8v5.5H3Z';
const SIZE_PX = 22;

/** A lock icon at the upper right corner of a locked block's rotated box; px. */
export function LockIcon(props: {
  readonly box: Box;
  readonly rotationDeg: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { box, rotationDeg, colors } = props;
  const angle = (rotationDeg * Math.PI) / 180;
  const [dx, dy] = [box.width / 2, -box.height / 2];
  return (
    <Group
      x={box.x + box.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle)}
      y={box.y + box.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle)}
      listening={false}
    >
      <Rect
        x={-SIZE_PX / 2}
        y={-SIZE_PX / 2}
        width={SIZE_PX}
        height={SIZE_PX}
        cornerRadius={SIZE_PX / 2}
        fill={colors.selection}
        listening={false}
      />
      <Path
        data={LOCK_PATH}
        x={-7}
        y={-7.6}
        stroke={colors.onSelection}
        strokeWidth={1.5}
        lineJoin="round"
        listening={false}
      />
    </Group>
  );
}
