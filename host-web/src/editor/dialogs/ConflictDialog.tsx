import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import { CloudDownload, CloudUpload } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';
import { loadNewer, publishOver } from '../resolveConflict.ts';
import { Choice } from './Choice.tsx';
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
      <div className={styles['choices']}>
        <Choice
          label="Load the newer one"
          note="Yours is kept, and you can bring it back."
          icon={<CloudDownload />}
          isBusy={busy === 'load'}
          disabled={busy !== null}
          onClick={act('load', () => loadNewer(store))}
        />
        <Choice
          label="Publish mine"
          note="It takes the place of the newer one."
          icon={<CloudUpload />}
          isBusy={busy === 'publish'}
          disabled={busy !== null}
          onClick={act('publish', () => publishOver(store))}
        />
      </div>
      <div className={styles['buttons']}>
        <Button
          look="plain"
          onClick={() => {
            store.closeDialog();
          }}
        >
          Keep editing
        </Button>
      </div>
    </Dialog>
  );
});
