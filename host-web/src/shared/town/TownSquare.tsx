import { classNames } from '@cobble/renderer-konva/editor/ui';
import { CobbledStreet } from './CobbledStreet.tsx';
import { House } from './House.tsx';
import { HOUSES, STALLS, TREES } from './houses.ts';
import { Stall } from './Stall.tsx';
import styles from './TownSquare.module.css';

/** The town on market day; its windows are lit in dark mode. Decorative. */
export function TownSquare({ className }: { readonly className?: string | undefined }) {
  return (
    <svg
      className={classNames(styles['town'], className)}
      viewBox="0 0 1440 320"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path
        className={styles['hill']}
        d="M-10 320V150C120 96 260 120 380 150S640 96 800 128s280-30 420-8 160 30 230 18V320Z"
      />
      <path
        className={styles['hillNear']}
        d="M-10 320V196c150-40 300-24 460 0s330-34 520-12 330-16 480 6V320Z"
      />
      {HOUSES.map((house) => (
        <House key={house.x} house={house} />
      ))}
      <g>
        <path
          className={classNames(styles['line'], styles['wall2'])}
          d="M668 252L671 92H775L772 252Z"
        />
        <path className={classNames(styles['line'], styles['roof2'])} d="M662 96L724 26L784 94Z" />
        <path className={styles['line']} d="M724 26V4" />
        <path className={classNames(styles['line'], styles['flag'])} d="M724 5l26 8-26 9Z" />
        <circle className={classNames(styles['line'], styles['window'])} cx="723" cy="128" r="23" />
        <path className={styles['line']} d="M723 114v14l10 6" />
        <path className={styles['door']} d="M700 252v-44a22 22 0 0 1 44 0v44Z" />
        {[684, 741].map((x) => (
          <rect
            key={x}
            className={classNames(styles['line'], styles['window'])}
            x={x}
            y="164"
            width="18"
            height="26"
            rx="9"
          />
        ))}
      </g>
      {TREES.map(([x, size]) => (
        <g key={x}>
          <path className={styles['line']} d={`M${x} 256v-${size}`} />
          <path
            className={classNames(styles['line'], styles['crown'])}
            d={`M${x - size} ${256 - size * 1.4}a${size * 0.8} ${size * 0.8} 0 0 1 ${size * 0.7} -${size}a${size * 0.6} ${size * 0.6} 0 0 1 ${size * 0.9} ${size * 0.2}a${size * 0.7} ${size * 0.7} 0 0 1 ${size * 0.3} ${size * 1.1}a${size} ${size} 0 0 1 -${size * 1.9} -${size * 0.3}Z`}
          />
        </g>
      ))}
      {STALLS.map((stall) => (
        <Stall key={stall.x} {...stall} />
      ))}
      <CobbledStreet y={252} height={68} />
      {STALLS.map(({ x }) => (
        <path
          key={x}
          className={classNames(styles['line'], styles['bare'])}
          d={`M${x + 8} 252v18M${x + 108} 252v18`}
        />
      ))}
    </svg>
  );
}
