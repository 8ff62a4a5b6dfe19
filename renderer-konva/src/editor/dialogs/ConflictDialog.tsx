import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { CloudDownload, CloudUpload } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';
import { loadNewer, publishOver } from './resolveConflict.ts';
import { Choice } from './Choice.tsx';
import { useT } from '../messages/i18n.ts';
import styles from './dialogs.module.css';

/**
 * Shown when a newer revision was stored since this page was loaded. Says that nothing is lost, and
 * offers the ways to continue.
 */
export const ConflictDialog = observer(function ConflictDialog() {
  const t = useT();
  const store = useEditorStore();
  const [busy, setBusy] = useState<'load' | 'publish' | null>(null);
  const act = (what: 'load' | 'publish', run: () => Promise<void>) => () => {
    setBusy(what);
    void run().finally(() => {
      setBusy(null);
    });
  };
  return (
    <Dialog
      isOpen
      onClose={() => {
        store.closeDialog();
      }}
      title={t('conflictDialog.title')}
      description={
        store.wasRecoveredOutdated
          ? t('conflictDialog.textAfterRecovery')
          : t('conflictDialog.text')
      }
    >
      <div className={styles['choices']}>
        <Choice
          label={t('conflictDialog.loadNewer')}
          note={t('conflictDialog.loadNewerHint')}
          icon={<CloudDownload />}
          isBusy={busy === 'load'}
          disabled={busy !== null}
          onClick={act('load', () => loadNewer(store))}
        />
        <Choice
          label={t('conflictDialog.publishMine')}
          note={t('conflictDialog.publishMineHint')}
          icon={<CloudUpload />}
          isBusy={busy === 'publish'}
          disabled={busy !== null}
          onClick={act('publish', () => publishOver(store))}
        />
      </div>
      <div className={styles['buttons']}>
        <Button
          onClick={() => {
            store.closeDialog();
          }}
        >
          {t('conflictDialog.keepEditing')}
        </Button>
      </div>
    </Dialog>
  );
});
