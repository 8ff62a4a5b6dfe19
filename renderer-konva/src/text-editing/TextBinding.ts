import { asBuiltin, type Block, type Editor, type RichText } from '@cobble/engine';
import { reaction } from 'mobx';
import { closeHistory } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { Mapping, type Step } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { SET_BY_HOST } from './keepFirstBlockFormat.ts';
import { readSelection } from './readSelection.ts';
import { showBesideStaged, stagedRange } from './stagedStyle.ts';
import {
  changedRange,
  isInside,
  type Range,
  stepsAround,
  stepsBeside,
  stepsTo,
  union,
  withSteps,
} from './stepsTo.ts';
import { plainDoc, plainTextOf, richDoc, richTextOf } from './textSchemas.ts';

/** A document with the text of a block; null when the block has none that can be edited. */
export function textDocOf(block: Block | undefined): Node | null {
  const builtin = asBuiltin(block ?? { type: '' });
  if (builtin?.type === 'text') return richDoc(builtin.content.text);
  const text = plainTextIn(block);
  return text === null ? null : plainDoc(text);
}

/** A write of what was typed to the block. */
interface Writing {
  /**
   * The typing that is undone together with a listener's change of it; null if that change is a step
   * of its own.
   */
  readonly typing: Transaction | null;
}

/**
 * Keeps a view's document and the text of its block the same: writes what is typed to the block,
 * and shows what a host sets (`setEditedText`, `update`) in the view. That waits for the end of a
 * composition, which a change of the document could break off; until then, the block has both.
 */
export class TextBinding {
  readonly #editor: Editor;
  readonly #uuid: string;
  readonly #view: EditorView;
  /** The rich text of the block before it was edited; null for plain text. */
  readonly #original: { readonly text: RichText; readonly doc: Node } | null;
  /** The text of the block that was last compared with the document. */
  #known: unknown;
  /** Leads from the view's document to the text of the block, if they differ. */
  #unshown: readonly Step[] = [];
  /** The range of the view's document that an input method is composing, or has just composed. */
  #composed: Range | null = null;
  /** What is being written; null otherwise. */
  #writing: Writing | null = null;

