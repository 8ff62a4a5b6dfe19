import { calls, type Site } from '@cobble/host-server/contract';
import { Button } from '@cobble/renderer-konva/editor/ui';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import styles from './ArchiveDialog.module.css';
import { archiveErrorMessage } from './archiveErrorMessage.ts';
import { ArchiveStatus } from './ArchiveStatus.tsx';
import { useAbortSignal } from './useAbortSignal.ts';

/** Imports the pages of a ZIP as drafts. */
export function ImportSection({ site }: { readonly site: Pick<Site, 'ID'> }) {
  const t = useT();
  const { api, pages } = useStores();
  const signal = useAbortSignal();
  const input = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const upload = async (file: File) => {
    setIsBusy(true);
    setError(null);
    setWarnings([]);
    setStatus(t('archive.importing'));
    const body = new FormData();
    body.set('file', file);
    try {
      const imported = await api.call(calls.importSite, {
        params: { id: site.ID },
        body,
        signal: signal(),
        isQuiet: true,
      });
      const slugs = imported.pages.map(({ slug }) => slug);
      setStatus(t('archive.imported', { count: slugs.length, pages: slugs.join(', ') }));
      setWarnings(imported.warnings.map(({ code, path }) => t(`archiveWarning.${code}`, { path })));
      await pages.load();
    } catch (caught) {
      setStatus('');
      setError(archiveErrorMessage(t, caught));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <section className={styles['part']} aria-labelledby="import-title">
      <h3 id="import-title">{t('archive.importTitle')}</h3>
      <p>{t('archive.importText')}</p>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        data-cobble="archive-file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Choosing the same file again fires another event.
          currentTarget.value = '';
          if (file) void upload(file);
        }}
      />
      <Button
        icon={<Upload aria-hidden="true" />}
        isBusy={isBusy}
        onClick={() => input.current?.click()}
      >
        {t('archive.import')}
      </Button>
      <ArchiveStatus status={status} error={error} warnings={warnings} />
    </section>
  );
}
