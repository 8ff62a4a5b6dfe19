import { ArrowUpRight } from 'lucide-react';
import type { PageSummary } from '@cobble/host-server/contract';
import { Badge } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { useT } from '../../messages/i18n.ts';
import { siteAddress } from '../../routing/siteAddress.ts';
import { useStores } from '../../stores/useStores.ts';
import { PageImage } from './PageImage.tsx';
import { timeAgo } from './timeAgo.ts';
import styles from './PageCard.module.css';

/** A page in the list: its preview image, a link to the editor, its public address. */
export const PageCard = observer(function PageCard({
  page,
  siteSlug,
}: {
  readonly page: PageSummary;
  readonly siteSlug: string;
}) {
  const t = useT();
  const address = siteAddress(siteSlug, page.slug);
  const { unsent } = useStores();
  const count = unsent.byPage.get(page.ID) ?? 0;
  const isVisible = page.isPublished && page.isPublic && !page.isDisabled;
  return (
    <article className={styles['card']}>
      <Link to={`/${siteSlug}/${page.slug}`} className={styles['main']}>
        <PageImage page={page} siteSlug={siteSlug} />
        <span className={styles['text']}>
          <span className={styles['name']}>{page.title ?? page.slug}</span>
          <span className={styles['when']}>
            {t('pageCard.edited', { when: timeAgo(t, page.updatedAt) })}
          </span>
        </span>
      </Link>
      <div className={styles['foot']}>
        {page.isDisabled && <Badge variant="danger">{t('pageCard.disabled')}</Badge>}
        {!page.isPublic && <Badge>{t('pageCard.private')}</Badge>}
        {!page.isPublished && <Badge variant="highlight">{t('pageCard.notPublished')}</Badge>}
        {count > 0 && <Badge variant="highlight">{t('pageCard.notSent', { count })}</Badge>}
        {isVisible && (
          <a
            href={address.url}
            target="_blank"
            rel="noreferrer"
            className={styles['address']}
            aria-label={t('pageCard.visit', { address: address.label })}
          >
            <span className={styles['site']}>{address.site}</span>
            {address.path !== '' && <span className={styles['path']}>{address.path}</span>}
            <ArrowUpRight aria-hidden="true" />
          </a>
        )}
      </div>
    </article>
  );
});
