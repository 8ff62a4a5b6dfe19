import { Button } from '@cobble/renderer-konva/editor/ui';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { useT } from '../messages/i18n.ts';
import { MessageScreen } from '../shared/MessageScreen.tsx';
import { useTitle } from '../shared/useTitle.ts';

/** Shown when a screen throws or its code does not load. */
export function ErrorScreen() {
  const t = useT();
  const error = useRouteError();
  useTitle(t('errorScreen.title'));
  useEffect(() => {
    // eslint-disable-next-line no-console -- nothing else reports it
    console.error(error);
  }, [error]);
  return (
    <MessageScreen title={t('errorScreen.title')} text={t('errorScreen.text')}>
      <Button
        variant="primary"
        onClick={() => {
          location.reload();
        }}
      >
        {t('errorScreen.refresh')}
      </Button>
    </MessageScreen>
  );
}
