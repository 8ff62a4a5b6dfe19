import { useT } from '../../messages/i18n.ts';
import styles from './SquareRules.module.css';

const RULES = ['space', 'easy', 'messy', 'humans', 'curation', 'fun'] as const;

/** The product's principles, each on a stone. */
export function SquareRules() {
  const t = useT();
  return (
    <section className={styles['rules']} aria-labelledby="square-rules">
      <h2 id="square-rules" className={styles['title']}>
        {t('landing.rulesTitle')}
      </h2>
      <ul className={styles['stones']}>
        {RULES.map((rule) => (
          <li key={rule} className={styles['stone']}>
            {t(`landingRules.${rule}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
