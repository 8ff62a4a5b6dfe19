import { useCallback } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';

/**
 * For a panel at the bottom of a phone's screen: keeps `--cobble-sheet-inset` of the document at
 * its height plus that of the on-screen keyboard, so that the canvas ends above it, and scrolls the
 * selection into view. Returns a ref for the panel's element.
 */
export function useSheet(isSheet: boolean): (element: HTMLElement) => (() => void) | undefined {
  const { view } = useEditorStore();
  return useCallback(
    (element) => {
      if (!isSheet) return undefined;
      const { style } = document.documentElement;
      const sizes = new ResizeObserver(() => {
        const heightPx = String(element.offsetHeight);
        style.setProperty(
          '--cobble-sheet-inset',
          `calc(${heightPx}px + var(--cobble-keyboard-inset, 0px))`,
        );
        view.showSelection();
      });
      sizes.observe(element);
      return () => {
        sizes.disconnect();
        style.removeProperty('--cobble-sheet-inset');
      };
    },
    [isSheet, view],
  );
}
