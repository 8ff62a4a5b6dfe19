import type { ReactNode } from 'react';
import { Label, Tag, Text } from 'react-konva';

const FONT_PX = 12;
const PADDING_PX = 3;
/** How high a pill is, px. */
export const PILL_HEIGHT_PX = FONT_PX + 2 * PADDING_PX;

/** A short word on a rounded ground with its middle at a point: a distance, a size, a turn; px. */
export function Pill(props: {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly fill: string;
  readonly color: string;
  /** A line round it, so that it stands out from what has its colour. */
  readonly outline?: string;
}): ReactNode {
  const { x, y, text, fill, color, outline } = props;
  const width = 14 + text.length * 7.5;
  return (
    <Label
      x={Math.round(x)}
      y={Math.round(y)}
      offsetX={width / 2}
      offsetY={PILL_HEIGHT_PX / 2}
      listening={false}
    >
      <Tag
        fill={fill}
        cornerRadius={PILL_HEIGHT_PX / 2}
        listening={false}
        {...(outline === undefined ? {} : { stroke: outline, strokeWidth: 1.5 })}
      />
      <Text
        text={text}
        fontSize={FONT_PX}
        fontStyle="bold"
        fontFamily="Inter, system-ui, sans-serif"
        width={width}
        align="center"
        padding={PADDING_PX}
        fill={color}
        listening={false}
      />
    </Label>
  );
}
