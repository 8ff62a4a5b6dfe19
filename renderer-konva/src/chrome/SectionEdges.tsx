import type { Editor } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Group, Line, Rect } from 'react-konva';
import type { ChromeColors } from './chromeColors.ts';

/** How near a pointer must come to a section's edge, px. */
const REACH_PX = { mouse: 6, pen: 8, touch: 22 } as const;
/** The grip that shows an edge can be dragged, px. */
const GRIP = { width: 44, height: 6 } as const;

/** The lower edge of a section that can be dragged: page space. The last section has none. */
export function sectionEdges(
  editor: Editor,
): readonly { readonly uuid: string; readonly y: number }[] {
  return editor.sectionIds.slice(0, -1).flatMap((uuid) => {
    const box = editor.boxOf(uuid);
    return box ? [{ uuid, y: box.y + box.height }] : [];
  });
}

/** The section whose lower edge is under a point of page space, or null. */
export function hitSectionEdge(
  editor: Editor,
  point: { readonly x: number; readonly y: number },
  pxPerUnit: number,
  pointerType: 'mouse' | 'pen' | 'touch',
): string | null {
  const reach = REACH_PX[pointerType] / pxPerUnit;
  const grip = (GRIP.width / 2 + 16) / pxPerUnit;
  // By touch the grip alone can be grabbed: elsewhere a finger scrolls.
  if (pointerType === 'touch' && Math.abs(point.x - 0.5) > grip) return null;
  if (point.x < 0 || point.x > 1) return null;
  return sectionEdges(editor).find(({ y }) => Math.abs(y - point.y) <= reach)?.uuid ?? null;
}

/** Hairlines between sections with a grip in the middle; px from the window's top left corner. */
export const SectionEdges = observer(function SectionEdges(props: {
  readonly editor: Editor;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
  /** The section whose edge is under the pointer. */
  readonly hovered: string | null;
}): ReactNode {
  const { editor, pxPerUnit, colors, hovered } = props;
  const { mode } = editor;
  return sectionEdges(editor).map(({ uuid, y }) => {
    const active = uuid === hovered || (mode.name === 'resizing-section' && mode.section === uuid);
    const at = Math.round(y * pxPerUnit) + 0.5;
    return (
      <Group key={uuid} listening={false}>
        {colors.halo && (
          <Line
            points={[0, at, pxPerUnit, at]}
            stroke={colors.halo}
            strokeWidth={colors.hairPx + 3}
            listening={false}
          />
        )}
        <Line
          points={[0, at, pxPerUnit, at]}
          stroke={active ? colors.selection : colors.ink}
          strokeWidth={active ? colors.linePx : colors.hairPx}
          opacity={active ? 1 : Math.max(0.18, colors.leastOpacity)}
          {...(active ? {} : { dash: [4, 4] })}
          listening={false}
        />
        <Rect
          x={pxPerUnit / 2 - GRIP.width / 2}
          y={at - GRIP.height / 2}
          width={GRIP.width}
          height={GRIP.height}
          cornerRadius={GRIP.height / 2}
          fill={active ? colors.selection : colors.handle}
          stroke={active ? colors.selection : colors.grip}
          strokeWidth={colors.hairPx}
          listening={false}
        />
      </Group>
    );
  });
});
