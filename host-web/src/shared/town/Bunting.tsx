import { classNames } from '@cobble/renderer-konva/editor/ui';
import { useId } from 'react';
import styles from './Bunting.module.css';

const SPAN = 320;
const FLAGS = [24, 66, 108, 150, 192, 234, 276];

/** A line of flags, repeated over the available width. Decorative. */
export function Bunting() {
  const id = useId();
  return (
    <svg className={styles['bunting']} aria-hidden="true">
      <pattern id={id} width={SPAN} height="60" patternUnits="userSpaceOnUse">
        <path className={styles['string']} d={`M0 4Q${SPAN / 2} 44 ${SPAN} 4`} />
        {FLAGS.map((x, index) => {
          // On the curve of the string, a parabola through its ends.
          const t = x / SPAN;
          const y = 4 + 2 * t * (1 - t) * 40;
          const t2 = (x + 24) / SPAN;
          const y2 = 4 + 2 * t2 * (1 - t2) * 40;
          return (
            <path
              key={x}
              className={classNames(styles['flag'], styles[`flag${String((index % 4) + 1)}`])}
              d={`M${x} ${y}L${x + 24} ${y2}L${x + 12} ${(y + y2) / 2 + 27}Z`}
            />
          );
        })}
      </pattern>
      <rect width="100%" height="60" fill={`url(#${id})`} />
    </svg>
  );
}
