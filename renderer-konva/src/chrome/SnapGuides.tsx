import type { Editor, SnapGuide } from '@cobble/engine';
import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Line } from 'react-konva';
import type { CanvasView } from '../view/CanvasView.ts';
import type { ChromeColors } from './chromeColors.ts';
import { Pill, PILL_HEIGHT_PX } from './Pill.tsx';

/** Half the length of the cap that ends a distance line, px. */
const CAP_PX = 4;

interface ChromeProps {
  readonly editor: Editor;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}

/** Snap guides and distances during a gesture; distances are drawn above all lines. */
export const SnapGuides = observer(function SnapGuides(props: ChromeProps): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  const { guides } = editor;
  return (
    <>
      {guides.map((guide, index) => (
        <GuideLine key={index} guide={guide} pxPerUnit={pxPerUnit} colors={colors} />
      ))}
      {guides.map((guide, index) => (
        <DistancePill key={index} guide={guide} pxPerUnit={pxPerUnit} colors={colors} />
      ))}
    </>
  );
});

function GuideLine(props: {
  readonly guide: SnapGuide;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { guide, pxPerUnit, colors } = props;
  const line = { stroke: colors.guide, strokeWidth: colors.thinLinePx, listening: false };
  // Offset by half a px, so that a line of one px is sharp.
  const at = Math.round(guide.at * pxPerUnit) + 0.5;
  const from = guide.from * pxPerUnit;
  const to = guide.to * pxPerUnit;
  const points = guide.axis === 'x' ? [at, from, at, to] : [from, at, to, at];
  const caps = guide.distancePx === undefined ? [] : [from, to];
  return (
    <>
      {colors.halo && (
        <Line points={points} {...line} stroke={colors.halo} strokeWidth={colors.thinLinePx + 3} />
      )}
      <Line points={points} {...line} />
      {caps.map((end, index) => (
        <Line
          key={index}
          points={
            guide.axis === 'x'
              ? [at - CAP_PX, end, at + CAP_PX, end]
              : [end, at - CAP_PX, end, at + CAP_PX]
          }
          {...line}
        />
      ))}
    </>
  );
}

function DistancePill(props: {
  readonly guide: SnapGuide;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { guide, pxPerUnit, colors } = props;
  const distance = distanceOf(guide, pxPerUnit);
  return (
    distance && (
      <Pill
        x={distance.x}
        y={distance.y}
        text={distance.text}
        fill={colors.guide}
        color={colors.onGuide}
      />
    )
  );
}

/**
 * A guide's distance as text and the middle of its line, px from the window's top left corner; null
 * without a distance.
 */
function distanceOf(
  guide: SnapGuide,
  pxPerUnit: number,
): { readonly text: string; readonly x: number; readonly y: number } | null {
  const distance = Math.round(guide.distancePx ?? 0);
  if (distance <= 0) return null;
  const at = guide.at * pxPerUnit;
  const middle = ((guide.from + guide.to) / 2) * pxPerUnit;
  const text = String(distance);
  return guide.axis === 'x' ? { text, x: at, y: middle } : { text, x: middle, y: at };
}

const MOVED = { position: 'absolute', left: '0', top: '0', willChange: 'transform' };
const LINE_STYLE = { ...MOVED, width: '1px', height: '1px', transformOrigin: '0 0' };
const PILL_STYLE = {
  ...MOVED,
  height: `${String(PILL_HEIGHT_PX)}px`,
  borderRadius: `${String(PILL_HEIGHT_PX / 2)}px`,
  font: `bold 12px/${String(PILL_HEIGHT_PX)}px Inter, system-ui, sans-serif`,
  textAlign: 'center',
  whiteSpace: 'nowrap',
};

/**
 * Snap guides and distances during a drag, as DOM elements that are reused from frame to frame;
 * content px. A line is one px stretched by a transform, so moving it paints nothing.
 */
export function DragGuides(props: {
  readonly editor: Editor;
  readonly view: CanvasView;
  readonly colors: ChromeColors;
}): ReactNode {
  const { editor, view, colors } = props;
  const lines = useRef<HTMLDivElement>(null);
  const pills = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      autorun(() => {
        const { guides } = editor;
        if (!lines.current || !pills.current) return;
        const boxes = guides.flatMap((guide) => linesOf(guide, view, colors));
        showEach(lines.current, boxes, LINE_STYLE, ({ style }, { x, y, width, height, color }) => {
          style.background = color;
          style.transform = `translate(${String(x)}px, ${String(y)}px) scale(${String(width)}, ${String(height)})`;
        });
        const pillItems = guides.flatMap((guide) => pillOf(guide, view) ?? []);
        showEach(pills.current, pillItems, PILL_STYLE, (element, { x, y, width, text }) => {
          const { style } = element;
          if (element.textContent !== text) element.textContent = text;
          style.width = `${String(width)}px`;
          style.background = colors.guide;
          style.color = colors.onGuide;
          style.transform = `translate(${String(x)}px, ${String(y)}px)`;
        });
      }),
    [editor, view, colors],
  );
  return (
    <>
      <div ref={lines} data-cobble-guides="" />
      <div ref={pills} data-cobble-distances="" />
    </>
  );
}

/** Shows each item in one of the host's elements; surplus elements are hidden for later use. */
function showEach<Item>(
  host: HTMLElement,
  items: readonly Item[],
  style: Readonly<Record<string, string>>,
  show: (element: HTMLElement, item: Item) => void,
): void {
  items.forEach((item, index) => {
    let element = host.children[index] as HTMLElement | undefined;
    if (!element) {
      element = document.createElement('div');
      Object.assign(element.style, style);
      host.append(element);
    }
    element.style.visibility = '';
    show(element, item);
  });
  for (let index = items.length; index < host.children.length; index += 1)
    (host.children[index] as HTMLElement).style.visibility = 'hidden';
}

interface LineBox {
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A guide's line on whole px, with a cap at each end when it shows a distance. */
function linesOf(
  guide: SnapGuide,
  { pxPerUnit, windowLeft }: CanvasView,
  { guide: color, halo, thinLinePx }: ChromeColors,
): readonly LineBox[] {
  const at = Math.round(guide.at * pxPerUnit);
  const from = Math.round(guide.from * pxPerUnit);
  const length = Math.max(1, Math.round(guide.to * pxPerUnit) - from);
  /** A box whose top left corner and size are given along and across the guide. */
  const box = (
    along: number,
    across: number,
    long: number,
    wide: number,
  ): Omit<LineBox, 'color'> =>
    guide.axis === 'x'
      ? { x: windowLeft + across, y: along, width: wide, height: long }
      : { x: windowLeft + along, y: across, width: long, height: wide };
  const line = { ...box(from, at, length, thinLinePx), color };
  const under = halo ? [{ ...box(from, at - 1.5, length, thinLinePx + 3), color: halo }] : [];
  if (guide.distancePx === undefined) return [...under, line];
  const caps = [from, from + length - thinLinePx].map((end) => ({
    ...box(end, at - CAP_PX, thinLinePx, 2 * CAP_PX + thinLinePx),
    color,
  }));
  return [...under, line, ...caps];
}

function pillOf(
  guide: SnapGuide,
  { pxPerUnit, windowLeft }: CanvasView,
): {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
} | null {
  const distance = distanceOf(guide, pxPerUnit);
  if (!distance) return null;
  const { text, x, y } = distance;
  const width = 14 + text.length * 7.5;
  return {
    x: Math.round(windowLeft + x - width / 2),
    y: Math.round(y) - PILL_HEIGHT_PX / 2,
    width,
    text,
  };
}
