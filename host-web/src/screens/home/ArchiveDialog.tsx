import { calls, type Imported } from '@cobble/host-server/contract';
import { Download, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { apiMessage, SOMETHING_WENT_WRONG } from '../../messages/apiMessage.ts';
import { useStores } from '../../stores/useStores.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Switch } from '../../ui/switch/Switch.tsx';
import styles from './ArchiveDialog.module.css';
import { HOME_WORDS } from './homeWords.ts';
import { saveFile } from './saveFile.ts';

const WORDS = HOME_WORDS.archive;

interface OwnSite {
  readonly ID: number;
  readonly slug: string;
}

/** Takes the site away as a file, and brings one in. */
export function ArchiveDialog({
  site,
  isOpen,
  onClose,
}: {
  readonly site: OwnSite;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={WORDS.title}>
      <ExportSection site={site} />
      <ImportSection site={site} />
    </Dialog>
  );
}

function ExportSection({ site }: { readonly site: OwnSite }) {
  const { api } = useStores();
  const leaving = useLeaving();
  const [hidden, setHidden] = useState(false);
  const [said, setSaid] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const pack = async () => {
    setIsBusy(true);
    setRefusal(null);
    setSaid(WORDS.exporting('0.0'));
    let last = '0.0';
    try {
      const file = await api.download(
        calls.exportSite,
        {
          params: { id: site.ID },
          query: hidden ? { hidden: 'true' } : {},
          signal: leaving(),
        },
        (bytes) => {
          const megabytes = (bytes / 1_000_000).toFixed(1);
          if (megabytes !== last) setSaid(WORDS.exporting(megabytes));
          last = megabytes;
        },
      );
      const name = `${site.slug}.zip`;
      saveFile(file, name);
      setSaid(WORDS.exported(name));
    } catch (error) {
      setSaid('');
      setRefusal(wordsOf(error));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <section className={styles['part']} aria-labelledby="export-title">
      <h3 id="export-title">{WORDS.exportTitle}</h3>
      <p>{WORDS.exportText}</p>
      <Switch label={WORDS.hidden} isOn={hidden} onToggle={setHidden} />
      {hidden && <p className={styles['note']}>{WORDS.hiddenNote}</p>}
      <Button
        look="primary"
        icon={<Download aria-hidden="true" />}
        isBusy={isBusy}
        onClick={() => {
          void pack();
        }}
      >
        {WORDS.export}
      </Button>
      <Outcome said={said} refusal={refusal} lost={[]} />
    </section>
  );
}

function ImportSection({ site }: { readonly site: OwnSite }) {
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
      setRefusal(wordsOf(error));
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
      <Outcome said={said} refusal={refusal} lost={lost} />
    </section>
  );
}

/** What happens and what came of it, read out as it changes. */
function Outcome({
  said,
  refusal,
  lost,
}: {
  readonly said: string;
  readonly refusal: string | null;
  readonly lost: readonly string[];
}) {
  return (
    <>
      <div role="status" className={styles['said']}>
        {said}
        {lost.length > 0 && (
          <ul>
            {lost.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
      </div>
      {refusal !== null && (
        <p role="alert" className={styles['refusal']}>
          {refusal}
        </p>
      )}
    </>
  );
}

function lostWords({ code, path }: Imported['warnings'][number]): string {
  const words: Readonly<Record<string, (path: string) => string>> = WORDS.lost;
  return words[code]?.(path) ?? path;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return SOMETHING_WENT_WRONG;
  const message = apiMessage(error);
  return error.path === null || error.path === '' || error.path === 'file'
    ? message
    : WORDS.where(message, error.path);
}

/** Gives signals of calls that end when the dialog is closed. */
function useLeaving(): () => AbortSignal {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => {
      leaving.current.abort();
    };
  }, []);
  return () => leaving.current.signal;
}
