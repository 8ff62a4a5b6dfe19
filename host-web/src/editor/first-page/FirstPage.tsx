import { useCobbleEditor, useHostDialog } from '@cobble/renderer-konva/editor';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FirstPublishDialog, WelcomeDialog } from './FirstPageDialogs.tsx';

const started = new WeakSet<object>();

/**
 * Onboarding for the query `?first_page`: publishes the page once, welcomes the user and removes
 * the query, so that a reload does not publish again. While changes can be recovered, it only
 * removes the query; for a user who may not publish, it does nothing [AU6].
 */
export const FirstPage = observer(function FirstPage() {
  const session = useCobbleEditor();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isFirst = query.has('first_page') && session.editor.permissions.canPublish;
  const { isSearchingCopies } = session;
  const [dialog, setDialog] = useState<'welcome' | 'first-publish' | null>(null);
  const [isPublished, setPublished] = useState(false);
  useHostDialog(dialog !== null);
  useEffect(() => {
    if (!isFirst || isSearchingCopies || started.has(session.editor)) return;
    started.add(session.editor);
    const begin = async () => {
      if (!session.isRecovering) {
        const outcome = await session.publish();
        setPublished(outcome === 'published');
        setDialog('welcome');
      }
      await navigate({ search: '' }, { replace: true });
    };
    void begin();
  }, [isFirst, isSearchingCopies, session, navigate]);
  const close = () => {
    setDialog(null);
  };
  if (dialog === 'welcome')
    return (
      <WelcomeDialog
        onContinue={() => {
          setDialog(isPublished ? 'first-publish' : null);
        }}
        onClose={close}
      />
    );
  if (dialog === 'first-publish')
    return <FirstPublishDialog url={session.publicUrl ?? ''} onClose={close} />;
  return null;
});
