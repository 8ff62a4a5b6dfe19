import { useEffect, useState } from 'react';

/**
 * The URL of an image to show with CSS. Returns the previous URL until the new image has loaded, so
 * that nothing flashes in between.
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
      // A broken image shows nothing, as on the published page.
      image.decode().then(show, show);
    }
    return () => {
      isGone = true;
    };
  }, [url, shown]);
  return url === null ? null : (shown ?? url);
}
