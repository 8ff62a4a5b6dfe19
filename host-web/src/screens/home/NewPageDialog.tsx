import { checkPageSlug, createBlankPage } from '@cobble/engine';
import { Button, Dialog, showToast, TextField } from '@cobble/renderer-konva/editor/ui';
import { useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { errorMessage } from '../../messages/apiMessage.ts';
import { useT } from '../../messages/i18n.ts';
import { inputMessage } from '../../messages/inputMessage.ts';
import { useStores } from '../../stores/useStores.ts';
import { normalizePageName } from './normalizePageName.ts';
import styles from './HomeScreen.module.css';

/** Asks for a name, creates the page and opens it. */
export function NewPageDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const t = useT();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('newPage.title')}>
      <NewPageForm onClose={onClose} />
    </Dialog>
  );
}

function NewPageForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { account, pages } = useStores();
  const navigate = useNavigate();
  const [slug, setSlug] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const problem = checkPageSlug(slug);

  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    if (problem !== null || isBusy) return;
    setIsBusy(true);
    try {
      await pages.create(createBlankPage({ slug, createId: () => crypto.randomUUID() }));
      await navigate(`/${account.account?.primarySite.slug ?? ''}/${slug}`);
      showToast(t('newPage.created', { slug }));
      onClose();
    } catch (caught) {
      setIsBusy(false);
      setError(errorMessage(t, caught));
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
        label={t('newPage.name')}
        placeholder={t('newPage.namePlaceholder')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={slug}
        onValue={(typed) => {
          setSlug(normalizePageName(typed));
          setError(null);
        }}
        error={
          error ??
          (slug === '' || problem === null ? null : inputMessage(t, problem.code, problem.details))
        }
      />
      <Button type="submit" variant="primary" disabled={problem !== null} isBusy={isBusy}>
        {t('newPage.submit')}
      </Button>
    </form>
  );
}
