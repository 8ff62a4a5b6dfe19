import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Group, Line, Path, Rect } from 'react-konva';
import type { ChromeCanvas } from './ChromeState.ts';
import { Pill } from './Pill.tsx';
import { RAIL } from './rails.ts';

/** A line, and arrows pointing away from it. */
const SLICE_ICON = 'M2 8h12M8 5.5V1M5.6 3.4L8 1l2.4 2.4M8 10.5V15M5.6 12.6L8 15l2.4-2.4';

/**
 * The slicer: the cut line while the pointer is on the left page rail, and during a slice the
 * height that it inserts or removes, with inserted space shaded below the line; px from the
 * window's top left corner. The gesture is the engine's `slicing` mode.
 */
export const Slicer = observer(function Slicer(props: {
  readonly canvas: ChromeCanvas;
  /** The left edge of the rail. */
  readonly x: number;
}): ReactNode {
  const { editor, view, colors, hover } = props.canvas;
  const { mode } = editor;
  const { pxPerUnit, referenceWidth } = view;
  const slicing = mode.name === 'slicing' ? mode : null;
  const y = slicing ? slicing.y : hover.slicerY;
  if (y === undefined) return null;
  const by = slicing?.by ?? 0;
  const at = Math.round((y + Math.min(0, by)) * pxPerUnit) + 0.5;
  const byPx = Math.round(by * referenceWidth);
  return (
    <Group listening={false}>
      {by > 0 && (
        <Rect
          x={0}
          y={at}
          width={pxPerUnit}
          height={by * pxPerUnit}
          fill={colors.selection}
          opacity={0.12}
          listening={false}
        />
      )}
      <Line
        points={[props.x + RAIL.width, at, pxPerUnit, at]}
        stroke={colors.selection}
        strokeWidth={1.5}
        dash={[6, 4]}
        listening={false}
      />
      <Group x={props.x + RAIL.width / 2} y={at} listening={false}>
        <Rect
          x={-RAIL.width / 2}
          y={-RAIL.width / 2}
          width={RAIL.width}
          height={RAIL.width}
          cornerRadius={RAIL.width / 2}
          fill={colors.selection}
          listening={false}
        />
        <Path
          data={SLICE_ICON}
          x={-6}
          y={-6}
          scaleX={0.75}
          scaleY={0.75}
          stroke={colors.onSelection}
          strokeWidth={1.75}
          lineCap="round"
          lineJoin="round"
          listening={false}
        />
      </Group>
      {slicing && (
        <Pill
          x={pxPerUnit / 2}
          y={at + (by > 0 ? (by * pxPerUnit) / 2 : 0)}
          text={`${byPx < 0 ? '−' : '+'}${String(Math.abs(byPx))} px`}
          fill={colors.selection}
          color={colors.onSelection}
        />
      )}
    </Group>
  );
});
