import { calls, type PageSummary } from '@cobble/host-server/contract';
import { useEffect, useRef, useState } from 'react';
import { useStores } from '../../stores/useStores.ts';
import styles from './PageCard.module.css';

/**
 * A page in small: the very HTML that is published, drawn by the same renderer with what its site
 * gives to it, scaled to the card. It is fetched when the card comes into view, runs no script and
 * takes no focus.
 */
export function PagePreview({
  page,
  siteSlug,
}: {
  readonly page: PageSummary;
  readonly siteSlug: string;
}) {
  const { api, fonts, pictures, surroundings } = useStores();
  const frame = useRef<HTMLSpanElement>(null);
  const [html, setHtml] = useState<string | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const leaving = new AbortController();
    const load = async () => {
      const [{ EDITOR_VERSION, fontFilesAmong, migratePage }, { renderPage }, stored] =
        await Promise.all([
          import('@cobble/engine'),
          import('@cobble/renderer-static'),
          api.call(calls.getPage, {
            query: { site: siteSlug, page: page.slug },
            signal: leaving.signal,
            isQuiet: true,
          }),
          fonts.loadOnce(),
        ]);
      if (leaving.signal.aborted) return;
      const isOfToday = stored.settings.editorVersion === EDITOR_VERSION;
      const shown = isOfToday ? stored : migratePage(stored).page;
      await Promise.all([pictures.load(shown), surroundings.loadShared(shown)]);
      const { families } = fonts;
      const known = families && { fonts: fontFilesAmong((name) => families.has(name)) };
      const site = surroundings.optionsFor(shown, false);
      setHtml(renderPage(shown, { ...site, ...known, pictures: pictures.lookUp }).html);
    };
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watcher.disconnect();
        // A card without its picture still leads to its page.
        load().catch(() => undefined);
      },
      { rootMargin: '200px' },
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      leaving.abort();
    };
  }, [api, fonts, pictures, surroundings, page.slug, page.updatedAt, siteSlug]);

  return (
    <span ref={frame} className={styles['preview']} aria-hidden="true">
      {html !== null && (
        <iframe
          className={styles['frame']}
          title={page.slug}
          srcDoc={html}
          sandbox=""
          tabIndex={-1}
          loading="lazy"
        />
      )}
    </span>
  );
}
