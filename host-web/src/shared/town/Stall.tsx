import { classNames } from '@cobble/renderer-konva/editor/ui';
import styles from './TownSquare.module.css';

const WIDTH = 116;
const STRIPES = 6;

/** A market stall: two posts, a counter with wares, a striped awning with a scalloped edge. */
export function Stall({ x, awning }: { readonly x: number; readonly awning: 1 | 2 | 3 }) {
  const stripe = WIDTH / STRIPES;
  return (
    <g transform={`translate(${x} 0)`}>
      <path className={styles['line']} d="M8 206V270M108 206V270" />
      <path className={classNames(styles['line'], styles['wall2'])} d="M2 236H114V268H2Z" />
      {[18, 36, 54, 72, 92].map((at, index) => (
        <circle
          key={at}
          className={classNames(styles['line'], styles[`ware${String((index % 3) + 1)}`])}
          cx={at}
          cy={231 - (index % 2) * 2}
          r={7 + (index % 2)}
        />
      ))}
      {Array.from({ length: STRIPES }, (_, at) => {
        const left = at * stripe;
        const topLeft = 10 + at * ((WIDTH - 20) / STRIPES);
        const topWidth = (WIDTH - 20) / STRIPES;
        return (
          <path
            key={at}
            className={classNames(
              styles['line'],
              at % 2 === 0 ? styles[`awning${String(awning)}`] : styles['awningPlain'],
            )}
            d={`M${topLeft} 178h${topWidth}L${left + stripe} 206a${stripe / 2} 9 0 0 1 -${stripe} 0Z`}
          />
        );
      })}
    </g>
  );
}
