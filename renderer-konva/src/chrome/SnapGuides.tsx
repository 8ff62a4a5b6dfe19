import type { Editor, SnapGuide } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Line } from 'react-konva';
import type { ChromeColors } from './chromeColors.ts';
import { Pill } from './Pill.tsx';

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
