import { LANDING_WORDS } from './landingWords.ts';
import styles from './SquareRules.module.css';

/** The principles, each on a stone of its own. */
export function SquareRules() {
  const { title, list } = LANDING_WORDS.rules;
  return (
    <section className={styles['rules']} aria-labelledby="square-rules">
      <h2 id="square-rules" className={styles['title']}>
        {title}
      </h2>
      <ul className={styles['stones']}>
        {list.map((rule) => (
          <li key={rule} className={styles['stone']}>
            {rule}
          </li>
        ))}
      </ul>
    </section>
  );
}
