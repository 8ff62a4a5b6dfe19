import { asBuiltin, type Block, type Editor } from '@cobble/engine';
import { reaction } from 'mobx';
import { closeHistory } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import type { Mappable, Step } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { SET_BY_HOST } from './keepFirstBlockFormat.ts';
import { readSelection } from './readSelection.ts';
import { plainDoc, plainTextOf, richDoc, richTextOf } from './textSchemas.ts';

/** Positions in a document. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** A document with the text of a block; null when the block has none that can be edited. */
export function textDocOf(block: Block | undefined): Node | null {
  const builtin = asBuiltin(block ?? { type: '' });
  if (builtin?.type === 'text') return richDoc(builtin.content.text);
  const text = plainTextIn(block);
  return text === null ? null : plainDoc(text);
}

/** A write of what was typed to the block. */
interface Writing {
  /** The typing that what a listener makes of it is undone with; null: it is undone apart from it. */
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
  /** The text of the block that was last compared with the document. */
  #known: unknown;
  /** Leads from the view's document to the text of the block, if they differ. */
  #unshown: readonly Step[] = [];
  /** The range of the view's document that an input method is composing. */
  #composed: Range | null = null;
  /** What is being written; null otherwise. */
  #writing: Writing | null = null;

  constructor(editor: Editor, uuid: string, view: EditorView) {
    this.#editor = editor;
    this.#uuid = uuid;
    this.#view = view;
    this.#known = this.#text;
  }

  /** Begins to show what a host sets. Returns a function that ends it. */
  connect(): () => void {
    const { dom } = this.#view;
    const onCompositionEnd = (): void => {
      // Later, when ProseMirror has handled the event and read the composed text.
      setTimeout(() => {
        this.#show();
      });
    };
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
    if (!this.#view.composing) this.#composed = null;
    this.#compare(before);
    const unshown = this.#unshown;
    for (const { mapping } of transactions) {
      this.#unshown = this.#unshown.flatMap((step) => step.map(mapping) ?? []);
      if (this.#composed) this.#composed = mapped(this.#composed, mapping);
    }
    if (this.#view.composing) this.#composed = withChange(this.#composed, before.doc, after.doc);
    const doc = withSteps(after.doc, this.#unshown);
    // A text that has waited for the end of a composition was not made of what is typed now.
    const typing = this.#unshown.length === 0 ? transactions[0] : undefined;
    const isKept = this.#writeDoc(doc, { typing: typing ?? null });
    if (!isKept && this.#view.state === after) this.#unshown = unshown;
    if (isKept) this.#show();
    return isKept;
  }

  #writeDoc(doc: Node, writing: Writing): boolean {
    const outer = this.#writing;
    this.#writing = writing;
    try {
      const isRich = this.#block?.type === 'text';
      const written = this.#editor.setEditedText(isRich ? richTextOf(doc) : plainTextOf(doc));
      return written.ok || written.code !== 'invalid_block';
    } finally {
      this.#writing = outer;
    }
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
    if (this.#text === this.#known) return;
    this.#known = this.#text;
    const doc = textDocOf(this.#block);
    if (!doc || doc.eq(withSteps(state.doc, this.#unshown))) return;
    const around = this.#composed && stepsAround(state, this.#composed, doc);
    this.#unshown = around ?? stepsTo(state, doc);
  }

  #show(): void {
    const view = this.#view;
    if (this.#unshown.length === 0 || view.isDestroyed || view.composing) return;
    const { tr } = view.state;
    for (const step of this.#unshown) tr.maybeStep(step);
    this.#unshown = [];
    tr.setMeta(SET_BY_HOST, true);
    // What a listener makes of a typed text is undone together with it, or it would be made again.
    const typing = this.#writing?.typing;
    if (typing) {
      view.dispatch(tr.setMeta('appendedTransaction', typing));
      return;
    }
    view.dispatch(closeHistory(tr));
    view.dispatch(closeHistory(view.state.tr));
  }
}

/** The text of a block that has plain text; null for any other. */
function plainTextIn(block: Block | undefined): string | null {
  const builtin = asBuiltin(block ?? { type: '' });
  if (builtin?.type === 'rich-button') return builtin.content.richButtonText.text;
  if (builtin?.type === 'sticky-note') return builtin.content.stickyNoteText.text;
  return null;
}

/** A document after steps; those that do not fit are left out. */
function withSteps(doc: Node, steps: readonly Step[]): Node {
  return steps.reduce((each, step) => step.apply(each).doc ?? each, doc);
}

function mapped({ from, to }: Range, mapping: Mappable): Range {
  return { from: mapping.map(from, -1), to: mapping.map(to, 1) };
}

/** A range of a document together with what has changed in it. */
function withChange(range: Range | null, before: Node, after: Node): Range | null {
  const start = before.content.findDiffStart(after.content);
  const end = before.content.findDiffEnd(after.content);
  if (start === null || end === null) return range;
  const to = Math.max(start, end.b);
  return { from: Math.min(start, range?.from ?? start), to: Math.max(to, range?.to ?? to) };
}

/**
 * The steps to another document that leave a composed word as it is, so that it can be composed on;
 * null if the other document does not have the word. The later step comes first: then changes of the
 * word concern neither, and both can be mapped through them.
 */
function stepsAround(state: EditorState, { from, to }: Range, other: Node): readonly Step[] | null {
  const word = state.doc.textBetween(from, to, '\n');
  const at = word === '' ? null : closestTo(from, word, other);
  if (at === null) return null;
  const { tr } = state;
  const end = at + word.length;
  tr.replace(to, state.doc.content.size, other.slice(end, other.content.size));
  tr.replace(0, from, other.slice(0, at));
  const isSame = tr.doc.textContent.toLowerCase() === other.textContent.toLowerCase();
  return isSame ? tr.steps : null;
}

/** The position of a word, in any case, that is closest to another position; null if there is none. */
function closestTo(position: number, word: string, doc: Node): number | null {
  let closest: number | null = null;
  const wanted = word.toLowerCase();
  doc.descendants((node, start) => {
    if (!node.isTextblock) return;
    const text = node.textBetween(0, node.content.size, '\n', '\n').toLowerCase();
    for (let index = text.indexOf(wanted); index !== -1; index = text.indexOf(wanted, index + 1)) {
      const found = start + 1 + index;
      if (closest === null || Math.abs(found - position) < Math.abs(closest - position))
        closest = found;
    }
  });
  return closest;
}

/** The steps to another document, which leave equal text around the difference as it is. */
function stepsTo(state: EditorState, to: Node): readonly Step[] {
  const { content } = state.doc;
  const start = content.findDiffStart(to.content);
  const end = content.findDiffEnd(to.content);
  if (start === null || end === null) return [];
  // In "aa", after "a", the equal start and the equal end overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const slice = to.slice(start, end.b + overlap);
  const { doc, steps } = state.tr.replace(start, end.a + overlap, slice);
  return doc.eq(to) ? steps : state.tr.replaceWith(0, content.size, to.content).steps;
}
