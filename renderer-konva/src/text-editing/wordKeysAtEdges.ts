import { Plugin, TextSelection } from 'prosemirror-state';
import { isMac } from '../input/isMac.ts';
import { isRightToLeft } from './rightToLeftArrows.ts';

/**
 * Ends the movement by word (Ctrl, on a Mac Alt, with an arrow key) at the edges of the text. There,
 * Chromium does nothing, which leaves all of the text selected for the next key to replace, or even
 * moves the caret or the selection to the opposite edge, because only positioned elements surround
 * the text.
 */
export function wordKeysAtEdges(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(view, { key, shiftKey, ctrlKey, altKey, metaKey }) {
        if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
        const isByWord = isMac() ? altKey && !ctrlKey : ctrlKey && !altKey;
        if (!isByWord || metaKey) return false;
        const { doc, selection, tr } = view.state;
        const { $head, head, empty } = selection;
        const isForward = (key === 'ArrowRight') !== isRightToLeft($head.parent.textContent);
        const edge = isForward ? TextSelection.atEnd(doc) : TextSelection.atStart(doc);
        // From a selection, unlike from a caret, Chromium also leaves a line break at the edge.
        // A selected node has its head between blocks.
        if (!shiftKey && !empty)
          view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(head), isForward ? -1 : 1)));
        return head === edge.head;
      },
    },
  });
}
