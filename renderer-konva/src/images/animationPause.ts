import type { Editor } from '@cobble/engine';

/** How long animations stay paused after the order of sections changes, ms. */
const PAUSE_MS = 1000;

/**
 * Returns a function that says whether animated images are paused now: for reduced motion, while an
 * edit is in progress, and for a second after sections were reordered, added or removed. It must be
 * called before each frame.
 *
 * @param now a clock, ms
 */
export function animationPause(
  editor: Pick<Editor, 'isInProgress' | 'sectionIds'>,
  reducedMotion: { readonly matches: boolean },
  now: () => number,
): () => boolean {
  let order = editor.sectionIds.join();
  let pausedUntil = -Infinity;
  return () => {
    const current = editor.sectionIds.join();
    if (current !== order) pausedUntil = now() + PAUSE_MS;
    order = current;
    return reducedMotion.matches || editor.isInProgress || now() < pausedUntil;
  };
}
