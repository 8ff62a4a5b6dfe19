import { Plugin } from 'prosemirror-state';
import { levelsOf } from '../text/bidi.ts';

/**
 * Moves the caret in the direction of the arrow keys in right-to-left text. Paragraphs have no
 * direction of their own and count as left-to-right, so browsers would move the caret the other
 * way. Mixed text is left to the browser.
 */
export function rightToLeftArrows(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(view, { key, shiftKey, ctrlKey, altKey, metaKey }) {
        if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || metaKey) return false;
        if (!isRightToLeft(view.state.selection.$head.parent.textContent)) return false;
        const selection = view.dom.ownerDocument.getSelection();
        selection?.modify(
          shiftKey ? 'extend' : 'move',
          key === 'ArrowLeft' ? 'forward' : 'backward',
          ctrlKey || altKey ? 'word' : 'character',
        );
        return selection !== null;
      },
    },
  });
}

/** Whether a text has right-to-left characters, and all of its letters run from right to left. */
export function isRightToLeft(text: string): boolean {
  const levels = levelsOf(text);
  return (
    levels !== null &&
    [...text.matchAll(/\p{L}/gu)].every(({ index }) => (levels[index] ?? 0) % 2 === 1)
  );
}
