import { useT } from '../../messages/i18n.ts';
import { Awning } from '../../shared/town/Awning.tsx';
import { StepImage } from './StepImage.tsx';
import styles from './HowItWorks.module.css';

const STEPS = ['join', 'edit', 'publish'] as const;

/** The three steps to a page, as market stalls. */
export function HowItWorks() {
  const t = useT();
  return (
    <section className={styles['how']} aria-labelledby="how-it-works">
      <h2 id="how-it-works" className={styles['title']}>
        {t('landing.howTitle')}
      </h2>
      <ol className={styles['steps']}>
        {STEPS.map((step, index) => (
          <li key={step} className={styles['step']}>
            <Awning color={(index + 1) as 1 | 2 | 3} />
            <div className={styles['counter']}>
              <StepImage step={step} />
              <h3 className={styles['stepTitle']}>
                <span className={styles['number']} aria-hidden="true">
                  {index + 1}
                </span>
                {t(`landingSteps.${step}Title`)}
              </h3>
              <p>{t(`landingSteps.${step}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
