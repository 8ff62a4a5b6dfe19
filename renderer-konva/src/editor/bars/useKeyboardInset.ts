import { useEffect } from 'react';

/**
 * Keeps `--cobble-keyboard-inset` on the document: what a phone's keyboard covers of the window, px, so
 * that bars and toasts at the bottom stand above it.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const { style } = document.documentElement;
    const measure = () => {
      // Zoomed in by pinching, the same numbers mean something else.
      const inset =
        viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      style.setProperty('--cobble-keyboard-inset', `${String(Math.max(0, Math.round(inset)))}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      style.removeProperty('--cobble-keyboard-inset');
    };
  }, []);
}
