import { Button } from '@cobble/renderer-konva/editor/ui';
import { useNavigate } from 'react-router';
import { useT } from '../../messages/i18n.ts';
import { MessageScreen } from '../../shared/MessageScreen.tsx';
import { useTitle } from '../../shared/useTitle.ts';

/** Shown for an address without a page. */
export function NotFoundScreen() {
  const t = useT();
  const navigate = useNavigate();
  useTitle(t('notFound.title'));
  return (
    <MessageScreen title={t('notFound.title')} text={t('notFound.text')}>
      <Button
        variant="primary"
        onClick={() => {
          void navigate('/');
        }}
      >
        {t('notFound.home')}
      </Button>
    </MessageScreen>
  );
}
