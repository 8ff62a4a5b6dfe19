import { Plugin } from 'prosemirror-state';
import { levelsOf } from '../text/bidi.ts';

/**
 * Lets the arrows go where they point in words of Hebrew, Arabic and the like. Paragraphs have no
 * direction of their own, and browsers take them to run to the right: there the left arrow would go
 * back, which is to the right. Where both directions are mixed it is left to the browser.
 */
export function visualArrows(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(view, { key, shiftKey, ctrlKey, altKey, metaKey }) {
        if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || metaKey) return false;
        if (!runsLeft(view.state.selection.$head.parent.textContent)) return false;
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

/** Whether there are letters in a text and all of them run to the left. */
function runsLeft(text: string): boolean {
  const levels = levelsOf(text);
  return (
    levels !== null &&
    [...text.matchAll(/\p{L}/gu)].every(({ index }) => (levels[index] ?? 0) % 2 === 1)
  );
}
