import { closeHistory } from 'prosemirror-history';
import type { Mark, Node } from 'prosemirror-model';
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import {
  AddMarkStep,
  RemoveMarkStep,
  ReplaceStep,
  type Step,
  StepMap,
  Transform,
} from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { SET_BY_HOST } from './keepFirstBlockFormat.ts';
import { foldCase, type Range, stepsTo, union } from './stepsTo.ts';

/** A style or link that is in the text, but not in its history, until it is kept or taken back. */
interface StagedStyle {
  /** What it adds to the text; null if it adds no mark. */
  readonly mark: Mark | null;
  /** Take it back. Each is mapped through what changes meanwhile. */
  readonly inverse: readonly Step[];
  /** The stored marks before it. */
  readonly storedMarks: readonly Mark[] | null;
}

/** What {@link stageStyle} and the others use of a view. */
type View = Pick<EditorView, 'state' | 'dispatch'>;

const key = new PluginKey<StagedStyle | null>('stagedStyle');

/** The events after which the text may change, or a change be undone. */
const EVENTS = ['keydown', 'beforeinput', 'compositionstart', 'cut', 'paste', 'drop'] as const;

/** Follows the staged style of a text, and keeps it before the user changes the text. */
export function stagedStyle(): Plugin {
  const keep = (view: EditorView): boolean => {
    keepStaged(view);
    return false;
  };
  return new Plugin<StagedStyle | null>({
    key,
    state: {
      init: () => null,
      apply(transaction, staged) {
        const set = transaction.getMeta(key) as StagedStyle | null | undefined;
        if (set !== undefined) return set;
        if (!staged || !transaction.docChanged) return staged;
        const { mapping } = transaction;
        return { ...staged, inverse: staged.inverse.flatMap((step) => step.map(mapping) ?? []) };
      },
    },
    props: { handleDOMEvents: Object.fromEntries(EVENTS.map((event) => [event, keep])) },
  });
}

/** The range that the staged style of a text is on; null if there is none. */
export function stagedRange(state: EditorState): Range | null {
  const [first, ...rest] = (key.getState(state)?.inverse ?? []).flatMap((step) =>
    step instanceof AddMarkStep || step instanceof RemoveMarkStep || step instanceof ReplaceStep
      ? { from: step.from, to: step.to }
      : [],
  );
  return first ? rest.reduce(union, first) : null;
}

/** Dispatches a transaction that sets a style, as one that {@link revertStaged} takes back. */
export function stageStyle(view: View, transaction: Transaction): void {
  if (transaction.docChanged || transaction.storedMarksSet) {
    const added = transaction.steps.findLast((step) => step instanceof AddMarkStep);
    setStaged(transaction, {
      mark: added?.mark ?? null,
      inverse: inverseOf(transaction),
      storedMarks: view.state.storedMarks,
    });
  }
  view.dispatch(transaction);
}

/** Takes the staged style back, if there is one. Nothing of it can be undone or redone. */
export function revertStaged(view: View): void {
  const staged = key.getState(view.state);
  if (!staged) return;
  const transaction = revertingTransaction(view.state, staged);
  view.dispatch(transaction.setStoredMarks(staged.storedMarks));
}

/** Keeps the staged style, if there is one, as a step of its own for undo. */
export function keepStaged(view: View): void {
  const { state } = view;
  const staged = key.getState(state);
  if (!staged) return;
  const transaction = revertingTransaction(state, staged);
  // Where the text has the style already, undo would do nothing.
  if (transaction.doc.eq(state.doc)) {
    view.dispatch(setStaged(state.tr, null));
    return;
  }
  view.dispatch(transaction);
  // Unless a host has set another text, which may have the style.
  if (!view.state.doc.eq(transaction.doc)) return;
  const { tr } = view.state;
  for (const step of inverseOf(transaction)) tr.step(step);
  tr.setSelection(state.selection.getBookmark().resolve(tr.doc)).setStoredMarks(state.storedMarks);
  view.dispatch(closeHistory(tr));
  closeStep(view);
}

/**
 * Dispatches a transaction that shows what a host has set. The staged style, which that text has
 * too, is taken back before, and is staged again on what has become of it: the undo of the host's
 * change would otherwise bring it back, also after it was taken back.
 *
 * @param send dispatches a transaction for the history
 */
