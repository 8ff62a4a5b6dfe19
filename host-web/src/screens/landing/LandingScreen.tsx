import { Button } from '@cobble/renderer-konva/editor/ui';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { Bunting } from '../../shared/town/Bunting.tsx';
import { TownSquare } from '../../shared/town/TownSquare.tsx';
import { Wordmark } from '../../shared/Wordmark.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { LANDING_WORDS } from './landingWords.ts';
import { SquareRules } from './SquareRules.tsx';
import { Tryout } from './tryout/Tryout.tsx';
import styles from './LandingScreen.module.css';

/** What a signed-out visitor sees at `/`: what Cobble is, a taste of it, and the way in. */
export function LandingScreen() {
  const { overlays } = useStores();
  useTitle(null);
  const join = (
    <Button
      look="joy"
      size="large"
      onClick={() => {
        overlays.openSignUp();
      }}
    >
      {LANDING_WORDS.join}
    </Button>
  );
  return (
    <div className={styles['screen']}>
      <header className={styles['header']}>
        <Wordmark />
        <Button
          look="plain"
          onClick={() => {
            overlays.openLogin();
          }}
        >
          {LANDING_WORDS.login}
        </Button>
      </header>
      <main>
        <div className={styles['sky']}>
          <div className={styles['bunting']}>
            <Bunting />
          </div>
          <div className={styles['hero']}>
            <div className={styles['words']}>
              <h1 className={styles['headline']}>{LANDING_WORDS.headline}</h1>
              <p className={styles['lead']}>{LANDING_WORDS.lead}</p>
              <div className={styles['join']}>
                {join}
                <p className={styles['free']}>{LANDING_WORDS.free}</p>
              </div>
            </div>
            <div className={styles['taste']}>
              <Tryout />
              <p className={styles['try']}>{LANDING_WORDS.try}</p>
            </div>
          </div>
          <TownSquare className={styles['town']} />
        </div>
        <HowItWorks />
        <SquareRules />
        <section className={styles['last']}>
          <h2 className={styles['lastTitle']}>{LANDING_WORDS.last.title}</h2>
          <p>{LANDING_WORDS.last.text}</p>
          {join}
        </section>
      </main>
      <footer className={styles['footer']}>
        <Wordmark />
        <p>{LANDING_WORDS.footer}</p>
      </footer>
    </div>
  );
}
