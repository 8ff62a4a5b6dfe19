import { calls, type PageSummary } from '@cobble/host-server/contract';
import { LayoutTemplate } from 'lucide-react';
import { useEffect, useState } from 'react';
import { siteAddress } from '../../routing/siteAddress.ts';
import { useStores } from '../../stores/useStores.ts';
import { HOME_WORDS } from './homeWords.ts';
import styles from './PageCard.module.css';

/** Of the file, px: for the browser to keep its room. */
const WIDTH = 600;
const HEIGHT = 800;
/** How long after an image could not be had it is asked for again: it may still be painted. */
const RETRY_AFTER_MS = [3000, 12_000];

/**
 * A page in small: the image that the server has painted of what visitors get, or of the draft
 * where they get nothing yet. Asked for when the card comes near; until it is there, and where there
 * can be none, a quiet mark stands for it.
 */
export function PageImage({
  page,
  siteSlug,
}: {
  readonly page: PageSummary;
  readonly siteSlug: string;
}) {
  const { api } = useStores();
  const [isThere, setIsThere] = useState(false);
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
          alt={HOME_WORDS.imageOf(page.title ?? page.slug)}
          width={WIDTH}
          height={HEIGHT}
          loading="lazy"
          decoding="async"
          data-there={isThere ? '' : undefined}
          onLoad={() => {
            setIsThere(true);
          }}
          onError={() => {
            setHasFailed(true);
          }}
        />
      )}
    </span>
  );
}
