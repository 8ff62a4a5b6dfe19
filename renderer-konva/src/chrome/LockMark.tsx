import type { Box } from '@cobble/engine';
import type { ReactNode } from 'react';
import { Group, Path, Rect } from 'react-konva';
import type { ChromeColors } from './chromeColors.ts';

const LOCK_ICON = 'M4 7V5.2a3 3 0 0 1 6 0V7M3 7h8v5.5H3Z';
const SIZE_PX = 22;

/** A lock icon at the upper right corner of a locked block's rotated box; px. */
export function LockMark(props: {
  readonly box: Box;
  readonly rotationDeg: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { box, rotationDeg, colors } = props;
  const angle = (rotationDeg * Math.PI) / 180;
  const [dx, dy] = [box.width / 2, -box.height / 2];
  return (
    <Group
      x={box.x + box.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle)}
      y={box.y + box.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle)}
      listening={false}
    >
      <Rect
        x={-SIZE_PX / 2}
        y={-SIZE_PX / 2}
        width={SIZE_PX}
        height={SIZE_PX}
        cornerRadius={SIZE_PX / 2}
        fill={colors.selection}
        listening={false}
      />
      <Path
        data={LOCK_ICON}
        x={-7}
        y={-7.6}
        stroke={colors.onSelection}
        strokeWidth={1.5}
        lineJoin="round"
        listening={false}
      />
    </Group>
  );
}
