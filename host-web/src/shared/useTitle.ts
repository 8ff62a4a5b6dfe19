import { useEffect } from 'react';
import { useT } from '../messages/i18n.ts';

/** Sets the document's title to `{title} · Cobble`, or to `Cobble` for null. */
export function useTitle(title: string | null): void {
  const t = useT();
  useEffect(() => {
    document.title = title === null ? t('app.name') : t('app.documentTitle', { title });
  }, [t, title]);
}