export function showBesideStaged(
  view: View,
  shown: Transaction,
  send: (transaction: Transaction) => void,
): void {
  const { state } = view;
  const staged = key.getState(state);
  if (!staged) {
    send(shown);
    return;
  }
  const removal = removalOf(state, staged, shown);
  view.dispatch(revertingTransaction(state, staged).setMeta(SET_BY_HOST, true));
  const change = view.state.tr;
  for (const step of stepsTo(change.doc, removal.doc)) change.step(step);
  const caret = shown.selection.getBookmark();
  send(change.setSelection(caret.map(removal.mapping).resolve(change.doc)));
  if (removal.steps.length === 0) return;
  const again = view.state.tr;
  // Replacing the text would also discard the undo steps of what was typed in it.
  for (const step of inverseOf(removal)) again.step(step);
  again.setSelection(caret.resolve(again.doc)).setMeta(SET_BY_HOST, true);
  view.dispatch(setStaged(again, { ...staged, inverse: removal.steps }));
}

/** Removes the staged style from a text that a host has made of the one with it. */
function removalOf(
  state: EditorState,
  { mark, inverse }: StagedStyle,
  { doc, mapping }: Transaction,
): Transform {
  const removal = new Transform(doc);
  const range = stagedRange(state);
  if (!range || !mark) return removal;
  const { from, to } = range;
  const text = foldedText(state.doc, range);
  const found = movedTo(doc, mark, state.doc, range);
  const offset = (found[0]?.from ?? from) - from;
  const whole = [
    { from: mapping.map(from, 1), to: mapping.map(to, -1) },
    { from: from + offset, to: to + offset },
  ].find(
    (each) =>
      each.from < each.to &&
      each.to <= doc.content.size &&
      doc.rangeHasMark(each.from, each.to, mark) &&
      foldedText(doc, each) === text,
  );
  const moved = whole ? [whole] : found;
  // From the last one, so that none moves another.
  for (const each of moved.toReversed()) {
    if (foldedText(doc, each) !== text) {
      removal.removeMark(each.from, each.to, mark);
      continue;
    }
    const move = StepMap.offset(each.from - from);
    for (const step of inverse) removal.maybeStep(step.map(move) ?? step);
  }
  return removal;
}

/** Where a text has what the text before it has in a range of a mark. */
function movedTo(doc: Node, mark: Mark, before: Node, { from, to }: Range): readonly Range[] {
  const [found, all] = [rangesOf(mark, doc), rangesOf(mark, before)];
  const isIn = (each: Range | undefined) => each && each.from >= from && each.to <= to;
  if (found.length === all.length) return found.filter((_, index) => isIn(all[index]));
  // With the same mark elsewhere, it is not known which one is left.
  return all.every(isIn) ? found : [];
}

/** Where a text has a mark, also across different other marks. */
function rangesOf(mark: Mark, doc: Node): readonly Range[] {
  const ranges: Range[] = [];
  doc.descendants((node, from) => {
    if (!mark.isInSet(node.marks)) return;
    const to = from + node.nodeSize;
    const last = ranges.at(-1);
    if (last?.to === from) ranges.splice(-1, 1, { from: last.from, to });
    else ranges.push({ from, to });
  });
  return ranges;
}

function foldedText(doc: Node, { from, to }: Range): string {
  return foldCase(doc.textBetween(from, to, '\n', '\n'));
}

/** Begins a new step for undo with the next change, also if it follows right after the last one. */
export function closeStep(view: View): void {
  view.dispatch(closeHistory(view.state.tr));
}

function revertingTransaction({ tr }: EditorState, { inverse }: StagedStyle): Transaction {
  for (const step of inverse) tr.maybeStep(step);
  return setStaged(tr, null);
}

function setStaged(transaction: Transaction, staged: StagedStyle | null): Transaction {
  return transaction.setMeta(key, staged).setMeta('addToHistory', false);
}

/** The steps that undo those of a transform, the last one first. */
function inverseOf({ steps, docs }: Transform): readonly Step[] {
  return steps.flatMap((step, index) => (docs[index] ? step.invert(docs[index]) : [])).reverse();
}
