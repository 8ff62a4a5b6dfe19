import { calls, type Storage } from '@cobble/host-server/contract';
import { Button, Dialog } from '@cobble/renderer-konva/editor/ui';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../messages/apiMessage.ts';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import styles from './ArchiveDialog.module.css';
import { formatBytes } from './formatBytes.ts';

/** Shows how much the account stores, and deletes images that it no longer uses. */
export function StorageDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const t = useT();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('storage.title')}>
      <StorageUse />
    </Dialog>
  );
}

function StorageUse() {
  const t = useT();
  const { api } = useStores();
  const [storage, setStorage] = useState<Storage | null>(null);
  const [freed, setFreed] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    const closing = new AbortController();
    api
      .call(calls.getStorage, { isQuiet: true, signal: closing.signal })
      .then(setStorage)
      .catch((caught: unknown) => {
        if (!closing.signal.aborted) setError(caught);
      });
    return () => {
      closing.abort();
    };
  }, [api]);

  const free = async () => {
    setError(null);
    setFreed(null);
    setIsBusy(true);
    try {
      const left = await api.call(calls.deleteUnusedUploads, { isQuiet: true });
      if (storage !== null) setFreed(storage.usedBytes - left.usedBytes);
      setStorage(left);
    } catch (caught) {
      setError(caught);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div className={styles['part']}>
      {storage !== null && (
        <p>
          {storage.maxBytes === null
            ? t('storage.usedUnlimited', { used: formatBytes(storage.usedBytes) })
            : t('storage.used', {
                used: formatBytes(storage.usedBytes),
                max: formatBytes(storage.maxBytes),
              })}
        </p>
      )}
      <p className={styles['note']}>{t('storage.text')}</p>
      <Button
        variant="outlined"
        icon={<Trash2 aria-hidden="true" />}
        isBusy={isBusy}
        disabled={storage === null}
        onClick={() => {
          void free();
        }}
      >
        {t('storage.free')}
      </Button>
      <p className={styles['note']}>{t('storage.freeNote')}</p>
      <div role="status" className={styles['status']}>
        {freed !== null &&
          (freed > 0 ? t('storage.freed', { size: formatBytes(freed) }) : t('storage.noneUnused'))}
      </div>
      {error !== null && (
        <p role="alert" className={styles['error']}>
          {errorMessage(t, error)}
        </p>
      )}
    </div>
  );
}
