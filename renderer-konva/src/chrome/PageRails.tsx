import type { EditorMode } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Group, Line, Rect } from 'react-konva';
import type { ChromeCanvas } from './ChromeState.ts';
import type { ChromeColors } from './chromeColors.ts';
import { Pill } from './Pill.tsx';
import { edgesAt, placeRails, RAIL, snapLines } from './rails.ts';
import { Slicer } from './Slicer.tsx';

/** The modes in which the rails are shown; in others they would be in the way. */
const VISIBLE_IN = new Set(['layout', 'pressing', 'resizing-cutoff', 'slicing']);

/**
 * The rails beside the window: each has a cutoff handle, and the left one is the slicer's track; px
 * from the window's top left corner.
 */
export const PageRails = observer(function PageRails(props: {
  readonly canvas: ChromeCanvas;
}): ReactNode {
  const { editor, view, colors, hover, isAdvanced } = props.canvas;
  const { mode } = editor;
  if (!isAdvanced || !VISIBLE_IN.has(mode.name)) return null;
  const last = editor.sectionIds.at(-1);
  const end = last === undefined ? null : editor.boxOf(last);
  const rails = placeRails(view, end ? end.y + end.height : 0);
  const cutoff = mode.name === 'resizing-cutoff' ? mode : null;
  const edges = cutoff && edgesAt(view, cutoff.referenceWidthPx);
  const moved = {
    left: edges ? edges.left : 0,
    right: edges ? edges.right - view.pxPerUnit : 0,
  };
  const isSlicing = hover.slicer === true || mode.name === 'slicing';
  return (
    <Group listening={false}>
      {rails.left !== null && (
        <Track x={rails.left} height={rails.height} isActive={isSlicing} colors={colors} />
      )}
      {rails.right !== null && (
        <Track x={rails.right} height={rails.height} isActive={false} colors={colors} />
      )}
      {cutoff && <CutoffPreview {...props} mode={cutoff} height={rails.height} />}
      {(['left', 'right'] as const).map((side) => {
        const x = rails[side];
        return (
          x !== null && (
            <CutoffHandle
              key={side}
              x={x + moved[side]}
              y={rails.handleY}
              isActive={hover.rail === side || cutoff !== null}
              colors={colors}
            />
          )
        );
      })}
      {rails.left !== null && <Slicer {...props} x={rails.left} />}
    </Group>
  );
});

function Track(props: {
  readonly x: number;
  readonly height: number;
  readonly isActive: boolean;
  readonly colors: ChromeColors;
}): ReactNode {
  const { x, height, isActive, colors } = props;
  return (
    <Rect
      x={x}
      y={0}
      width={RAIL.width}
      height={height}
      cornerRadius={RAIL.width / 2}
      fill={isActive ? colors.selection : colors.ink}
      opacity={isActive ? 0.16 : 0.06 + 0.14 * colors.minOpacity}
      listening={false}
    />
  );
}

function CutoffHandle(props: {
  readonly x: number;
  readonly y: number;
  readonly isActive: boolean;
  readonly colors: ChromeColors;
}): ReactNode {
  const { x, y, isActive, colors } = props;
  const middle = x + RAIL.width / 2;
  return (
    <Group listening={false}>
      <Rect
        x={x}
        y={y - RAIL.handleHeight / 2}
        width={RAIL.width}
        height={RAIL.handleHeight}
        cornerRadius={RAIL.width / 2}
        fill={isActive ? colors.selection : colors.handle}
        stroke={isActive ? colors.selection : colors.handleStroke}
        strokeWidth={colors.thinLinePx}
        listening={false}
      />
      {[-3, 3].map((dx) => (
        <Line
          key={dx}
          points={[middle + dx, y - 9, middle + dx, y + 9]}
          stroke={isActive ? colors.onSelection : colors.handleStroke}
          strokeWidth={1.5}
          lineCap="round"
          listening={false}
        />
      ))}
    </Group>
  );
}

/** The window as it will be on release, and the widths that it snaps to. */
function CutoffPreview(props: {
  readonly canvas: ChromeCanvas;
  readonly mode: Extract<EditorMode, { name: 'resizing-cutoff' }>;
  readonly height: number;
}): ReactNode {
  const { canvas, mode, height } = props;
  const { view, colors } = canvas;
  const edges = edgesAt(view, mode.referenceWidthPx);
  const color = mode.line === null ? colors.selection : colors.guide;
  return (
    <Group listening={false}>
      {snapLines(view).map(({ widthPx, left, right }) =>
        [left, right].map((x) => (
          <Line
            key={`${String(widthPx)}/${String(x)}`}
            points={[Math.round(x) + 0.5, 0, Math.round(x) + 0.5, height]}
            stroke={colors.ink}
            opacity={Math.max(0.22, colors.minOpacity)}
            strokeWidth={1}
            dash={[3, 5]}
            listening={false}
          />
        )),
      )}
      {[edges.left, edges.right].map((x, index) => (
        <Line
          key={index}
          // Whole px, so that a line of two px is sharp.
          points={[Math.round(x), 0, Math.round(x), height]}
          stroke={color}
          strokeWidth={2}
          // With Shift only the cutoff moves, and the page keeps its size.
          {...(mode.scale ? {} : { dash: [8, 5] })}
          listening={false}
        />
      ))}
      <Pill
        x={view.pxPerUnit / 2}
        y={view.scrollTop + 24}
        text={`${String(mode.referenceWidthPx)} px`}
        fill={color}
        color={mode.line === null ? colors.onSelection : colors.onGuide}
      />
    </Group>
  );
}
