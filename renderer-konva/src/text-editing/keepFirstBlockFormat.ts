import { Fragment, type Mark, type Node, type ResolvedPos } from 'prosemirror-model';
import { type EditorState, Plugin, TextSelection, type Transaction } from 'prosemirror-state';

/** Meta of a transaction that shows a text that the host has set: it stays as the host wants it. */
export const SET_BY_HOST = 'setByHost';

/**
 * Preserves the first block's format (heading, alignment, marks) when the whole text is replaced or
 * deleted. By default ProseMirror would create a plain paragraph, so a page's title would lose its
 * heading the first time someone changes it.
 */
export function keepFirstBlockFormat(): Plugin {
  return new Plugin({
    props: {
      handleTextInput(view, from, to, text) {
        const { state } = view;
        const { selection } = state;
        const coversSelection = from <= selection.from && to >= selection.to;
        if (!coversSelection || selection.$from.sameParent(selection.$to) || !coversAll(state))
          return false;
        const content = state.schema.text(text, [...firstCharacterMarks(state)]);
        view.dispatch(withOneBlock(state.tr, state.doc, Fragment.from(content)).scrollIntoView());
        return true;
      },
      handleDOMEvents: {
        // An input method writes into the DOM itself, so delete the selection before it begins.
        compositionstart(view) {
          const { state } = view;
          const { $from, $to } = state.selection;
          if (!$from.sameParent($to) && coversAll(state))
            view.dispatch(
              withOneBlock(state.tr, state.doc, Fragment.empty).setStoredMarks([
                ...firstCharacterMarks(state),
              ]),
            );
          return false;
        },
      },
    },
    appendTransaction(transactions, before, after) {
      const isEmptied =
        transactions.some((each) => each.docChanged) &&
        !transactions.some((each) => each.getMeta('history$') !== undefined) &&
        !transactions.some((each) => each.getMeta(SET_BY_HOST) === true) &&
        before.doc.textContent !== '' &&
        after.doc.textContent === '' &&
        coversAll(before);
      if (!isEmptied) return null;
      const marks = [...firstCharacterMarks(before)];
      const isAlone = after.doc.childCount === 1;
      const transaction = isAlone
        ? withOneBlock(after.tr, before.doc, Fragment.empty)
        : restoreFirst(after.tr, before.doc);
      return transaction.setStoredMarks(marks);
    },
  });
}

/** Whether the selection contains all text of a document. */
function coversAll({ doc, selection }: EditorState): boolean {
  if (selection.empty) return false;
  return (
    selection.from <= TextSelection.atStart(doc).from && selection.to >= TextSelection.atEnd(doc).to
  );
}

/** The marks of the first character, except links, which end with their text. */
function firstCharacterMarks({ doc }: EditorState): readonly Mark[] {
  const found: (readonly Mark[])[] = [];
  doc.descendants((node) => {
    if (node.isText) found.push(node.marks);
    return found.length === 0;
  });
  return (found[0] ?? []).filter((mark) => mark.type.spec.inclusive !== false);
}

/** Reduces the document to its first block with the given content, and the caret at its end. */
function withOneBlock(transaction: Transaction, before: Node, content: Fragment): Transaction {
  const first: ResolvedPos = TextSelection.atStart(before).$from;
  let block = first.parent.copy(content);
  for (let depth = first.depth - 1; depth > 0; depth -= 1)
    block = first.node(depth).copy(Fragment.from(block));
  transaction.replaceWith(0, transaction.doc.content.size, block);
  return transaction.setSelection(TextSelection.atEnd(transaction.doc));
}

/**
 * Gives the first of several blocks (Enter with everything selected) the type of the original first
 * block.
 */
function restoreFirst(transaction: Transaction, before: Node): Transaction {
  const { firstChild: first } = before;
  return first?.isTextblock && transaction.doc.firstChild?.isTextblock
    ? transaction.setNodeMarkup(0, first.type, first.attrs)
    : transaction;
}
