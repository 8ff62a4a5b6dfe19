import { Fragment, type Mark, type Node, type ResolvedPos } from 'prosemirror-model';
import { type EditorState, Plugin, TextSelection, type Transaction } from 'prosemirror-state';

/**
 * Keeps what the text begins with (a heading, its alignment, its letters' looks) when all of it is
 * typed over or deleted. ProseMirror by itself would leave the schema's default, a plain paragraph,
 * and a page would lose its title's heading the first time that somebody changes it.
 */
export function keepFirstBlock(): Plugin {
  return new Plugin({
    props: {
      handleTextInput(view, from, to, text) {
        const { state } = view;
        const { selection } = state;
        const across = from <= selection.from && to >= selection.to;
        if (!across || selection.$from.sameParent(selection.$to) || !coversAll(state)) return false;
        const words = state.schema.text(text, [...firstMarks(state)]);
        view.dispatch(withOneBlock(state.tr, state.doc, Fragment.from(words)).scrollIntoView());
        return true;
      },
      handleDOMEvents: {
        // An input method writes into the DOM itself, so what it replaces goes before it begins.
        compositionstart(view) {
          const { state } = view;
          const { $from, $to } = state.selection;
          if (!$from.sameParent($to) && coversAll(state))
            view.dispatch(
              withOneBlock(state.tr, state.doc, Fragment.empty).setStoredMarks([
                ...firstMarks(state),
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
        before.doc.textContent !== '' &&
        after.doc.textContent === '' &&
        coversAll(before);
      if (!isEmptied) return null;
      const marks = [...firstMarks(before)];
      const isAlone = after.doc.childCount === 1;
      const transaction = isAlone
        ? withOneBlock(after.tr, before.doc, Fragment.empty)
        : restoreFirst(after.tr, before.doc);
      return transaction.setStoredMarks(marks);
    },
  });
}

/** Whether the selection holds all the words of a document. */
function coversAll({ doc, selection }: EditorState): boolean {
  if (selection.empty) return false;
  return (
    selection.from <= TextSelection.atStart(doc).from && selection.to >= TextSelection.atEnd(doc).to
  );
}

/** The looks of the first letter; a link ends with its words. */
function firstMarks({ doc }: EditorState): readonly Mark[] {
  const found: (readonly Mark[])[] = [];
  doc.descendants((node) => {
    if (node.isText) found.push(node.marks);
    return found.length === 0;
  });
  return (found[0] ?? []).filter((mark) => mark.type.spec.inclusive !== false);
}

/** Leaves the document's first block alone, with other words, and the cursor behind them. */
function withOneBlock(transaction: Transaction, was: Node, words: Fragment): Transaction {
  const first: ResolvedPos = TextSelection.atStart(was).$from;
  let kept = first.parent.copy(words);
  for (let depth = first.depth - 1; depth > 0; depth -= 1)
    kept = first.node(depth).copy(Fragment.from(kept));
  transaction.replaceWith(0, transaction.doc.content.size, kept);
  return transaction.setSelection(TextSelection.atEnd(transaction.doc));
}

/** Gives the first of several blocks (Enter over everything) the type that the text began with. */
function restoreFirst(transaction: Transaction, was: Node): Transaction {
  const { firstChild: first } = was;
  return first?.isTextblock && transaction.doc.firstChild?.isTextblock
    ? transaction.setNodeMarkup(0, first.type, first.attrs)
    : transaction;
}
