import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import { ExternalLink } from 'lucide-react';
import { useT } from '../../messages/i18n.ts';
import { DialogBanner } from './DialogBanner.tsx';
import styles from '../dialogs.module.css';

/** Welcomes a new user on their first page. */
export function WelcomeDialog(props: {
  readonly onContinue: () => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { onContinue, onClose } = props;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      banner={<DialogBanner />}
      title={t('firstPage.welcomeTitle')}
      description={t('firstPage.welcomeText')}
    >
      <div className={styles['buttons']}>
        <Button variant="highlight" onClick={onContinue}>
          {t('firstPage.continue')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Says that the first page is published, with its address. */
export function FirstPublishDialog(props: { readonly url: string; readonly onClose: () => void }) {
  const t = useT();
  const { url, onClose } = props;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      banner={<DialogBanner />}
      title={t('firstPage.liveTitle')}
      description={t('firstPage.liveText')}
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
          {t('firstPage.viewPage')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t('firstPage.close')}
        </Button>
      </div>
    </Dialog>
  );
}
