import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import { ExternalLink } from 'lucide-react';
import { DialogBanner } from './DialogBanner.tsx';
import styles from '../dialogs.module.css';

/** Welcomes a new user on their first page. */
export function WelcomeDialog({ onContinue }: { readonly onContinue: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onContinue}
      banner={<DialogBanner />}
      title="Welcome"
      description="This is your page. Everything on it can be moved, changed or thrown away: drag a block, or press one twice to type."
    >
      <div className={styles['buttons']}>
        <Button look="joy" onClick={onContinue}>
          Continue
        </Button>
      </div>
    </Dialog>
  );
}

/** Says that the first page is public, and where. */
export function FirstPublishDialog(props: { readonly url: string; readonly onClose: () => void }) {
  const { url, onClose } = props;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      banner={<DialogBanner />}
      title="Your page is live"
      description="It was published just now, so that you have something to show. Press Publish whenever you want others to see what you changed."
    >
      <div className={styles['stack']}>
        <a className={styles['address']} href={url} target="_blank" rel="noopener">
          {url}
        </a>
      </div>
      <div className={styles['buttons']}>
        <Button
          icon={<ExternalLink size={16} />}
          onClick={() => {
            window.open(url, '_blank', 'noopener');
          }}
        >
          View page
        </Button>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
