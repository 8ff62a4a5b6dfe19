import { Button, Spinner, Tabs } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useStores } from '../../stores/useStores.ts';
import { EmptyShelf } from './EmptyShelf.tsx';
import { HOME_WORDS } from './homeWords.ts';
import { PageCard } from './PageCard.tsx';
import styles from './HomeScreen.module.css';

const KINDS = ['public', 'private'] as const;

/** The person's pages, public or private, as cards. */
export const PageShelf = observer(function PageShelf({
  onNewPage,
}: {
  readonly onNewPage: () => void;
}) {
  const { account, pages } = useStores();
  const [kind, setKind] = useState<string>('public');
  const siteSlug = account.account?.primarySite.slug ?? '';

  if (pages.hasFailed)
    return (
      <div className={styles['notice']} role="alert">
        <p>{HOME_WORDS.failed}</p>
        <Button
          onClick={() => {
            void pages.load();
          }}
        >
          {HOME_WORDS.tryAgain}
        </Button>
      </div>
    );
  if (pages.pages === null)
    return (
      <div className={styles['loading']}>
        <Spinner label={HOME_WORDS.loading} />
      </div>
    );

  const all = pages.pages;
  return (
    <Tabs
      label={HOME_WORDS.pages}
      value={kind}
      onValue={setKind}
      tabs={KINDS.map((value) => {
        const shown = all.filter(({ isPublic }) => isPublic === (value === 'public'));
        return {
          value,
          label: `${HOME_WORDS.filters[value]} ${String(shown.length)}`,
          content:
            shown.length === 0 ? (
              <EmptyShelf words={HOME_WORDS.empty[value]} onNewPage={onNewPage} />
            ) : (
              <ul className={styles['cards']} aria-label={HOME_WORDS.pages}>
                {shown.map((page) => (
                  <li key={page.ID}>
                    <PageCard page={page} siteSlug={siteSlug} />
                  </li>
                ))}
              </ul>
            ),
        };
      })}
    />
  );
});
