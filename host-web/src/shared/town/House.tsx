import { classNames } from '@cobble/renderer-konva/editor/ui';
import type { HouseShape } from './houses.ts';
import styles from './TownSquare.module.css';

const GROUND = 252;

function roofPath({ x, width, height, kind, lean }: HouseShape): string {
  const top = GROUND - height;
  const left = x + lean;
  const right = x + width + lean;
  const middle = (left + right) / 2;
  if (kind === 'gable')
    return `M${left - 7} ${top + 3}L${middle} ${top - width * 0.42}L${right + 7} ${top + 1}Z`;
  if (kind === 'flat')
    return `M${left - 5} ${top + 4}L${left - 3} ${top - 12}L${right + 4} ${top - 10}L${right + 5} ${top + 4}Z`;
  const step = width / 7;
  const rise = 13;
  return (
    `M${left - 4} ${top + 3}v-${rise}h${step + 4}v-${rise}h${step}v-${rise}h${step}v-${rise / 2}` +
    `H${middle + step / 2}v${rise / 2}h${step}v${rise}h${step}v${rise}H${right + 4}v${rise}Z`
  );
}

/** A crooked house with windows and a door. */
export function House({ house }: { readonly house: HouseShape }) {
  const { x, width, height, lean, windows } = house;
  const top = GROUND - height;
  const [columns, rows] = windows;
  const cellWidth = width / columns;
  const cellHeight = (height - 40) / rows;
  return (
    <g>
      <path
        className={classNames(styles['line'], styles[`wall${String(house.wall)}`])}
        d={`M${x} ${GROUND}L${x + lean} ${top}L${x + width + lean} ${top + 2}L${x + width} ${GROUND}Z`}
      />
      <path
        className={classNames(styles['line'], styles[`roof${String(house.roof)}`])}
        d={roofPath(house)}
      />
      {Array.from({ length: columns * rows }, (_, at) => {
        const column = at % columns;
        const row = Math.floor(at / columns);
        const wide = Math.min(17, cellWidth * 0.46);
        const left = x + column * cellWidth + (cellWidth - wide) / 2 + lean * (1 - row / rows);
        const high = Math.min(22, cellHeight * 0.66);
        return (
          <rect
            key={at}
            className={classNames(styles['line'], styles['window'])}
            x={left}
            y={top + 9 + row * cellHeight}
            width={wide}
            height={high}
            rx={row === 0 && columns === 2 ? wide / 2 : 2}
          />
        );
      })}
      <path
        className={styles['door']}
        d={`M${x + width / 2 - 9} ${GROUND}v-20a9 9 0 0 1 18 0v20Z`}
      />
    </g>
  );
}
