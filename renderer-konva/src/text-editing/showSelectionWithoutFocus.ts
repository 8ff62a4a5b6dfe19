import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** The name of the CSS highlight of text that is selected while a text field has the focus. */
export const SELECTED_HIGHLIGHT = 'cobble-selected-text';

/** Fields that take the browser's selection; sliders and check boxes leave it in the text. */
const TEXT_FIELDS = 'textarea, input:not([type="range"], [type="checkbox"], [type="radio"])';

/**
 * Keeps the selected text highlighted while a text field has the focus, such as that of a link's
 * address: the browser shows only one selection, which is then the field's. Also while the style of
 * the text changes without the focus. The elements of the text do not change, so that a click on it
 * still places the caret.
 */
export function showSelectionWithoutFocus(): Plugin {
  return new Plugin({
    view(view) {
      let isTaken = false;
      let shown: Range | null = null;
      const update = (): void => {
        if (shown) removeFromHighlight(shown);
        shown = isTaken ? selectedRange(view) : null;
        if (shown) addToHighlight(shown);
      };
      // Not all supported browsers have highlights.
      if (!('highlights' in CSS)) return {};
      const stop = new AbortController();
      window.addEventListener(
        'focusin',
        (event) => {
          const [target] = event.composedPath();
          const isField = target instanceof Element && target.matches(TEXT_FIELDS);
          if (!isField && target !== view.dom) return;
          isTaken = isField;
          update();
        },
        { capture: true, signal: stop.signal },
      );
      return {
        update: (_, { doc }) => {
          // New elements in the text end the browser's selection, which ProseMirror sets only with
          // the focus.
          isTaken ||= !view.hasFocus() && !view.state.doc.eq(doc);
          if (isTaken) update();
        },
        destroy: () => {
          stop.abort();
          isTaken = false;
          update();
        },
      };
    },
  });
}

/** A window has one highlight of a name, for the texts of all of its canvases. */
function addToHighlight(range: Range): void {
  const highlight = CSS.highlights.get(SELECTED_HIGHLIGHT);
  if (highlight) highlight.add(range);
  else CSS.highlights.set(SELECTED_HIGHLIGHT, new Highlight(range));
}

function removeFromHighlight(range: Range): void {
  const highlight = CSS.highlights.get(SELECTED_HIGHLIGHT);
  highlight?.delete(range);
  if (highlight?.size === 0) CSS.highlights.delete(SELECTED_HIGHLIGHT);
}

function selectedRange(view: EditorView): Range | null {
  const { empty, from, to } = view.state.selection;
  if (empty) return null;
  const range = document.createRange();
  const start = view.domAtPos(from, 1);
  const end = view.domAtPos(to, -1);
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  return range;
}
