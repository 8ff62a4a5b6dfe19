import { useEffect, useState } from 'react';

/**
 * The address of an image to show by CSS: until another one that was asked for has come, that is the
 * one before, so that between the two nothing empty is seen.
 */
export function useLoadedImage(url: string | null): string | null {
  const [shown, setShown] = useState(url);
  useEffect(() => {
    if (url === shown) return undefined;
    let isGone = false;
    const show = (): void => {
      if (!isGone) setShown(url);
    };
    if (url === null) show();
    else {
      const image = new Image();
      image.src = url;
      // One that is broken shows nothing, as on the page.
      image.decode().then(show, show);
    }
    return () => {
      isGone = true;
    };
  }, [url, shown]);
  return url === null ? null : (shown ?? url);
}
