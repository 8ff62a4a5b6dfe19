import { closeHistory } from 'prosemirror-history';
import type { Mark } from 'prosemirror-model';
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import { AddMarkStep, RemoveMarkStep, ReplaceStep, type Step } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { type Range, stepsTo, union } from './stepsTo.ts';

/** A link that is in the text, but not in its history, until it is kept or taken back. */
interface StagedLink {
  /** Take it back. Each is mapped through what changes meanwhile. */
  readonly inverse: readonly Step[];
  /** The stored marks before it. */
  readonly storedMarks: readonly Mark[] | null;
}

/** What {@link stageLink} and the others use of a view. */
type View = Pick<EditorView, 'state' | 'dispatch'>;

const key = new PluginKey<StagedLink | null>('stagedLink');

/** The events after which the text may change, or a change be undone. */
const EVENTS = ['keydown', 'beforeinput', 'compositionstart', 'cut', 'paste', 'drop'] as const;

/** Follows the staged link of a text, and keeps it before the user changes the text. */
export function stagedLink(): Plugin {
  const keep = (view: EditorView): boolean => {
    keepStagedLink(view);
    return false;
  };
  return new Plugin<StagedLink | null>({
    key,
    state: {
      init: () => null,
      apply(transaction, staged) {
        const set = transaction.getMeta(key) as StagedLink | null | undefined;
        if (set !== undefined) return set;
        if (!staged || !transaction.docChanged) return staged;
        const { mapping } = transaction;
        return { ...staged, inverse: staged.inverse.flatMap((step) => step.map(mapping) ?? []) };
      },
    },
    props: { handleDOMEvents: Object.fromEntries(EVENTS.map((event) => [event, keep])) },
  });
}

/** The range that the staged link of a text is on; null if there is none. */
export function stagedRange(state: EditorState): Range | null {
  const [first, ...rest] = (key.getState(state)?.inverse ?? []).flatMap((step) =>
    step instanceof AddMarkStep || step instanceof RemoveMarkStep || step instanceof ReplaceStep
      ? { from: step.from, to: step.to }
      : [],
  );
  return first ? rest.reduce(union, first) : null;
}

/** Dispatches a transaction that sets a link, as one that {@link revertStagedLink} takes back. */
export function stageLink(view: View, transaction: Transaction): void {
  if (transaction.docChanged) {
    const inverse = inverseOf(transaction);
    setStaged(transaction, { inverse, storedMarks: view.state.storedMarks });
  }
  view.dispatch(transaction);
}

/** Takes the staged link back, if there is one. Nothing of it can be undone or redone. */
export function revertStagedLink(view: View): void {
  const staged = key.getState(view.state);
  if (!staged) return;
  const transaction = revertingTransaction(view.state, staged);
  view.dispatch(transaction.setStoredMarks(staged.storedMarks));
}

/** Keeps the staged link, if there is one, as a step of its own for undo. */
export function keepStagedLink(view: View): void {
  const { state } = view;
  const staged = key.getState(state);
  if (!staged) return;
  const transaction = revertingTransaction(state, staged);
  view.dispatch(transaction);
  // Unless a host has set another text, which may have the link.
  if (!view.state.doc.eq(transaction.doc)) return;
  const { tr } = view.state;
  for (const step of stepsTo(tr.doc, state.doc)) tr.step(step);
  tr.setSelection(state.selection.getBookmark().resolve(tr.doc)).setStoredMarks(state.storedMarks);
  view.dispatch(closeHistory(tr));
  closeStep(view);
}

/** Begins a new step for undo with the next change, also if it follows right after the last one. */
export function closeStep(view: View): void {
  view.dispatch(closeHistory(view.state.tr));
}

function revertingTransaction({ tr }: EditorState, { inverse }: StagedLink): Transaction {
  for (const step of inverse) tr.maybeStep(step);
  return setStaged(tr, null);
}

function setStaged(transaction: Transaction, staged: StagedLink | null): Transaction {
  return transaction.setMeta(key, staged).setMeta('addToHistory', false);
}

/** The steps that undo a transaction, the last one first. */
function inverseOf({ steps, docs }: Transaction): readonly Step[] {
  return steps.flatMap((step, index) => (docs[index] ? step.invert(docs[index]) : [])).reverse();
}
