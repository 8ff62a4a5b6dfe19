import { Button, Spinner, Tabs } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { apiMessage } from '../../messages/apiMessage.ts';
import { useT } from '../../messages/i18n.ts';
import { useStores } from '../../stores/useStores.ts';
import { EmptyPages } from './EmptyPages.tsx';
import { PageCard } from './PageCard.tsx';
import styles from './HomeScreen.module.css';

const KINDS = ['public', 'private'] as const;

/** The user's pages as cards, in tabs for public and private ones. */
export const PageList = observer(function PageList({
  onNewPage,
}: {
  readonly onNewPage: () => void;
}) {
  const t = useT();
  const { account, pages } = useStores();
  const [kind, setKind] = useState<string>('public');
  const siteSlug = account.account?.primarySite.slug ?? '';

  if (pages.failure !== null)
    return (
      <div className={styles['notice']} role="alert">
        <p>
          {pages.failure === 'unreachable'
            ? apiMessage(t, 'network_unreachable')
            : t('home.loadFailed')}
        </p>
        <Button
          onClick={() => {
            void pages.load();
          }}
        >
          {t('app.tryAgain')}
        </Button>
      </div>
    );
  if (pages.pages === null)
    return (
      <div className={styles['loading']}>
        <Spinner label={t('home.loading')} />
      </div>
    );

  const all = pages.pages;
  return (
    <Tabs
      label={t('home.pages')}
      value={kind}
      onValue={setKind}
      tabs={KINDS.map((value) => {
        const shown = all.filter(({ isPublic }) => isPublic === (value === 'public'));
        return {
          value,
          label: t(`pagesTab.${value}`, { number: shown.length }),
          content:
            shown.length === 0 ? (
              <EmptyPages
                message={t(`noPages.${value}`)}
                // New pages are public.
                {...(value === 'public'
                  ? { onNewPage }
                  : {
                      note: pages.canHavePrivatePages
                        ? t('noPages.newArePublic')
                        : apiMessage(t, 'insufficient_privileges_to_make_page_private'),
                    })}
              />
            ) : (
              <ul className={styles['cards']} aria-label={t('home.pages')}>
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
