import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Group, Line, Rect } from 'react-konva';
import type { CanvasController } from '../canvas/CanvasController.ts';
import { Pill } from './Pill.tsx';
import { placeSides, SIDE_GRIP } from './sectionSides.ts';

/**
 * The side handles of the section under the pointer, and while one is dragged the section's new
 * width; px from the window's top left corner.
 */
export const SectionSides = observer(function SectionSides(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { editor, view, colors, hover } = props.canvas;
  const { mode } = editor;
  const dragged = mode.name === 'resizing-section-width' ? mode : null;
  const section = dragged?.section ?? hover.section;
  if (section === undefined || (!dragged && mode.name !== 'layout')) return null;
  if (!dragged && editor.selection.size > 0) return null;
  const sides = placeSides(editor, view, section);
  const box = editor.boxOf(section);
  if (!sides || !box || editor.blocks.get(section)?.locked) return null;
  const middle = (sides.left + sides.right) / 2;
  const half = dragged ? (dragged.widthPx * view.scale) / 2 : (sides.right - sides.left) / 2;
  const isOver = hover.sectionSide?.section === section;
  const top = box.y * view.pxPerUnit;
  const bottom = (box.y + box.height) * view.pxPerUnit;
  return (
    <Group listening={false}>
      {[-1, 1].map((outwards) => {
        const x = middle + outwards * half;
        const isActive =
          dragged !== null ||
          (isOver && hover.sectionSide.side === (outwards < 0 ? 'left' : 'right'));
        return (
          <Group key={outwards} listening={false}>
            {isActive && (
              <Line
                points={[x, top, x, bottom]}
                stroke={colors.selection}
                strokeWidth={1.5}
                listening={false}
              />
            )}
            <Rect
              x={x - SIDE_GRIP.width / 2}
              y={sides.y - SIDE_GRIP.height / 2}
              width={SIDE_GRIP.width}
              height={SIDE_GRIP.height}
              cornerRadius={SIDE_GRIP.width / 2}
              fill={isActive ? colors.selection : colors.handle}
              stroke={isActive ? colors.selection : colors.grip}
              strokeWidth={colors.hairPx}
              listening={false}
            />
          </Group>
        );
      })}
      {dragged && (
        <Pill
          x={middle}
          y={sides.y}
          text={`${String(dragged.widthPx)} px`}
          fill={colors.selection}
          color={colors.onSelection}
        />
      )}
    </Group>
  );
});
