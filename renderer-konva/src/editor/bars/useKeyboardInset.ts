import { useEffect } from 'react';

/**
 * Keeps `--cobble-keyboard-inset` of the document at the height that a phone's keyboard covers, px,
 * so that bars and toasts at the bottom are above it.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const { style } = document.documentElement;
    const measure = () => {
      // While the page is zoomed by pinching, these numbers do not show the keyboard.
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
