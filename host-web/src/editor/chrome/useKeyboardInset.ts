import { useEffect } from 'react';

/**
 * Keeps `--keyboard-inset` on an element: what a phone's keyboard covers of the window, px, so
 * that bars at the bottom stand above it.
 */
export function useKeyboardInset(element: HTMLElement | null): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport || !element) return undefined;
    const measure = () => {
      // Zoomed in by pinching, the same numbers mean something else.
      const inset =
        viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      element.style.setProperty('--keyboard-inset', `${String(Math.max(0, Math.round(inset)))}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [element]);
}
