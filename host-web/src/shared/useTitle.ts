import { useEffect } from 'react';

/** Sets the document's title while a screen is on: `{title} · Cobble`. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'Cobble' : `${title} · Cobble`;
  }, [title]);
}
