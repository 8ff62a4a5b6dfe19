import { calls, type Site } from '@cobble/host-server/contract';
import { Button, Switch, TextField } from '@cobble/renderer-konva/editor/ui';
import { Download } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useStores } from '../../stores/useStores.ts';
import styles from './ArchiveDialog.module.css';
import { ArchiveOutcome } from './ArchiveOutcome.tsx';
import { archiveRefusal } from './archiveRefusal.ts';
import { HOME_WORDS } from './homeWords.ts';
import { readSiteAddress } from './readSiteAddress.ts';
import { saveFile } from './saveFile.ts';
import { useLeaving } from './useLeaving.ts';

const WORDS = HOME_WORDS.archive;

/** Takes the site away as a file. */
export function ExportSection({ site }: { readonly site: Pick<Site, 'ID' | 'slug'> }) {
  const { api } = useStores();
  const leaving = useLeaving();
  const [hidden, setHidden] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [said, setSaid] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const pack = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const url = readSiteAddress(typed);
    setRefusal(null);
    setIsWrong(url === null && typed.trim() !== '');
    if (url === null && typed.trim() !== '') return;
    setIsBusy(true);
    setSaid(WORDS.exporting('0.0'));
    let last = '0.0';
    try {
      const file = await api.download(
        calls.exportSite,
        {
          params: { id: site.ID },
          query: {
            ...(hidden ? { hidden: 'true' as const } : {}),
            ...(url === null ? {} : { url }),
          },
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
      setRefusal(archiveRefusal(error));
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
          void pack(event);
        }}
      >
        <h3 id="export-title">{WORDS.exportTitle}</h3>
        <p>{WORDS.exportText}</p>
        <TextField
          className={styles['address']}
          label={WORDS.address}
          placeholder="example.com"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onValue={(value) => {
            setTyped(value);
            setIsWrong(false);
          }}
          hint={WORDS.addressHint}
          error={isWrong ? WORDS.addressWrong : null}
        />
        <Switch label={WORDS.hidden} isOn={hidden} onToggle={setHidden} />
        {hidden && <p className={styles['note']}>{WORDS.hiddenNote}</p>}
        <Button type="submit" look="primary" icon={<Download aria-hidden="true" />} isBusy={isBusy}>
          {WORDS.export}
        </Button>
        <ArchiveOutcome said={said} refusal={refusal} lost={[]} />
      </form>
    </section>
  );
}
