import { ArrowUpRight } from 'lucide-react';
import type { PageSummary } from '@cobble/host-server/contract';
import { Badge } from '@cobble/renderer-konva/editor/ui';
import { Link } from 'react-router';
import { siteAddress } from '../../routing/siteAddress.ts';
import { HOME_WORDS } from './homeWords.ts';
import { PageImage } from './PageImage.tsx';
import { timeAgo } from './timeAgo.ts';
import styles from './PageCard.module.css';

/** One of the person's pages: what it looks like, the way into the editor, its public address. */
export function PageCard({
  page,
  siteSlug,
}: {
  readonly page: PageSummary;
  readonly siteSlug: string;
}) {
  const address = siteAddress(siteSlug, page.slug);
  const isOpen = page.isPublished && page.isPublic && !page.isDisabled;
  return (
    <article className={styles['card']}>
      <Link to={`/${siteSlug}/${page.slug}`} className={styles['main']}>
        <PageImage page={page} siteSlug={siteSlug} />
        <span className={styles['words']}>
          <span className={styles['name']}>{page.title ?? page.slug}</span>
          <span className={styles['when']}>{HOME_WORDS.changed(timeAgo(page.updatedAt))}</span>
        </span>
      </Link>
      <div className={styles['foot']}>
        {page.isDisabled && <Badge look="danger">{HOME_WORDS.disabled}</Badge>}
        {!page.isPublic && <Badge>{HOME_WORDS.isPrivate}</Badge>}
        {!page.isPublished && <Badge look="joy">{HOME_WORDS.notPublished}</Badge>}
        {isOpen && (
          <a
            href={address.url}
            target="_blank"
            rel="noreferrer"
            className={styles['address']}
            aria-label={HOME_WORDS.visitLabel(address.label)}
          >
            <span className={styles['url']}>{address.label}</span>
            <ArrowUpRight aria-hidden="true" />
          </a>
        )}
      </div>
    </article>
  );
}
