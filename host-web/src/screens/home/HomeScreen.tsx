import { Button, showToast } from '@cobble/renderer-konva/editor/ui';
import { Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useStores } from '../../stores/useStores.ts';
import { useTitle } from '../../shared/useTitle.ts';
import { Wordmark } from '../../shared/Wordmark.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { greetingAt } from './greetingAt.ts';
import { HOME_WORDS } from './homeWords.ts';
import { NewPageDialog } from './NewPageDialog.tsx';
import { PageShelf } from './PageShelf.tsx';
import styles from './HomeScreen.module.css';

/** The signed-in person's own home: a greeting, their pages, a new one. */
export const HomeScreen = observer(function HomeScreen() {
  const { account, pages } = useStores();
  const [isNaming, setIsNaming] = useState(false);
  const isLoggedIn = account.state === 'logged-in';
  useTitle(HOME_WORDS.title);

  useEffect(() => {
    if (isLoggedIn) void pages.load();
  }, [isLoggedIn, pages]);

  const startNaming = () => {
    if (pages.canAddPage) setIsNaming(true);
    else if (pages.maxPages !== null) showToast(HOME_WORDS.cap(pages.maxPages));
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
            {HOME_WORDS.greet(
              HOME_WORDS.greetings[greetingAt(new Date().getHours())],
              account.account?.username ?? '',
            )}
          </h1>
          <Button
            look="joy"
            icon={<Plus aria-hidden="true" />}
            disabled={pages.pages === null}
            onClick={startNaming}
          >
            {HOME_WORDS.newPage}
          </Button>
        </div>
        <PageShelf onNewPage={startNaming} />
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
