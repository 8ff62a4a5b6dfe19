import type { Editor, Point } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Group, Line, Rect } from 'react-konva';
import type { ChromeCanvas } from './ChromeState.ts';
import type { CanvasView } from '../view/CanvasView.ts';
import { Pill } from './Pill.tsx';

/**
 * The side handles of the section under the pointer, and while one is dragged the section's new
 * width; px from the window's top left corner.
 */
export const SectionSides = observer(function SectionSides(props: {
  readonly canvas: ChromeCanvas;
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
              x={x - SIDE_HANDLE.width / 2}
              y={sides.y - SIDE_HANDLE.height / 2}
              width={SIDE_HANDLE.width}
              height={SIDE_HANDLE.height}
              cornerRadius={SIDE_HANDLE.width / 2}
              fill={isActive ? colors.selection : colors.handle}
              stroke={isActive ? colors.selection : colors.handleStroke}
              strokeWidth={colors.thinLinePx}
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

/** A side handle's size, px. */
export const SIDE_HANDLE = { width: 6, height: 44 } as const;
/** The smallest visible height of a section that has side handles, px. */
const MIN_VISIBLE_PX = 72;
/** Hit distances, px. */
const HIT_DISTANCE_PX = { mouse: 7, pen: 10, touch: 22 } as const;

/** The centres of a section's two side handles; px from the window's top left corner. */
export interface PlacedSides {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/**
 * Positions a section's side handles in the middle of its visible height; null when that is too
 * small.
 */
export function placeSides(editor: Editor, view: CanvasView, section: string): PlacedSides | null {
  const box = editor.boxOf(section);
  if (!box) return null;
  const { pxPerUnit, scrollTop, height } = view;
  const from = Math.max(box.y * pxPerUnit, scrollTop);
  const to = Math.min((box.y + box.height) * pxPerUnit, scrollTop + height);
  if (to - from < MIN_VISIBLE_PX) return null;
  return {
    left: box.x * pxPerUnit,
    right: (box.x + box.width) * pxPerUnit,
    y: (from + to) / 2,
  };
}

/** The side handle under a pointer; px from the window's top left corner. */
export function hitSides(
  sides: PlacedSides,
  point: Point,
  pointerType: 'mouse' | 'pen' | 'touch',
): 'left' | 'right' | null {
  const reach = HIT_DISTANCE_PX[pointerType];
  if (Math.abs(point.y - sides.y) > SIDE_HANDLE.height / 2 + reach) return null;
  if (Math.abs(point.x - sides.left) <= reach) return 'left';
  return Math.abs(point.x - sides.right) <= reach ? 'right' : null;
}
