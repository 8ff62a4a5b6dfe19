import { notify, useCobbleEditor } from '@cobble/renderer-konva/editor';
import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { roomDatabase } from '../../device/onDevice.ts';
import styles from '../dialogs.module.css';
import { listSlots } from '../room/storedSlots.ts';

/**
 * Says that the browser has unpublished changes to a page that the user may not publish. Someone who
 * is not logged in may be the one who made them: a dialog offers to log in.
 */
export const WithheldChanges = observer(function WithheldChanges() {
  const t = useT();
  const session = useCobbleEditor();
  const { account, overlays } = useStores();
  const [exist, setExist] = useState(() => session.hasWithheldChanges());
  const pageId = session.editor.fields.ID;
  const accountId = account.account?.ID;
  useEffect(() => {
    let isCurrent = true;
    // Edits that the room has not got yet wait for the account that made them [LR8].
    listSlots(roomDatabase).then(
      (slots) => {
        const isWithheld = slots.some(
          (slot) =>
            slot.pageId === pageId && slot.accountId !== accountId && slot.ops + slot.texts > 0,
        );
        if (isWithheld && isCurrent) setExist(true);
      },
      // Without a database there are none.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [pageId, accountId]);
  const [isAnswered, setIsAnswered] = useState(false);
  const username = account.account?.username;
  useEffect(() => {
    if (!exist || username === undefined) return;
    notify(t('withheldChanges.otherAccount', { username }), { durationMs: 7000 });
  }, [exist, username, t]);
  if (!exist || isAnswered || username !== undefined) return null;
  const close = () => {
    setIsAnswered(true);
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t('withheldChanges.title')}
      description={t('withheldChanges.text')}
    >
      <div className={styles['buttons']}>
        <Button variant="plain" onClick={close}>
          {t('withheldChanges.notNow')}
        </Button>
        <Button
          variant="primary"
          autoFocus
          onClick={() => {
            close();
            overlays.openSignIn(window.location.pathname);
          }}
        >
          {t('auth.logIn')}
        </Button>
      </div>
    </Dialog>
  );
});
