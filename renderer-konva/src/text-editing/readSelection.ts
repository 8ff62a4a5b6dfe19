import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Parts of ProseMirror's view that its types omit. */
interface Internals {
  readonly domObserver: { flush(): void; setCurSelection(): void };
  readonly input: { lastFocus: number };
}

/** The events after which ProseMirror, a command or a toolbar acts on the selection. */
const EVENTS = [
  'keydown',
  'pointerdown',
  'beforeinput',
  'compositionstart',
  'copy',
  'cut',
  'paste',
  'dragstart',
] as const;

/**
 * Updates a view's state with the selection in the browser, if the view has the focus. Must be
 * called before the state's selection is used: the browser reports a change of the selection in a
 * later task, before which it may deliver more keys if the page was busy, and ProseMirror does not
 * look by itself.
 */
export function readSelection(view: EditorView): void {
  // An input method changes the text by itself, and ProseMirror reads the result.
  if (view.isDestroyed || view.composing || !view.hasFocus()) return;
  const { domObserver, input } = view as unknown as Internals;
  domObserver.flush();
  // For 200 ms after this time, ProseMirror takes a caret at the start of the text for one that the
  // browser has placed there on focus, which it has just undone. The next one is due to a key.
  input.lastFocus = 0;
}

/** Calls {@link readSelection} before any event that acts on the selection. */
export function readSelectionFirst(): Plugin {
  return new Plugin({
    view(view) {
      const stop = new AbortController();
      for (const type of EVENTS)
        window.addEventListener(
          type,
          () => {
            readSelection(view);
          },
          { capture: true, signal: stop.signal },
        );
      return {
        destroy: () => {
          stop.abort();
        },
      };
    },
  });
}

/**
 * Focuses a view, with its state's selection. Unlike after `view.focus()`, ProseMirror does not set
 * that selection again 20 ms later if the browser's is then where the focus has placed it: a key
 * may have moved it there.
 */
export function focusView(view: EditorView): void {
  const { domObserver } = view as unknown as Internals;
  const onFocus = (): void => {
    domObserver.setCurSelection();
  };
  // Runs before ProseMirror's own listener.
  view.dom.addEventListener('focus', onFocus, { capture: true });
  view.focus();
  view.dom.removeEventListener('focus', onFocus, { capture: true });
}
