import { classNames } from '@cobble/renderer-konva/editor/ui';
import { useT } from '../../../messages/i18n.ts';
import type { TryoutPiece } from './TryoutPiece.ts';
import styles from './PieceDrawing.module.css';

/** Shows a piece, in the board's colours `--tone-1` to `--tone-5`. */
export function PieceDrawing({
  piece,
  name,
}: {
  readonly piece: TryoutPiece;
  /** The visitor's name, for the heading. */
  readonly name: string;
}) {
  const t = useT();
  switch (piece.kind) {
    case 'heading':
      return (
        <span className={classNames(styles['heading'], name.length > 9 && styles['long'])}>
          {t('tryout.greeting', { name })}
        </span>
      );
    case 'note':
      return <span className={styles['note']}>{piece.text || t('tryout.empty')}</span>;
    case 'button':
      return <span className={styles['button']}>{piece.text || t('tryout.empty')}</span>;
    case 'flower':
      return (
        <svg viewBox="0 0 100 100" className={styles['drawing']}>
          {[0, 60, 120, 180, 240, 300].map((angle) => (
            <ellipse
              key={angle}
              className={styles['tone3']}
              cx="50"
              cy="24"
              rx="17"
              ry="21"
              transform={`rotate(${String(angle)} 50 50)`}
            />
          ))}
          <circle className={styles['tone2']} cx="50" cy="50" r="17" />
          <circle className={styles['dot']} cx="44" cy="47" r="2.4" />
          <circle className={styles['dot']} cx="56" cy="47" r="2.4" />
          <path className={styles['stroke']} d="M43 54c4 5 10 5 14 0" />
        </svg>
      );
    case 'star':
      return (
        <svg viewBox="0 0 100 100" className={styles['drawing']}>
          <path
            className={styles['tone4']}
            d="M50 5c5 0 8 25 13 29s29 3 31 8-19 19-21 25 8 28 4 31-22-14-27-14-23 17-27 14 6-25 4-31S4 47 6 42s26-4 31-8S45 5 50 5Z"
          />
        </svg>
      );
    case 'cobble':
      return (
        <svg viewBox="0 0 100 92" className={styles['drawing']} preserveAspectRatio="none">
          <path
            className={styles['tone2']}
            d="M8 55C4 26 22 6 52 4s44 20 44 42-18 42-46 42S11 78 8 55Z"
          />
          <circle className={styles['dot']} cx="38" cy="42" r="4.500" />
          <circle className={styles['dot']} cx="64" cy="40" r="4.500" />
          <path className={styles['stroke']} d="M38 58c9 8 20 7 28-2" />
        </svg>
      );
    case 'image':
      return (
        <svg
          viewBox="0 0 100 100"
          className={styles['drawing']}
          preserveAspectRatio="xMidYMid slice"
        >
          <rect className={styles['tone1']} x="1" y="1" width="98" height="98" rx="4" />
          <rect className={styles['tone2Bare']} x="7" y="7" width="86" height="74" />
          <circle className={styles['tone3Bare']} cx="66" cy="31" r="12" />
          <path className={styles['tone3Bare']} d="M7 64c16-16 32-16 46-2s26 4 40-8v27H7Z" />
          <path className={styles['tone4Bare']} d="M7 74c18-14 34-6 48-2s26-6 38-8v17H7Z" />
          <path className={styles['tone5Bare']} d="M24 68V56l8-7 8 7v13Z" />
          <rect className={styles['tone1Bare']} x="29" y="59" width="5" height="9" />
        </svg>
      );
  }
}
