import { Badge, Button } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { useT } from '../../messages/i18n.ts';
import { Awning } from '../../shared/town/Awning.tsx';
import { useIsOnline } from '../../shared/useIsOnline.ts';
import type { DevicePage } from '../../stores/PagesStore.ts';
import { useStores } from '../../stores/useStores.ts';
import styles from './HomeScreen.module.css';

/**
 * In place of the page list while the account is offline: says so, and lists the pages that open
 * without the server [OF8].
 */
export const OfflinePages = observer(function OfflinePages({
  pages,
}: {
  readonly pages: readonly DevicePage[];
}) {
  const t = useT();
  const { account, unsent } = useStores();
  const notSent = (pageId: number): string | null => {
    const count = unsent.byPage.get(pageId) ?? 0;
    return count > 0 ? t('pageCard.notSent', { count }) : null;
  };
  const isOnline = useIsOnline();
  return (
    <div className={styles['empty']}>
      <Awning color={1} />
      <div className={styles['counter']} role="status">
        <p className={styles['invitation']}>
          {isOnline ? t('offline.unreachable') : t('offline.title')}
        </p>
        <p>{pages.length > 0 ? t('offline.someOpen') : t('offline.noneOpen')}</p>
        {pages.length > 0 && (
          <ul className={styles['onDevice']} aria-label={t('home.pages')}>
            {pages.map(({ pageId, siteSlug, pageSlug, name }) => (
              <li key={`${siteSlug}/${pageSlug}`}>
                <Link to={`/${siteSlug}/${pageSlug}`}>{name}</Link>
                {notSent(pageId) !== null && <Badge variant="highlight">{notSent(pageId)}</Badge>}
              </li>
            ))}
          </ul>
        )}
        <Button
          variant="outlined"
          onClick={() => {
            account.refresh().catch(() => undefined);
          }}
        >
          {t('app.tryAgain')}
        </Button>
      </div>
    </div>
  );
});
