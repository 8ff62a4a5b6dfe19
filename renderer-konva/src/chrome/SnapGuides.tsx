import type { Editor, SnapGuide } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Line, Rect } from 'react-konva';
import type { ChromeColors } from './chromeColors.ts';
import { LockIcon } from './SelectionChrome.tsx';
import { Pill } from './Pill.tsx';
import { scaleBox } from './selectionFrame.ts';
import { RotatedRect } from './SelectionChrome.tsx';

interface ChromeProps {
  readonly editor: Editor;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}

/** The outline of the hovered block, with a lock icon if it is locked. */
export const HoverOutline = observer(function HoverOutline(props: ChromeProps): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  const uuid = editor.hoveredId;
  if (uuid === null || editor.selection.has(uuid) || editor.mode.name !== 'layout') return null;
  const block = editor.blocks.get(uuid);
  const box = editor.boxOf(uuid);
  if (!block || !box || (block.type === 'group' && block.parentUuid === undefined)) return null;
  const px = scaleBox(box, pxPerUnit);
  return (
    <>
      <RotatedRect
        box={px}
        rotationDeg={block.position.rotationDeg}
        stroke={colors.selection}
        strokeWidth={colors.linePx}
        opacity={Math.max(0.6, colors.minOpacity)}
        halo={colors.halo}
        {...(block.locked ? { dash: [5, 4] } : {})}
      />
      {block.locked && (
        <LockIcon box={px} rotationDeg={block.position.rotationDeg} colors={colors} />
      )}
    </>
  );
});

/** The rectangle that selects what it touches. */
export const Marquee = observer(function Marquee(props: ChromeProps): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  if (!editor.marquee) return null;
  const box = scaleBox(editor.marquee, pxPerUnit);
  return (
    <>
      <Rect {...box} fill={colors.selection} opacity={0.08} listening={false} />
      <Rect {...box} stroke={colors.selection} strokeWidth={colors.thinLinePx} listening={false} />
    </>
  );
});

/** Snap guides and distances during a gesture; distances are drawn above all lines. */
export const Guides = observer(function Guides(props: ChromeProps): ReactNode {
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

/** Half the length of the cap that ends a distance line, px. */
const CAP_PX = 4;

function DistancePill(props: {
  readonly guide: SnapGuide;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { guide, pxPerUnit, colors } = props;
  const distance = Math.round(guide.distancePx ?? 0);
  if (distance <= 0) return null;
  const at = guide.at * pxPerUnit;
  const middle = ((guide.from + guide.to) / 2) * pxPerUnit;
  return (
    <Pill
      x={guide.axis === 'x' ? at : middle}
      y={guide.axis === 'x' ? middle : at}
      text={String(distance)}
      fill={colors.guide}
      color={colors.onGuide}
    />
  );
}
