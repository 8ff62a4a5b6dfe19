import { type Box, rotationOf } from '@cobble/engine';
import { autorun, untracked } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { ChromeColors } from './chromeColors.ts';
import { scaleBox, selectionFrameOf } from './selectionFrame.ts';
import type { ChromeCanvas } from './ChromeState.ts';
import { DragGuides } from './SnapGuides.tsx';

/** Up to this many blocks have outlines of their own; for more, the common frame suffices. */
const MAX_OUTLINES = 40;
/** Margin around the frame for half of its stroke, px. */
const MARGIN_PX = 4;

/** A frame dragged beyond the page must not extend the scrollable area. */
const OVERLAY_STYLE = {
  position: 'absolute',
  inset: 0,
  overflow: 'clip',
  pointerEvents: 'none',
  forcedColorAdjust: 'none',
} as const;

interface Outline {
  readonly box: Box;
  readonly rotationDeg: number;
  readonly isFrame: boolean;
}

/**
 * The selection's frame and the snap guides during a drag, as DOM elements. The frame is drawn once
 * and then moved with the blocks by a CSS transform.
 */
export const DragChrome = observer(function DragChrome(props: {
  readonly canvas: ChromeCanvas;
}): ReactNode {
  const { canvas } = props;
  const { editor } = canvas;
  if (!editor.permissions.canEdit) return null;
  return (
    <div aria-hidden="true" style={OVERLAY_STYLE}>
      <DragFrame canvas={canvas} />
      <DragGuides editor={editor} view={canvas.view} colors={canvas.colors} />
    </div>
  );
});

const DragFrame = observer(function DragFrame(props: { readonly canvas: ChromeCanvas }): ReactNode {
  const { editor, view, colors } = props.canvas;
  const { pxPerUnit, windowLeft } = view;
  const element = useRef<SVGSVGElement>(null);
  const [first] = editor.selection;
  // All selected blocks move by the same distance, so only the first one's position is read from
  // here on.
  const start = untracked(() => (first === undefined ? null : editor.boxOf(first)));
  const outlines = untracked(() => outlinesOf(props.canvas));
  const area = outlines[0]?.box;
  const left = area ? Math.floor(windowLeft + area.x * pxPerUnit) - MARGIN_PX : 0;
  const top = area ? Math.floor(area.y * pxPerUnit) - MARGIN_PX : 0;

  useLayoutEffect(
    () =>
      autorun(() => {
        const now = first === undefined ? null : editor.boxOf(first);
        if (!now || !start || !element.current) return;
        const x = left + Math.round((now.x - start.x) * pxPerUnit);
        const y = top + Math.round((now.y - start.y) * pxPerUnit);
        element.current.style.transform = `translate(${String(x)}px, ${String(y)}px)`;
      }),
    [editor, first, start, left, top, pxPerUnit],
  );

  if (!area) return null;
  return (
    <svg
      ref={element}
      data-cobble-moving-frame=""
      width={Math.ceil(area.width * pxPerUnit) + 2 * MARGIN_PX + 1}
      height={Math.ceil(area.height * pxPerUnit) + 2 * MARGIN_PX + 1}
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        overflow: 'visible',
        willChange: 'transform',
      }}
    >
      <g fill="none" transform={`translate(${String(windowLeft - left)}, ${String(-top)})`}>
        {outlines.map((outline, index) => (
          <OutlineRect key={index} {...outline} pxPerUnit={pxPerUnit} colors={colors} />
        ))}
      </g>
    </svg>
  );
});

function OutlineRect(
  props: Outline & { readonly pxPerUnit: number; readonly colors: ChromeColors },
): ReactNode {
  const { box, rotationDeg, isFrame, pxPerUnit, colors } = props;
  const { x, y, width, height } = scaleBox(box, pxPerUnit);
  const middle = `${String(x + width / 2)} ${String(y + height / 2)}`;
  const rotation =
    rotationDeg % 360 === 0 ? {} : { transform: `rotate(${String(rotationDeg)} ${middle})` };
  const rect = { x, y, width, height, ...rotation };
  const { linePx, thinLinePx, halo, selection, minOpacity } = colors;
  if (!isFrame)
    return (
      <rect
        {...rect}
        stroke={selection}
        strokeWidth={thinLinePx}
        opacity={Math.max(0.55, minOpacity)}
      />
    );
  return (
    <>
      {halo && <rect {...rect} stroke={halo} strokeWidth={linePx + 3} />}
      <rect {...rect} stroke={selection} strokeWidth={linePx} />
    </>
  );
}

/** The common frame, and the outline of each block when several, but not too many, are selected. */
function outlinesOf({ editor }: ChromeCanvas): readonly Outline[] {
  const frame = selectionFrameOf(editor);
  if (!frame) return [];
  const common = { box: frame.box, rotationDeg: frame.rotationDeg, isFrame: true };
  const blocks = editor.selectedBlocks;
  if (blocks.length < 2 || blocks.length > MAX_OUTLINES) return [common];
  const own = blocks.flatMap((block) => {
    const box = editor.boxOf(block.uuid);
    return box ? [{ box, rotationDeg: rotationOf(block), isFrame: false }] : [];
  });
  return [common, ...own];
}
