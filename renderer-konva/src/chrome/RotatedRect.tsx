import type { Box } from '@cobble/engine';
import type { ReactNode } from 'react';
import { Rect } from 'react-konva';

/** An outline rotated about its centre; px. */
export function RotatedRect(props: {
  readonly box: Box;
  readonly rotationDeg: number;
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly dash?: number[];
  readonly opacity?: number;
  /** The colour of a wider line below the outline, 1.5 px on each side. */
  readonly halo?: string | null;
}): ReactNode {
  const { box, rotationDeg, halo, ...style } = props;
  const place = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    offsetX: box.width / 2,
    offsetY: box.height / 2,
    width: box.width,
    height: box.height,
    rotation: rotationDeg,
    listening: false,
    perfectDrawEnabled: false,
  };
  return (
    <>
      {halo && <Rect {...place} stroke={halo} strokeWidth={style.strokeWidth + 3} />}
      <Rect {...place} {...style} />
    </>
  );
}
