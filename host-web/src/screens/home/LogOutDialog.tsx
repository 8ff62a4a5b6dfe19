import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import styles from './LogOutDialog.module.css';

/** Asks before the user logs out while edits are only on this device, which stay there [LR17]. */
export function LogOutDialog({
  unsent,
  onClose,
}: {
  /** How many edits there are. */
  readonly unsent: number;
  readonly onClose: () => void;
}) {
  const t = useT();
  const stores = useStores();
  const username = stores.account.account?.username ?? '';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('logOut.title', { count: unsent })}
      description={t('logOut.text', { count: unsent, username })}
    >
      <div className={styles['buttons']}>
        <Button
          variant="plain"
          onClick={() => {
            onClose();
            stores.signOut().catch(() => undefined);
          }}
        >
          {t('app.signOut')}
        </Button>
        <Button variant="primary" autoFocus onClick={onClose}>
          {t('logOut.stay')}
        </Button>
      </div>
    </Dialog>
  );
}
