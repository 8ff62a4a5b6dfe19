import { type Editor, isSection } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, memo, type ReactNode } from 'react';
import type { ChromeCanvas } from './ChromeState.ts';
import type { ChromeColors } from './chromeColors.ts';

/** Hit distance to a section's edge, px. */
const HIT_DISTANCE_PX = { mouse: 6, pen: 8, touch: 22 } as const;
/** The size of an edge's handle, px. */
const HANDLE = { width: 44, height: 6 } as const;

/** The lower edges of sections that can be dragged, in page space. The last section has none. */
export function sectionEdges(
  editor: Editor,
): readonly { readonly uuid: string; readonly y: number }[] {
  return editor.sectionIds.slice(0, -1).flatMap((uuid) => {
    const box = editor.boxOf(uuid);
    return box ? [{ uuid, y: box.y + box.height }] : [];
  });
}

/** The section whose lower edge is at a point of page space, or null. */
export function hitSectionEdge(
  editor: Editor,
  point: { readonly x: number; readonly y: number },
  pxPerUnit: number,
  pointerType: 'mouse' | 'pen' | 'touch',
): string | null {
  const reach = HIT_DISTANCE_PX[pointerType] / pxPerUnit;
  const handleReach = (HANDLE.width / 2 + 16) / pxPerUnit;
  // By touch, only the handle can be grabbed: elsewhere a finger scrolls.
  if (pointerType === 'touch' && Math.abs(point.x - 0.5) > handleReach) return null;
  if (point.x < 0 || point.x > 1) return null;
  return sectionEdges(editor).find(({ y }) => Math.abs(y - point.y) <= reach)?.uuid ?? null;
}

/** Whether a selected block covers the handle of an edge, which is then hidden and not grabbed. */
export function isEdgeCovered(editor: Editor, edgeY: number): boolean {
  return editor.selectedBlocks.some((block) => {
    const box = isSection(block) ? null : editor.boxOf(block.uuid);
    if (!box) return false;
    return box.x <= 0.5 && box.x + box.width >= 0.5 && box.y < edgeY && box.y + box.height > edgeY;
  });
}

/**
 * Lines between sections with a handle in the middle, for users who may edit. They are elements of
 * the content, so that the browser scrolls them and nothing is redrawn.
 */
export const SectionEdges = observer(function SectionEdges(props: {
  readonly canvas: ChromeCanvas;
}): ReactNode {
  const { editor, view, colors, hover } = props.canvas;
  const { mode } = editor;
  if (!editor.permissions.canEdit || mode.name === 'drawing') return null;
  const { pxPerUnit } = view;
  return (
    <div
      aria-hidden="true"
      data-cobble-section-edges=""
      style={{
        ...at(view.windowLeft, 0),
        width: pxPerUnit,
        pointerEvents: 'none',
        forcedColorAdjust: 'none',
      }}
    >
      {sectionEdges(editor).map(({ uuid, y }) => (
        <SectionEdge
          key={uuid}
          y={Math.round(y * pxPerUnit)}
          widthPx={pxPerUnit}
          colors={colors}
          hasHandle={!isEdgeCovered(editor, y)}
          isActive={
            uuid === hover.sectionEdge ||
            (mode.name === 'resizing-section' && mode.section === uuid)
          }
        />
      ))}
    </div>
  );
});

const SectionEdge = memo(function SectionEdge(props: {
  readonly y: number;
  readonly widthPx: number;
  readonly colors: ChromeColors;
  readonly hasHandle: boolean;
  readonly isActive: boolean;
}): ReactNode {
  const { y, widthPx, colors, hasHandle, isActive } = props;
  const { thinLinePx, halo } = colors;
  const line = (height: number): CSSProperties => ({
    ...at(0, y + (1 - height) / 2),
    width: widthPx,
    height,
  });
  const dashes = `repeating-linear-gradient(90deg, ${colors.ink} 0 4px, transparent 4px 8px)`;
  const handle = { width: HANDLE.width + thinLinePx, height: HANDLE.height + thinLinePx };
  return (
    <>
      {halo && <div style={{ ...line(thinLinePx + 3), background: halo }} />}
      <div
        style={{
          ...line(isActive ? colors.linePx : thinLinePx),
          background: isActive ? colors.selection : dashes,
          opacity: isActive ? 1 : Math.max(0.18, colors.minOpacity),
        }}
      />
      {hasHandle && (
        <div
          style={{
            ...at((widthPx - handle.width) / 2, y + (1 - handle.height) / 2),
            ...handle,
            boxSizing: 'border-box',
            border: `${String(thinLinePx)}px solid ${isActive ? colors.selection : colors.handleStroke}`,
            borderRadius: handle.height / 2,
            background: isActive ? colors.selection : colors.handle,
          }}
        />
      )}
    </>
  );
});

function at(left: number, top: number): CSSProperties {
  return { position: 'absolute', left, top };
}
