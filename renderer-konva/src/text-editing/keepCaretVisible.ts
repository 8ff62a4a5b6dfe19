import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Space below the caret for a phone's toolbar above the keyboard, px. */
const BELOW_PX = 72;
const ABOVE_PX = 16;

/**
 * Keeps the caret visible above a phone's keyboard, which covers part of the window without
 * resizing it: only the visual viewport changes.
 */
export function keepCaretVisible(): Plugin {
  return new Plugin({
    view(view) {
      const { visualViewport } = window;
      const stop = new AbortController();
      const onResize = (): void => {
        reveal(view);
      };
      visualViewport?.addEventListener('resize', onResize, { signal: stop.signal });
      return {
        update: (now, before) => {
          if (!now.state.selection.eq(before.selection)) reveal(now);
        },
        destroy: () => {
          stop.abort();
        },
      };
    },
  });
}

function reveal(view: EditorView): void {
  const { visualViewport, innerHeight } = window;
  const scroller = view.dom.closest('[data-cobble-scroller]');
  // Without a keyboard, browsers keep the caret visible.
  if (!visualViewport || !scroller || visualViewport.scale > 1 || !view.hasFocus()) return;
  if (visualViewport.height > innerHeight - BELOW_PX) return;
  const caret = view.coordsAtPos(view.state.selection.head);
  const bottom = visualViewport.offsetTop + visualViewport.height - BELOW_PX;
  const top = visualViewport.offsetTop + ABOVE_PX;
  if (caret.bottom > bottom) scroller.scrollTop += caret.bottom - bottom;
  else if (caret.top < top) scroller.scrollTop -= top - caret.top;
}
