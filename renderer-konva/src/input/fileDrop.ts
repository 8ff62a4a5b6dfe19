import type { CanvasController } from '../canvas/CanvasController.ts';
import { placeOn } from './placeOn.ts';

/**
 * Passes dropped files and their position on the page to the host. Copy and paste belong to the
 * host, which knows what else is on screen.
 *
 * @returns a function that stops it
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
