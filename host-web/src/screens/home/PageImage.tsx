import { calls, type PageSummary } from '@cobble/host-server/contract';
import { LayoutTemplate } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../../messages/i18n.ts';
import { siteAddress } from '../../routing/siteAddress.ts';
import { useStores } from '../../stores/useStores.ts';
import styles from './PageCard.module.css';

/** Size of the file in px, so that the browser reserves its space. */
const WIDTH = 600;
const HEIGHT = 800;
/** Delays between attempts: the server may still be painting the image. */
const RETRY_AFTER_MS = [3000, 12_000];

/**
 * The preview image of a page: of what visitors see, or of the draft if it is not published. Loads
 * lazily; an icon is shown until then and where there is no image [HO3].
 */
export function PageImage({
  page,
  siteSlug,
}: {
  readonly page: PageSummary;
  readonly siteSlug: string;
}) {
  const t = useT();
  const { api } = useStores();
  const [isLoaded, setIsLoaded] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const { url } = siteAddress(siteSlug, page.slug);
  const v = `${page.updatedAt}-${String(attempt)}`;

  useEffect(() => {
    const delayMs = RETRY_AFTER_MS[attempt];
    if (!hasFailed || delayMs === undefined) return;
    const timer = setTimeout(() => {
      setHasFailed(false);
      setAttempt(attempt + 1);
    }, delayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [hasFailed, attempt]);

  return (
    <span className={styles['preview']}>
      <LayoutTemplate className={styles['placeholder']} aria-hidden="true" />
      {!hasFailed && (
        <img
          className={styles['image']}
          src={api.addressOf(calls.getPagePreview, { query: { url, v } })}
          alt={t('pageCard.image', { name: page.title ?? page.slug })}
          width={WIDTH}
          height={HEIGHT}
          loading="lazy"
          decoding="async"
          data-loaded={isLoaded ? '' : undefined}
          onLoad={() => {
            setIsLoaded(true);
          }}
          onError={() => {
            setHasFailed(true);
          }}
        />
      )}
    </span>
  );
}
