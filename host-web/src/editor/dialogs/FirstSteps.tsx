import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import { ExternalLink } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { DialogBanner } from './DialogBanner.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import styles from './dialogs.module.css';

/** Greets a person on their first page. */
export const WelcomeDialog = observer(function WelcomeDialog() {
  const store = useEditorStore();
  const next = () => {
    if (store.isFirstPublished) store.openDialog('first-publish');
    else store.closeDialog();
  };
  return (
    <Dialog
      isOpen
      onClose={next}
      banner={<DialogBanner />}
      title="Welcome"
      description="This is your page. Everything on it can be moved, changed or thrown away: drag a block, or press one twice to type."
    >
      <div className={styles['buttons']}>
        <Button look="joy" onClick={next}>
          Continue
        </Button>
      </div>
    </Dialog>
  );
});

/** Tells that the first page is public already, and where. */
export const FirstPublishDialog = observer(function FirstPublishDialog() {
  const store = useEditorStore();
  return (
    <Dialog
      isOpen
      onClose={() => {
        store.closeDialog();
      }}
      banner={<DialogBanner />}
      title="Your page is live"
      description="It was published just now, so that you have something to show. Press Publish whenever you want others to see what you changed."
    >
      <div className={styles['stack']}>
        <a className={styles['address']} href={store.publicUrl} target="_blank" rel="noopener">
          {store.publicUrl}
        </a>
      </div>
      <div className={styles['buttons']}>
        <Button
          icon={<ExternalLink size={16} />}
          onClick={() => {
            window.open(store.publicUrl, '_blank', 'noopener');
          }}
        >
          View page
        </Button>
        <Button
          look="primary"
          onClick={() => {
            store.closeDialog();
          }}
        >
          Close
        </Button>
      </div>
    </Dialog>
  );
});
