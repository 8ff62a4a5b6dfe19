import type { Page } from '@cobble/engine';
import { useEffect, useState } from 'react';
import { useStores } from '../../stores/useStores.ts';

/** Past this a page is shown without what the server has not said yet, and again when it has. */
const PATIENCE_MS = 1000;

/**
 * Asks for what a page is rendered with besides what is in it: images as the server has made them,
 * its site's words, posts.
 *
 * @returns whether it is time to show the page: the answers are there, or have taken too long. A
 *   page shown before them is drawn twice, with a white moment between
 */
export function useSurroundings(page: Page): boolean {
  const { images, surroundings } = useStores();
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    let isGone = false;
    const show = () => {
      if (!isGone) setIsTime(true);
    };
    const timer = setTimeout(show, PATIENCE_MS);
    void Promise.all([images.load(page), surroundings.load(page)]).then(show);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [images, surroundings, page]);
  return isTime;
}
