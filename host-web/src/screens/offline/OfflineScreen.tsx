import { Button } from '@cobble/renderer-konva/editor/ui';
import { useT } from '../../messages/i18n.ts';
import { MessageScreen } from '../../shared/MessageScreen.tsx';
import { useIsOnline } from '../../shared/useIsOnline.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { useStores } from '../../stores/useStores.ts';

/**
 * Shown instead of a page that this device does not have while the account is offline. The page
 * opens by itself once the server can be reached [OF9].
 */
export function OfflineScreen() {
  const t = useT();
  const { account } = useStores();
  const title = useIsOnline() ? t('offline.unreachable') : t('offline.title');
  useTitle(title);
  return (
    <MessageScreen title={title} text={t('offline.page')}>
      <Button
        onClick={() => {
          account.refresh().catch(() => undefined);
        }}
      >
        {t('app.tryAgain')}
      </Button>
    </MessageScreen>
  );
}
