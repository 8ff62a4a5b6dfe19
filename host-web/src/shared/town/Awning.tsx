import { classNames } from '@cobble/renderer-konva/editor/ui';
import styles from './Awning.module.css';

const STRIPES = 11;
const WIDTH = 330;
const STRIPE = WIDTH / STRIPES;

/** A striped awning as wide as its container. Decorative. */
export function Awning({ color }: { readonly color: 1 | 2 | 3 }) {
  return (
    <svg
      className={styles['awning']}
      viewBox={`-2 -2 ${String(WIDTH + 4)} 62`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {Array.from({ length: STRIPES }, (_, at) => {
        const topLeft = 12 + (at * (WIDTH - 24)) / STRIPES;
        return (
          <path
            key={at}
            className={classNames(
              styles['stripe'],
              at % 2 === 0 ? styles[`color${String(color)}`] : styles['plain'],
            )}
            d={`M${String(topLeft)} 0h${String((WIDTH - 24) / STRIPES)}L${String((at + 1) * STRIPE)} 42a${String(STRIPE / 2)} 14 0 0 1 -${String(STRIPE)} 0Z`}
          />
        );
      })}
    </svg>
  );
}
