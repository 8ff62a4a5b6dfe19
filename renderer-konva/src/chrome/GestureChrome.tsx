import type { Editor, SnapGuide } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Label, Line, Rect, Tag, Text } from 'react-konva';
import type { ChromeColors } from './chromeColors.ts';
import { scaleBox } from './selectionFrame.ts';
import { TurnedRect } from './TurnedRect.tsx';

interface ChromeProps {
  readonly editor: Editor;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}

/** The outline of the block under the pointer. */
export const HoverOutline = observer(function HoverOutline(props: ChromeProps): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  const uuid = editor.hoveredId;
  if (uuid === null || editor.selection.has(uuid) || editor.mode.name !== 'layout') return null;
  const block = editor.blocks.get(uuid);
  const box = editor.boxOf(uuid);
  if (!block || !box || (block.type === 'group' && block.parentUuid === undefined)) return null;
  return (
    <TurnedRect
      box={scaleBox(box, pxPerUnit)}
      rotationDeg={block.position.rotationDeg}
      stroke={colors.selection}
      strokeWidth={1.5}
      opacity={0.6}
    />
  );
});

/** The box that is drawn to select what it touches. */
export const Marquee = observer(function Marquee(props: ChromeProps): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  if (!editor.marquee) return null;
  const box = scaleBox(editor.marquee, pxPerUnit);
  return (
    <>
      <Rect {...box} fill={colors.selection} opacity={0.08} listening={false} />
      <Rect {...box} stroke={colors.selection} strokeWidth={1} listening={false} />
    </>
  );
});

/** What a gesture snaps to, and how far it is from its neighbours: lines first, words over all of them. */
export const Guides = observer(function Guides(props: ChromeProps): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  const { guides } = editor;
  return (
    <>
      {guides.map((guide, index) => (
        <GuideLine key={index} guide={guide} pxPerUnit={pxPerUnit} color={colors.guide} />
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
  readonly color: string;
}): ReactNode {
  const { guide, pxPerUnit, color } = props;
  // Half a px off, so that a line of one px is sharp.
  const at = Math.round(guide.at * pxPerUnit) + 0.5;
  const from = guide.from * pxPerUnit;
  const to = guide.to * pxPerUnit;
  const points = guide.axis === 'x' ? [at, from, at, to] : [from, at, to, at];
  return <Line points={points} stroke={color} strokeWidth={1} listening={false} />;
}

const PILL_FONT_PX = 12;

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
  const width = 14 + String(distance).length * 7.5;
  return (
    <Label
      x={guide.axis === 'x' ? at : middle}
      y={guide.axis === 'x' ? middle : at}
      offsetX={width / 2}
      offsetY={(PILL_FONT_PX + 6) / 2}
      listening={false}
    >
      <Tag fill={colors.guide} cornerRadius={9} listening={false} />
      <Text
        text={String(distance)}
        fontSize={PILL_FONT_PX}
        fontStyle="bold"
        fontFamily="Inter, system-ui, sans-serif"
        width={width}
        align="center"
        padding={3}
        fill={colors.onGuide}
        listening={false}
      />
    </Label>
  );
}
