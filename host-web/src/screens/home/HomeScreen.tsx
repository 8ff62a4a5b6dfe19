import { Button, showToast } from '@cobble/renderer-konva/editor/ui';
import { Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { apiMessage } from '../../messages/apiMessage.ts';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { Wordmark } from '../../shared/Wordmark.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { greetingAt } from './greetingAt.ts';
import { NewPageDialog } from './NewPageDialog.tsx';
import { OfflinePages } from './OfflinePages.tsx';
import { PageList } from './PageList.tsx';
import styles from './HomeScreen.module.css';

/** `/` for signed-in users: a greeting, their pages, and a button for a new one. */
export const HomeScreen = observer(function HomeScreen() {
  const t = useT();
  const { account, pages } = useStores();
  const [isNaming, setIsNaming] = useState(false);
  const isSignedIn = account.state === 'signed-in';
  const isOffline = account.state === 'offline';
  useTitle(t('home.title'));

  useEffect(() => {
    if (isSignedIn) void pages.load();
  }, [isSignedIn, pages]);

  useEffect(() => {
    if (isOffline) void pages.loadOnDevice();
  }, [isOffline, pages]);

  const isUnreachable = pages.failure === 'unreachable';
  useEffect(() => {
    if (!isUnreachable) return undefined;
    const load = () => {
      void pages.load();
    };
    window.addEventListener('online', load);
    return () => {
      window.removeEventListener('online', load);
    };
  }, [isUnreachable, pages]);

  const startNaming = () => {
    if (pages.canAddPage) setIsNaming(true);
    else if (pages.maxPages !== null)
      showToast(apiMessage(t, 'pages_per_account_limit_exceeded', { max: pages.maxPages }));
  };

  return (
    <div className={styles['screen']}>
      <header className={styles['header']}>
        <Wordmark />
        <AccountMenu />
      </header>
      <main className={styles['main']}>
        <div className={styles['top']}>
          <h1 className={styles['greeting']}>
            {t(`greeting.${greetingAt(new Date().getHours())}`, {
              name: account.account?.username ?? '',
            })}
          </h1>
          <Button
            variant="highlight"
            icon={<Plus aria-hidden="true" />}
            disabled={isOffline || pages.pages === null}
            onClick={startNaming}
          >
            {t('home.newPage')}
          </Button>
        </div>
        {isOffline ? <OfflinePages pages={pages.onDevice} /> : <PageList onNewPage={startNaming} />}
      </main>
      <NewPageDialog
        isOpen={isNaming}
        onClose={() => {
          setIsNaming(false);
        }}
      />
    </div>
  );
});
