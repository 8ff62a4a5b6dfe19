import { classNames } from '@cobble/renderer-konva/editor/ui';
import { useId } from 'react';
import styles from './TownSquare.module.css';

/** The stones of a stretch of street 360 units wide, which repeats: rows of [width, tone]. */
const ROWS: readonly (readonly (readonly [width: number, tone: 1 | 2 | 3])[])[] = [
  [
    [38, 1],
    [30, 3],
    [44, 2],
    [34, 1],
    [40, 3],
    [28, 2],
    [46, 1],
    [36, 3],
    [32, 1],
    [32, 2],
  ],
  [
    [50, 2],
    [42, 1],
    [36, 3],
    [56, 1],
    [40, 2],
    [48, 3],
    [38, 1],
    [50, 3],
  ],
  [
    [60, 3],
    [52, 1],
    [66, 2],
    [48, 3],
    [70, 1],
    [64, 2],
  ],
];
const HEIGHTS = [18, 22, 28];
const GAP = 3;

/** The cobbled street. */
export function CobbledStreet({ y, height }: { readonly y: number; readonly height: number }) {
  const id = useId();
  const stones = ROWS.flatMap((row, at) => {
    const top = HEIGHTS.slice(0, at).reduce((sum, each) => sum + each, 0);
    let left = 0;
    return row.map(([width, tone], index) => {
      const stone = (
        <rect
          key={`${String(at)}-${String(index)}`}
          className={styles[`stone${String(tone)}`]}
          x={left + GAP / 2}
          y={top + GAP / 2 + (index % 3) * 0.6}
          width={width - GAP}
          height={(HEIGHTS[at] ?? 0) - GAP}
          rx={(HEIGHTS[at] ?? 0) * 0.38}
        />
      );
      left += width;
      return stone;
    });
  });
  return (
    <>
      <pattern id={id} width="360" height="68" y={y} patternUnits="userSpaceOnUse">
        <rect width="360" height="68" className={styles['mortar']} />
        {stones}
      </pattern>
      <rect x="-10" y={y} width="1460" height={height} fill={`url(#${id})`} />
      <path className={classNames(styles['line'], styles['bare'])} d={`M-10 ${y}H1450`} />
    </>
  );
}
