import { calls, MAX_ARCHIVE_MB, type Site } from '@cobble/host-server/contract';
import { Button, Switch, TextField } from '@cobble/renderer-konva/editor/ui';
import { Download } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import styles from './ArchiveDialog.module.css';
import { archiveErrorMessage } from './archiveErrorMessage.ts';
import { ArchiveStatus } from './ArchiveStatus.tsx';
import { readSiteAddress } from './readSiteAddress.ts';
import { useAbortSignal } from './useAbortSignal.ts';

/** Downloads the site as a ZIP. */
export function ExportSection({ site }: { readonly site: Pick<Site, 'ID' | 'slug'> }) {
  const t = useT();
  const { api } = useStores();
  const signal = useAbortSignal();
  const [includesHidden, setIncludesHidden] = useState(false);
  const [typed, setTyped] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const [status, setStatus] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const url = readSiteAddress(typed);
    setError(null);
    setIsInvalid(url === null && typed.trim() !== '');
    if (url === null && typed.trim() !== '') return;
    setIsBusy(true);
    setStatus(t('archive.exporting', { megabytes: '0.0' }));
    let last = '0.0';
    try {
      const file = await api.download(
        calls.exportSite,
        {
          params: { id: site.ID },
          query: {
            ...(includesHidden ? { hidden: 'true' as const } : {}),
            ...(url === null ? {} : { url }),
          },
          signal: signal(),
        },
        (bytes) => {
          const megabytes = (bytes / 1_000_000).toFixed(1);
          if (megabytes !== last) setStatus(t('archive.exporting', { megabytes }));
          last = megabytes;
        },
      );
      const name = `${site.slug}.zip`;
      saveFile(file, name);
      setStatus(t('archive.exported', { file: name }));
    } catch (caught) {
      setStatus('');
      setError(archiveErrorMessage(t, caught));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <section aria-labelledby="export-title">
      <form
        className={styles['part']}
        noValidate
        onSubmit={(event) => {
          void submit(event);
        }}
      >
        <h3 id="export-title">{t('archive.exportTitle')}</h3>
        <p>{t('archive.exportText', { maxMb: MAX_ARCHIVE_MB })}</p>
        <TextField
          className={styles['address']}
          label={t('archive.address')}
          placeholder={t('archive.addressPlaceholder')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onValue={(value) => {
            setTyped(value);
            setIsInvalid(false);
          }}
          hint={t('archive.addressHint')}
          error={isInvalid ? t('archive.addressInvalid') : null}
        />
        <Switch
          label={t('archive.includeHidden')}
          isOn={includesHidden}
          onToggle={setIncludesHidden}
        />
        {includesHidden && <p className={styles['note']}>{t('archive.includeHiddenNote')}</p>}
        <Button
          type="submit"
          variant="primary"
          icon={<Download aria-hidden="true" />}
          isBusy={isBusy}
        >
          {t('archive.export')}
        </Button>
        <ArchiveStatus status={status} error={error} warnings={[]} />
      </form>
    </section>
  );
}

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next task the download has its own reference to the data.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 0);
}
