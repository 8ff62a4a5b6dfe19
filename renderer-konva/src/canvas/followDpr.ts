import { Konva } from 'konva/lib/Global.js';
import type { CanvasView } from './CanvasView.ts';

/**
 * Keeps a view's device pixel ratio equal to its screen's, also when the window moves to another
 * screen or the browser zooms. Returns a function that stops it.
 */
export function followDpr(view: CanvasView): () => void {
  let query: MediaQueryList | null = null;
  const read = (): void => {
    query?.removeEventListener('change', read);
    const dpr = window.devicePixelRatio;
    // Konva stages keep the ratio that they were created with.
    Konva.pixelRatio = dpr;
    view.setDpr(dpr);
    query = window.matchMedia(`(resolution: ${String(dpr)}dppx)`);
    query.addEventListener('change', read);
  };
  read();
  window.addEventListener('resize', read);
  return () => {
    window.removeEventListener('resize', read);
    query?.removeEventListener('change', read);
  };
}
