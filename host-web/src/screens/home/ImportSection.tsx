import { calls, type Imported, type Site } from '@cobble/host-server/contract';
import { Button } from '@cobble/renderer-konva/editor/ui';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useStores } from '../../stores/useStores.ts';
import styles from './ArchiveDialog.module.css';
import { ArchiveOutcome } from './ArchiveOutcome.tsx';
import { archiveRefusal } from './archiveRefusal.ts';
import { HOME_WORDS } from './homeWords.ts';
import { useLeaving } from './useLeaving.ts';

const WORDS = HOME_WORDS.archive;

/** Brings in the pages of a file. */
export function ImportSection({ site }: { readonly site: Pick<Site, 'ID'> }) {
  const { api, pages } = useStores();
  const leaving = useLeaving();
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const [lost, setLost] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const bringIn = async (file: File) => {
    setIsBusy(true);
    setRefusal(null);
    setLost([]);
    setSaid(WORDS.importing);
    const body = new FormData();
    body.set('file', file);
    try {
      const imported = await api.call(calls.importSite, {
        params: { id: site.ID },
        body,
        signal: leaving(),
        isQuiet: true,
      });
      setSaid(WORDS.imported(imported.pages.map(({ slug }) => slug)));
      setLost(imported.warnings.map(lostWords));
      await pages.load();
    } catch (error) {
      setSaid('');
      setRefusal(archiveRefusal(error));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <section className={styles['part']} aria-labelledby="import-title">
      <h3 id="import-title">{WORDS.importTitle}</h3>
      <p>{WORDS.importText}</p>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        data-cobble="archive-file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen once more.
          currentTarget.value = '';
          if (file) void bringIn(file);
        }}
      />
      <Button
        icon={<Upload aria-hidden="true" />}
        isBusy={isBusy}
        onClick={() => input.current?.click()}
      >
        {WORDS.import}
      </Button>
      <ArchiveOutcome said={said} refusal={refusal} lost={lost} />
    </section>
  );
}

function lostWords({ code, path }: Imported['warnings'][number]): string {
  const words: Readonly<Record<string, (path: string) => string>> = WORDS.lost;
  return words[code]?.(path) ?? path;
}
