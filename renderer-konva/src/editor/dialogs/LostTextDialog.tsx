import { observer } from 'mobx-react-lite';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import type { LostText } from '../stores/LostTexts.ts';
import { copyLostText, addLostText } from './resolveLostText.ts';
import dialogStyles from './dialogs.module.css';
import styles from './LostTextDialog.module.css';

/**
 * Offers a text that could not be committed, beside what its block says now. Only its buttons close it: the user may be typing when
 * it opens. For the same reason, the text gets the focus, not a button that Space would press.
 */
export const LostTextDialog = observer(function LostTextDialog(props: {
  readonly lostText: LostText;
}) {
  const { lostText } = props;
  const t = useT();
  const store = useEditorStore();
  const { canEdit } = store.editor.permissions;
  const textNow = store.lostTexts.textNow(lostText);
  const moreCount = store.lostTexts.list.length - 1;
  return (
    <Dialog
      isOpen
      mustAnswer
      onClose={() => undefined}
      title={t('lostTextDialog.title')}
      description={canEdit ? t('lostTextDialog.reason') : t('lostTextDialog.reasonViewOnly')}
    >
      <label className={styles['field']}>
        {t('lostTextDialog.text')}
        <textarea readOnly rows={4} className={styles['text']} value={lostText.plain} />
      </label>
      {textNow === null ? (
        <p className={styles['note']}>{t('lostTextDialog.blockRemoved')}</p>
      ) : textNow.trim() === '' ? null : (
        <label className={styles['field']}>
          {t('lostTextDialog.now')}
          <textarea readOnly rows={3} className={styles['text']} value={textNow} />
        </label>
      )}
      {moreCount > 0 ? (
        <p className={styles['note']}>{t('lostTextDialog.more', { count: moreCount })}</p>
      ) : null}
      <div className={dialogStyles['buttons']}>
        <Button
          variant="plain"
          onClick={(event) => {
            // The second click of a double click would discard the next text unseen.
            if (event.detail < 2) store.lostTexts.remove(lostText);
          }}
        >
          {t('lostTextDialog.discard')}
        </Button>
        <Button
          variant={canEdit ? 'outlined' : 'primary'}
          onClick={() => {
            void copyLostText(store, lostText);
          }}
        >
          {t('lostTextDialog.copy')}
        </Button>
        {canEdit && (
          <Button
            variant="primary"
            onClick={() => {
              addLostText(store, lostText);
            }}
          >
            {t('lostTextDialog.add')}
          </Button>
        )}
      </div>
    </Dialog>
  );
});
