import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { loadNewer, publishOver } from '../resolveConflict.ts';
import styles from './dialogs.module.css';

/** The page was stored by somebody else since this copy was loaded: says what is safe, and what can be done. */
export const ConflictDialog = observer(function ConflictDialog() {
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
      title="This page was changed elsewhere"
      description="A newer version was published from another window or device. Your changes are safe here, and nothing has been overwritten."
    >
      <p>
        Load the newer version to see it: yours is kept, and you can bring it back. Or publish yours
        over it.
      </p>
      <div className={styles['buttons']}>
        <Button
          look="plain"
          onClick={() => {
            store.closeDialog();
          }}
        >
          Keep editing
        </Button>
        <Button
          isBusy={busy === 'load'}
          disabled={busy === 'publish'}
          onClick={act('load', () => loadNewer(store))}
        >
          Load the newer one
        </Button>
        <Button
          look="primary"
          isBusy={busy === 'publish'}
          disabled={busy === 'load'}
          onClick={act('publish', () => publishOver(store))}
        >
          Publish mine
        </Button>
      </div>
    </Dialog>
  );
});
