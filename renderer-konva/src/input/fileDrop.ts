import type { Point } from '@cobble/engine';
import type { CanvasView } from '../view/CanvasView.ts';
import { toElementPoint } from './pointerEvents.ts';

/** Receives dropped files and their position in page space. */
export type OnFiles = (files: readonly File[], at: Point) => void;

/**
 * Passes dropped files and their position on the page to the host. Copy and paste belong to the
 * host, which knows what else is on screen.
 *
 * @param onFiles returns the host's current callback, if any
 * @returns a function that stops it
 */
export function listenToDrops(
  { root, scroller }: { readonly root: HTMLElement; readonly scroller: HTMLElement },
  view: CanvasView,
  onFiles: () => OnFiles | undefined,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  root.addEventListener(
    'dragover',
    (event) => {
      if (onFiles() && event.dataTransfer?.types.includes('Files')) event.preventDefault();
    },
    { signal },
  );
  root.addEventListener(
    'drop',
    (event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      const callback = onFiles();
      if (files.length === 0 || !callback) return;
      event.preventDefault();
      callback(files, view.toPage(toElementPoint(scroller, event)));
    },
    { signal },
  );
  return () => {
    stop.abort();
  };
}