  constructor(editor: Editor, uuid: string, view: EditorView) {
    this.#editor = editor;
    this.#uuid = uuid;
    this.#view = view;
    const block = asBuiltin(this.#block ?? { type: '' });
    const text = block?.type === 'text' ? block.content.text : null;
    this.#original = text && { text, doc: richDoc(text) };
    this.#known = this.#text;
  }

  /** Begins to show what a host sets. Returns a function that ends it. */
  connect(): () => void {
    const { dom } = this.#view;
    const onCompositionStart = (): void => {
      this.#composed = null;
    };
    const onCompositionEnd = (): void => {
      // Later, when ProseMirror has handled the event and read the composed text.
      setTimeout(() => {
        this.#show();
      });
    };
    dom.addEventListener('compositionstart', onCompositionStart);
    dom.addEventListener('compositionend', onCompositionEnd);
    const stop = reaction(
      () => this.#text,
      () => {
        // Reads what has been typed and not been reported yet, which showing a text would discard.
        if (!this.#writing) readSelection(this.#view);
        this.#compare(this.#view.state);
        this.#show();
      },
    );
    return () => {
      stop();
      dom.removeEventListener('compositionstart', onCompositionStart);
      dom.removeEventListener('compositionend', onCompositionEnd);
    };
  }

  /**
   * Writes transactions, which the view has just applied, to the block. False if the block cannot
   * have the text, for example because it is too long: it would be lost when editing ends.
   */
  write(before: EditorState, transactions: readonly Transaction[], after: EditorState): boolean {
    // The block has this text.
    if (transactions.every((each) => each.getMeta(SET_BY_HOST) === true)) return true;
    if (!this.#view.composing && this.#unshown.length === 0) this.#composed = null;
    this.#compare(before);
    const [unshown, composed] = [this.#unshown, this.#composed];
    this.#mapThrough(before.doc, new Mapping(transactions.flatMap(({ mapping }) => mapping.maps)));
    const doc = withSteps(after.doc, this.#unshown);
    // A text that has waited for the end of a composition was not made of what is typed now.
    const typing = this.#unshown.length === 0 ? transactions[0] : undefined;
    const isKept = this.#writeDoc(doc, { typing: typing ?? null });
    if (!isKept && this.#view.state === after)
      [this.#unshown, this.#composed] = [unshown, composed];
    if (isKept) this.#show();
    return isKept;
  }

  /** Adapts what is not shown yet, and the composed range, to typing in a document. */
  #mapThrough(doc: Node, mapping: Mapping): void {
    const typed = changedRange(mapping);
    if (!typed) return;
    const kept = this.#composed ? union(this.#composed, typed.before) : typed.before;
    if (this.#unshown.some((step) => isInside(step, kept))) {
      // The host's text does not have the word, which is composed on nevertheless.
      const other = withSteps(doc, this.#unshown);
      this.#unshown = stepsAround(doc, kept, other) ?? stepsBeside(doc, kept, other);
    }
    this.#unshown = this.#unshown.flatMap((step) => step.map(mapping) ?? []);
    if (this.#composed) {
      const { from, to } = this.#composed;
      this.#composed = union(typed.after, { from: mapping.map(from, -1), to: mapping.map(to, 1) });
    } else if (this.#view.composing) this.#composed = typed.after;
  }

  #writeDoc(doc: Node, writing: Writing): boolean {
    const outer = this.#writing;
    this.#writing = writing;
    try {
      const isRich = this.#block?.type === 'text';
      const written = this.#editor.setEditedText(isRich ? this.#richText(doc) : plainTextOf(doc));
      return written.ok || written.code !== 'invalid_block';
    } finally {
      this.#writing = outer;
    }
  }

  /**
   * What was typed and deleted again is no change: the text is then spelled as it was, without the
   * attributes that a document adds.
   */
  #richText(doc: Node): RichText {
    const original = this.#original;
    return original?.doc.eq(doc) ? original.text : richTextOf(doc);
  }

  get #block(): Block | undefined {
    return this.#editor.blocks.get(this.#uuid);
  }

  get #text(): unknown {
    const block = asBuiltin(this.#block ?? { type: '' });
    return block?.type === 'text' ? block.content.text : plainTextIn(this.#block);
  }

  /** Notes how the text of the block differs from a state of the view. */
  #compare(state: EditorState): void {
    const text = this.#text;
    if (text === this.#known) return;
    const doc = textDocOf(this.#block);
    if (doc && !doc.eq(withSteps(state.doc, this.#unshown))) {
      const kept = this.#view.composing ? this.#composed : stagedRange(state);
      const around = kept && stepsAround(state.doc, kept, doc);
      this.#unshown = around ?? stepsTo(state.doc, doc);
    }
    this.#known = text;
  }

  #show(): void {
    const view = this.#view;
    if (view.isDestroyed || view.composing) return;
    this.#composed = null;
    if (this.#unshown.length === 0) return;
    const { tr } = view.state;
    for (const step of this.#unshown) tr.maybeStep(step);
    // Where the host has the composed word in another case, and it was not composed on.
    const doc = textDocOf(this.#block);
    if (doc) for (const step of stepsTo(tr.doc, doc)) tr.step(step);
    this.#unshown = [];
    const typing = this.#writing?.typing;
    showBesideStaged(view, tr, (shown) => {
      shown.setMeta(SET_BY_HOST, true);
      // What a listener makes of a typed text is undone together with it, or it would be made again.
      if (typing) view.dispatch(shown.setMeta('appendedTransaction', typing));
      else {
        view.dispatch(closeHistory(shown));
        view.dispatch(closeHistory(view.state.tr));
      }
    });
  }
}

/** The text of a block that has plain text; null for any other. */
function plainTextIn(block: Block | undefined): string | null {
  const builtin = asBuiltin(block ?? { type: '' });
  if (builtin?.type === 'rich-button') return builtin.content.richButtonText.text;
  if (builtin?.type === 'sticky-note') return builtin.content.stickyNoteText.text;
  return null;
}
