import { Button } from '@cobble/renderer-konva/editor/ui';
import { useT } from '../messages/i18n.ts';
import type { Boop } from './useBoops.ts';
import styles from './BoopButton.module.css';

/** How many stones a boop throws up. */
const STONES = 7;

/**
 * The button that boops. With each boop of anyone, it is squeezed and throws up a handful of
 * stones; with reduced motion, only the text below says whose boop it was [SB4].
 */
export function BoopButton(props: {
  readonly latest: Boop | null;
  readonly isDisabled: boolean;
  readonly onBoop: () => void;
}) {
  const t = useT();
  const { latest, isDisabled, onBoop } = props;
  const number = latest?.number ?? 0;
  return (
    <div className={styles['boop']}>
      <div className={styles['stage']}>
        {latest && (
          <span key={number} className={styles['stones']} aria-hidden="true" data-boop={number}>
            {Array.from({ length: STONES }, (_, index) => (
              <span key={index} className={styles['stone']} data-stone={index} />
            ))}
          </span>
        )}
        <Button
          variant="highlight"
          size="large"
          className={number === 0 ? undefined : styles[number % 2 === 0 ? 'even' : 'odd']}
          aria-disabled={isDisabled || undefined}
          onClick={() => {
            if (!isDisabled) onBoop();
          }}
        >
          {t('sandbox.boop')}
        </Button>
      </div>
      <p className={styles['news']} role="status">
        {latest && sentence(t, latest)}
      </p>
    </div>
  );
}

/** Alternates, because screen readers ignore an unchanged text. */
function sentence(t: ReturnType<typeof useT>, { by, number }: Boop): string {
  const said =
    by === 'you'
      ? t('sandbox.ownBoop')
      : t('sandbox.boopBy', { name: by.name ?? t('sandbox.someone') });
  return number % 2 === 0 ? `${said}\u00a0` : said;
}
