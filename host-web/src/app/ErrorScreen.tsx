import { Button } from '@cobble/renderer-konva/editor/ui';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { MessageScreen } from '../shared/MessageScreen.tsx';

/** The last resort: something in a screen broke, or its code did not arrive. */
export function ErrorScreen() {
  const error = useRouteError();
  useEffect(() => {
    // eslint-disable-next-line no-console -- the only place where this can still be seen
    console.error(error);
  }, [error]);
  return (
    <MessageScreen
      title="A cobble came loose"
      text="Something on this screen broke. What you published is safe, and unpublished changes are kept in this browser."
    >
      <Button
        look="primary"
        onClick={() => {
          location.reload();
        }}
      >
        Reload
      </Button>
    </MessageScreen>
  );
}
