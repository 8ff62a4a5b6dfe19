import { PLANS } from '@cobble/host-server/contract';
import { Button } from '@cobble/renderer-konva/editor/ui';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { Bunting } from '../../shared/town/Bunting.tsx';
import { TownSquare } from '../../shared/town/TownSquare.tsx';
import { Wordmark } from '../../shared/Wordmark.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { SquareRules } from './SquareRules.tsx';
import { Tryout } from './tryout/Tryout.tsx';
import styles from './LandingScreen.module.css';

const FREE_PLAN = PLANS.find(({ role }) => role === 'basic');

/** `/` for signed-out visitors: what Cobble is, a page to try out, and how to join. */
export function LandingScreen() {
  const t = useT();
  const { overlays } = useStores();
  useTitle(null);
  const join = (
    <Button
      variant="highlight"
      size="large"
      onClick={() => {
        overlays.openSignUp();
      }}
    >
      {t('landing.join')}
    </Button>
  );
  return (
    <div className={styles['screen']}>
      <header className={styles['header']}>
        <Wordmark />
        <Button
          variant="plain"
          onClick={() => {
            overlays.openSignIn();
          }}
        >
          {t('landing.signIn')}
        </Button>
      </header>
      <main>
        <div className={styles['sky']}>
          <div className={styles['bunting']}>
            <Bunting />
          </div>
          <div className={styles['hero']}>
            <div className={styles['pitch']}>
              <h1 className={styles['headline']}>{t('landing.headline')}</h1>
              <p className={styles['lead']}>{t('landing.lead')}</p>
              <div className={styles['join']}>
                {join}
                <p className={styles['free']}>
                  {t('landing.free', { pages: FREE_PLAN?.maxPages, blocks: FREE_PLAN?.maxBlocks })}
                </p>
              </div>
            </div>
            <div className={styles['tryout']}>
              <Tryout />
              <p className={styles['try']}>{t('landing.tryIt')}</p>
            </div>
          </div>
          <TownSquare className={styles['town']} />
        </div>
        <HowItWorks />
        <SquareRules />
        <section className={styles['last']}>
          <h2 className={styles['lastTitle']}>{t('landing.lastTitle')}</h2>
          <p>{t('landing.lastText')}</p>
          {join}
        </section>
      </main>
      <footer className={styles['footer']}>
        <Wordmark />
        <p>{t('landing.footer')}</p>
      </footer>
    </div>
  );
}
