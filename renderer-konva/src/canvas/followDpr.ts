import { Konva } from 'konva/lib/Global.js';
import type { CanvasView } from './CanvasView.ts';

/**
 * Keeps a view's device pixel ratio that of its screen, also when it changes: a window that comes to
 * another screen, a browser's own zoom. Returns the way to stop.
 */
export function followDpr(view: CanvasView): () => void {
  let query: MediaQueryList | null = null;
  const read = (): void => {
    query?.removeEventListener('change', read);
    const dpr = window.devicePixelRatio;
    // Stages are made for one ratio, and made anew for another.
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
