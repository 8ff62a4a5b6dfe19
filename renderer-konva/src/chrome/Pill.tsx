import type { ReactNode } from 'react';
import { Label, Tag, Text } from 'react-konva';

const FONT_PX = 12;
const PADDING_PX = 3;
/** The height of a pill, px. */
export const PILL_HEIGHT_PX = FONT_PX + 2 * PADDING_PX;

/** A short text on a rounded background, centred at a point; px. */
export function Pill(props: {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly fill: string;
  readonly color: string;
  /** The colour of an outline, for a pill on a background of its own colour. */
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
