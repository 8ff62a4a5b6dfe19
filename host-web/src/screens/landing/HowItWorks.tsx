import { Awning } from '../../shared/town/Awning.tsx';
import { LANDING_WORDS } from './landingWords.ts';
import { StepImage } from './StepImage.tsx';
import styles from './HowItWorks.module.css';

/** Three honest steps, each a stall of its own. */
export function HowItWorks() {
  const { title, steps } = LANDING_WORDS.how;
  return (
    <section className={styles['how']} aria-labelledby="how-it-works">
      <h2 id="how-it-works" className={styles['title']}>
        {title}
      </h2>
      <ol className={styles['steps']}>
        {steps.map((step, at) => (
          <li key={step.title} className={styles['step']}>
            <Awning look={((at % 3) + 1) as 1 | 2 | 3} />
            <div className={styles['counter']}>
              <StepImage step={at} />
              <h3 className={styles['stepTitle']}>
                <span className={styles['number']} aria-hidden="true">
                  {at + 1}
                </span>
                {step.title}
              </h3>
              <p>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
