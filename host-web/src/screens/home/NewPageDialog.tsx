import { checkPageSlug, createBlankPage } from '@cobble/engine';
import { Button, Dialog, showToast, TextField } from '@cobble/renderer-konva/editor/ui';
import { useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/ApiError.ts';
import { apiMessage, SOMETHING_WENT_WRONG } from '../../messages/apiMessage.ts';
import { inputMessage } from '../../messages/inputMessage.ts';
import { useStores } from '../../stores/useStores.ts';
import { HOME_WORDS } from './homeWords.ts';
import { normalisePageName } from './normalisePageName.ts';
import styles from './HomeScreen.module.css';

const WORDS = HOME_WORDS.prompt;

/** Asks for a name, creates the page, goes there. */
export function NewPageDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={WORDS.title}>
      <NewPageForm onClose={onClose} />
    </Dialog>
  );
}

function NewPageForm({ onClose }: { readonly onClose: () => void }) {
  const { account, pages } = useStores();
  const navigate = useNavigate();
  const [slug, setSlug] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const problem = checkPageSlug(slug);

  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    if (problem !== null || isBusy) return;
    setIsBusy(true);
    try {
      await pages.create(createBlankPage({ slug, createId: () => crypto.randomUUID() }));
      await navigate(`/${account.account?.primarySite.slug ?? ''}/${slug}`);
      showToast(WORDS.created(slug));
      onClose();
    } catch (error) {
      setIsBusy(false);
      setRefusal(error instanceof ApiError ? apiMessage(error) : SOMETHING_WENT_WRONG);
    }
  };

  return (
    <form
      className={styles['prompt']}
      noValidate
      onSubmit={(event) => {
        void create(event);
      }}
    >
      <TextField
        label={WORDS.label}
        placeholder={WORDS.placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={slug}
        onValue={(typed) => {
          setSlug(normalisePageName(typed));
          setRefusal(null);
        }}
        error={
          refusal ??
          (slug === '' || problem === null ? null : inputMessage(problem.code, problem.details))
        }
      />
      <Button type="submit" look="primary" disabled={problem !== null} isBusy={isBusy}>
        {WORDS.submit}
      </Button>
    </form>
  );
}
