import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Room below the caret: what a phone's toolbar takes above the keyboard, px. */
const BELOW_PX = 72;
const ABOVE_PX = 16;

/**
 * Keeps the caret in what a phone's keyboard leaves free: it covers part of the window without
 * making it smaller, so that only the visual viewport tells of it.
 */
export function keepCaretInSight(): Plugin {
  return new Plugin({
    view(view) {
      const { visualViewport } = window;
      const stop = new AbortController();
      const keep = (): void => {
        reveal(view);
      };
      visualViewport?.addEventListener('resize', keep, { signal: stop.signal });
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
  // Without a keyboard everything is as the browser has it.
  if (!visualViewport || !scroller || visualViewport.scale > 1 || !view.hasFocus()) return;
  if (visualViewport.height > innerHeight - BELOW_PX) return;
  const caret = view.coordsAtPos(view.state.selection.head);
  const bottom = visualViewport.offsetTop + visualViewport.height - BELOW_PX;
  const top = visualViewport.offsetTop + ABOVE_PX;
  if (caret.bottom > bottom) scroller.scrollTop += caret.bottom - bottom;
  else if (caret.top < top) scroller.scrollTop -= top - caret.top;
}
