import type { Border } from '@cobble/engine';
import { useT } from '../messages/i18n.ts';
import styles from './rows.module.css';

const STYLES = ['solid', 'dashed', 'dotted'] as const;

/** Three buttons that show the border styles. */
export function BorderStyleRow(props: {
  readonly value: Border['style'];
  readonly onChange: (style: Border['style']) => void;
}) {
  const t = useT();
  return (
    <div className={styles['row']} role="group" aria-label={t('borderStyleRow.borderStyle')}>
      <span>{t('borderStyleRow.borderStyle')}</span>
      <span className={styles['segments']}>
        {STYLES.map((style) => (
          <button
            key={style}
            type="button"
            aria-label={t(`borderStyle.${style}`)}
            aria-pressed={style === props.value}
            onClick={() => {
              props.onChange(style);
            }}
          >
            <span style={{ borderTopStyle: style }} />
          </button>
        ))}
      </span>
    </div>
  );
}
