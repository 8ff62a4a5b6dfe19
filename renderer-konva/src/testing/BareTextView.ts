import type { Editor } from '@cobble/engine';
import { EditorState, Selection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { TextBinding, textDocOf } from '../text-editing/TextBinding.ts';
import { textEditingPlugins } from '../text-editing/textEditingPlugins.ts';

/**
 * A view of a text that is edited, without a DOM: what {@link TextBinding} and `TextEditingSession`
 * use of ProseMirror's. Methods do what a user and an input method do.
 */
export class BareTextView {
  state: EditorState;
  composing = false;
  readonly isDestroyed = false;
  readonly dom = new EventTarget();
  readonly binding: TextBinding;
  /** The composed word in the DOM. */
  word = { from: 0, to: 0 };

  constructor(editor: Editor, uuid: string) {
    const doc = textDocOf(editor.blocks.get(uuid)) ?? undefined;
    this.state = EditorState.create({ doc, plugins: textEditingPlugins(true, () => undefined) });
    this.binding = new TextBinding(editor, uuid, this as unknown as EditorView);
  }

  hasFocus(): boolean {
    return false;
  }

  focus(): void {
    // Has no DOM to focus.
  }

  /** Like `createTextView`. */
  dispatch(transaction: Transaction): void {
    const before = this.state;
    const { state, transactions } = before.applyTransaction(transaction);
    this.state = state;
    if (transaction.docChanged && !this.binding.write(before, transactions, state))
      if (this.state === state) this.state = before;
  }

  /** @param at where in the text, from 0 to 1 */
  select(at: number): void {
    const { doc, tr } = this.state;
    const { from } = Selection.near(doc.resolve(Math.floor(at * doc.content.size)));
    this.dispatch(tr.setSelection(Selection.near(doc.resolve(from))));
  }

  startComposing(): void {
    this.composing = true;
    const { from, to } = this.state.selection;
    this.word = { from, to };
    this.dom.dispatchEvent(new Event('compositionstart'));
  }

  compose(text: string): void {
    const { from, to } = this.word;
    this.dispatch(this.state.tr.insertText(text, from, to));
    this.word = { from, to: from + text.length };
  }

  /** @param rest what the browser reports after the end, if anything */
  endComposing(rest: string | null): void {
    this.composing = false;
    this.dom.dispatchEvent(new Event('compositionend'));
    if (rest !== null) this.compose(rest);
  }
}
