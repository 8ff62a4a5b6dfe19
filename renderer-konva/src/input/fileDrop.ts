import type { CanvasController } from '../canvas/CanvasController.ts';
import { placeOn } from './placeOn.ts';

/**
 * Hands dropped files to the host, with the place of the page that they fell on. Copy and paste are
 * the host's: it knows what else is on the screen.
 *
 * @returns the way to stop
 */
export function listenToDrops(canvas: CanvasController): () => void {
  const { elements, view } = canvas;
  if (!elements) return () => undefined;
  const { root, scroller } = elements;
  const stop = new AbortController();
  const { signal } = stop;
  root.addEventListener(
    'dragover',
    (event) => {
      if (canvas.callbacks.onFiles && event.dataTransfer?.types.includes('Files'))
        event.preventDefault();
    },
    { signal },
  );
  root.addEventListener(
    'drop',
    (event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0 || !canvas.callbacks.onFiles) return;
      event.preventDefault();
      canvas.callbacks.onFiles(files, view.toPage(placeOn(scroller, event)));
    },
    { signal },
  );
  return () => {
    stop.abort();
  };
}
