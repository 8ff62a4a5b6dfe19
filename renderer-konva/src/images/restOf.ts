import type { Editor } from '@cobble/engine';

/** So long nothing moves after sections have (section animation pause, editing-canvas.md section 9). */
const PAUSE_MS = 1000;

/**
 * Whether moving images rest now: where that is asked for, while a gesture moves something, and
 * for a second after sections have come to stand elsewhere. To be asked before each frame.
 *
 * @param now a clock, ms
 */
export function restOf(
  editor: Pick<Editor, 'isInProgress' | 'sectionIds'>,
  wantsRest: { readonly matches: boolean },
  now: () => number,
): () => boolean {
  let order = editor.sectionIds.join();
  let pausedUntil = -Infinity;
  return () => {
    const current = editor.sectionIds.join();
    if (current !== order) pausedUntil = now() + PAUSE_MS;
    order = current;
    return wantsRest.matches || editor.isInProgress || now() < pausedUntil;
  };
}
