import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import type { OfferedCopy } from '../autosave/AutosaveStore.ts';
import { formatDayAndTime } from '../messages/formatDayAndTime.ts';
import { formatTimeAgo } from '../messages/formatTimeAgo.ts';
import { useCanvasMessages, useT } from '../messages/i18n.ts';
import type { Translate } from '../messages/Translate.ts';
import type { ChangeSummary } from './summarizeChanges.ts';
import dialogStyles from './dialogs.module.css';
import styles from './RecoveryDialog.module.css';

/**
 * Offers the unpublished changes of a local copy, and says what distinguishes it from other copies.
 * Only its two buttons close it.
 */
export function RecoveryDialog(props: {
  readonly copy: OfferedCopy;
  /** What it changes; null if the page may have been changed by others since. */
  readonly changes: ChangeSummary | null;
  /** Whether the page is that of a room, which others may have changed. */
  readonly isShared: boolean;
  readonly onRecover: () => void;
  readonly onDiscard: () => void;
}) {
  const { updatedAtMs, number, count, unfinishedUploads = 0 } = props.copy;
  const t = useT();
  const { locale } = useCanvasMessages();
  const now = Date.now();
  return (
    <Dialog
      isOpen
      mustAnswer
      onClose={props.onRecover}
      title={t('recoveryDialog.welcomeBack')}
      description={
        <>
          {t('recoveryDialog.question', { time: formatTimeAgo(t, updatedAtMs, now) })}
          <span className={styles['copy']}>
            <span>
              <span className={styles['time']}>
                {formatDayAndTime(t, regionalOf(locale), updatedAtMs, now)}
              </span>
              {changesOf(t, props.changes, props.isShared)}
            </span>
            {count > 1 && (
              <span className={styles['number']}>
                {t('recoveryDialog.numberOfCount', { number, count })}
              </span>
            )}
          </span>
          {unfinishedUploads > 0 && (
            <span className={styles['note']}>
              {t('recoveryDialog.unfinishedUploads', { count: unfinishedUploads })}
            </span>
          )}
          {props.isShared && props.changes === null && (
            <span className={styles['note']}>{t('recoveryDialog.changedSince')}</span>
          )}
          {number < count && <span className={styles['note']}>{t('recoveryDialog.others')}</span>}
        </>
      }
    >
      <div className={dialogStyles['buttons']}>
        <Button
          variant="plain"
          onClick={(event) => {
            // The second click of a double click would discard the next copy unseen.
            if (event.detail < 2) props.onDiscard();
          }}
        >
          {t('recoveryDialog.discardChanges')}
        </Button>
        <Button variant="primary" autoFocus onClick={props.onRecover}>
          {t('recoveryDialog.recover')}
        </Button>
      </div>
    </Dialog>
  );
}

/** What the copy changes, or why that is not known; in a room, a note of its own says why. */
function changesOf(t: Translate, changes: ChangeSummary | null, isShared: boolean): string {
  if (changes === null) return isShared ? '' : t('recoveryDialog.publishedSince');
  const { blocks: count, hasSettings } = changes;
  if (count === 0) return t('recoveryDialog.onlySettings');
  return hasSettings
    ? t('recoveryDialog.blocksAndSettingsChanged', { count })
    : t('recoveryDialog.blocksChanged', { count });
}

/** The browser's variant of a language, such as `en-GB` for `en`: it decides how times are written. */
function regionalOf(locale: string): string {
  return navigator.languages.find((each) => each.split('-')[0] === locale) ?? locale;
}
