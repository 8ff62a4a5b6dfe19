import {
  type Editor,
  inputError,
  type Kit,
  richTextSchema,
  type TextAlign,
  textStyleOf,
} from '@cobble/engine';
import { computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { closeHistory } from 'prosemirror-history';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { EditorState, Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { checkEditor } from '../checkEditorProp.ts';
import { activeStyleOf } from './activeStyle.ts';
import { applyTextStyle } from './applyTextStyle.ts';
import { linkAround, wordAround } from './linkAround.ts';
import { focusView, readSelection } from './readSelection.ts';
import { closeStep, keepStaged, revertStaged, stageStyle } from './stagedStyle.ts';
import { checkTextStylePatch, patchedMarks, patchRange } from './TextStylePatch.ts';
import type { ActiveTextStyle, HeadingLevel, TextStylePatch } from './TextStylePatch.ts';

const sessions = observable.map<Editor<Kit>, TextEditingSession>([], { deep: false });

/**
 * The text editing session on an editor's canvas, or null; observable.
 *
 * @throws CobbleError `input_invalid` (details: `path`) unless given an editor
 */
export function textEditingSessionOf(editor: Editor<Kit>): TextEditingSession | null {
  checkEditor(editor);
  return sessions.get(editor) ?? null;
}

/**
 * Text editing of one block on a canvas. A toolbar reads `active` and calls the commands, which act
 * on the selected text and return the focus to it. Buttons and notes have plain text: there the
 * commands change the whole text, and commands that need rich text do nothing.
 */
export class TextEditingSession {
  readonly editor: Editor;
  readonly uuid: string;
  /** Whether parts of the text can be styled. */
  readonly isRich: boolean;
  state: EditorState;
  readonly #view: EditorView;

  constructor(editor: Editor, uuid: string, view: EditorView) {
    this.editor = editor;
    this.uuid = uuid;
    this.#view = view;
    this.state = view.state;
    this.isRich = view.state.schema === richTextSchema;
    makeObservable(this, { state: observableRef, active: computed });
  }

  /**
   * Publishes the session through {@link textEditingSessionOf}. Returns a function that ends it.
   */
  register(): () => void {
    runInAction(() => sessions.set(this.editor, this));
    return () => {
      if (sessions.get(this.editor) === this) runInAction(() => sessions.delete(this.editor));
    };
  }

  /** Must be called after each transaction. */
  stateChanged(state: EditorState): void {
    runInAction(() => (this.state = state));
  }

  /**
   * Updates the state with the selection in the browser, which reports a change of it in a later
   * task. All commands call this. Must be called before the focus leaves the text because of a key.
   */
  readSelection(): void {
    readSelection(this.#view);
  }

  /** The style of the selected text; null if the block no longer exists. */
  get active(): ActiveTextStyle | null {
    const block = this.editor.blocks.get(this.uuid);
    const base = block && textStyleOf(block, this.editor.fields.settings.referenceWidth);
    return base ? activeStyleOf(this.state, base) : null;
  }

  toggleBold(): void {
    this.readSelection();
    this.apply({ bold: !this.active?.bold });
  }

  toggleItalic(): void {
    this.readSelection();
    this.apply({ italic: !this.active?.italic });
  }

  toggleUnderline(): void {
    this.readSelection();
    this.apply({ underline: !this.active?.underline });
  }

  toggleStrikethrough(): void {
    this.readSelection();
    this.apply({ strikethrough: !this.active?.strikethrough });
  }

  setColor(color: string): void {
    this.apply({ color });
  }

  setFontFamily(family: string): void {
    this.apply({ family });
  }

  /** @param sizePx px at the reference width */
  setFontSize(sizePx: number): void {
    this.apply({ sizePx });
  }

  /** @param lineHeight a ratio of the font size */
  setLineHeight(lineHeight: number): void {
    this.apply({ lineHeight });
  }

  setAlign(align: TextAlign): void {
    this.apply({ align });
  }

  /** @param heading 1 to 4, or 0 for a paragraph */
  setHeading(heading: HeadingLevel): void {
    this.apply({ heading });
  }

  /**
   * Sets a link on the selected text, or else on the whole link or the word at the caret; where
   * there is none, inserts the address as its text. null removes the link.
   */
  setLink(link: TextStylePatch['link']): void {
    this.apply({ link: link ?? null });
  }

  /**
   * Applies a patch like {@link apply}, but without focusing the text, in place of the one that the
   * previous call has applied: each call takes that back, and null only does so. Nothing can be
   * undone or redone of this until the patch is kept, by {@link keepStaged} or before the next change
   * that a user or a command makes in the text. Does nothing in plain text, after the session, and
   * once the block is gone.
   *
   * @throws CobbleError `input_invalid` (details: `path`) for a misspelt style, and for one of the
   *   wrong type or that no text can have
   */
  stage(patch: TextStylePatch | null): void {
    if (patch) checkTextStylePatch(patch);
    if (!this.isRich || this.#isOver) return;
    this.readSelection();
    revertStaged(this.#view);
    if (patch) stageStyle(this.#view, richChange(this.#view.state, patch));
  }

  /** Keeps what {@link stage} has applied, as a step of its own for undo. */
  keepStaged(): void {
    if (this.#isOver) return;
    this.readSelection();
    keepStaged(this.#view);
  }

  /**
   * Turns paragraphs into a list, or back.
   *
   * @throws CobbleError `input_invalid` (details: `path`) for another kind
   */
  toggleList(kind: 'bullet' | 'ordered'): void {
    if (!['bullet', 'ordered'].includes(kind))
      throw inputError('kind', 'must be bullet or ordered');
    if (!this.isRich) return;
    this.readSelection();
    keepStaged(this.#view);
    const { bullet_list: bullet, ordered_list: ordered, list_item: item } = richTextSchema.nodes;
    const type = kind === 'bullet' ? bullet : ordered;
    const { dispatch } = this.#view;
    const send = dispatch.bind(this.#view);
    const current = this.active?.list;
    if (current) liftListItem(item)(this.#view.state, send);
    if (current !== kind) wrapInList(type)(this.#view.state, send);
    focusView(this.#view);
  }

  /**
   * Applies a patch to the selection. With an empty selection, alignment and headings apply to the
   * block at the caret, marks to the text typed next, and a patch with a link as for {@link setLink}.
   *
   * @throws CobbleError `input_invalid` (details: `path`) for a misspelt style, and for one of the
   *   wrong type or that no text can have
   */
  apply(patch: TextStylePatch): void {
    checkTextStylePatch(patch);
    this.readSelection();
    if (this.isRich) this.#applyRich(patch);
    else applyTextStyle(this.editor, [this.uuid], patch);
    focusView(this.#view);
  }

  /** Whether there is no text any more; the view may exist a little longer than the block. */
  get #isOver(): boolean {
    return this.#view.isDestroyed || !this.editor.blocks.has(this.uuid);
  }

  #applyRich(patch: TextStylePatch): void {
    keepStaged(this.#view);
    this.#view.dispatch(richChange(this.#view.state, patch));
    // Text typed right after an inserted address would be undone with it.
    if (patch.link) closeStep(this.#view);
  }
}

/** The change of a rich text by a patch; see {@link TextEditingSession.apply}. */
function richChange(state: EditorState, patch: TextStylePatch): Transaction {
  const { empty, from, to, $from } = state.selection;
  if (empty && patch.link !== undefined) return changeLinkAtCursor(state, patch).scrollIntoView();
  const transaction = patchRange(state.tr, from, to, patch);
  if (empty) transaction.setStoredMarks(patchedMarks(state.storedMarks ?? $from.marks(), patch));
  return transaction.scrollIntoView();
}

/** Applies a patch with a link to the link or word at the caret, or to the inserted address. */
function changeLinkAtCursor(state: EditorState, patch: TextStylePatch): Transaction {
  const { $from, from } = state.selection;
  let range = linkAround(state);
  if (range[0] === range[1] && patch.link) range = wordAround(state);
  if (range[0] < range[1] || !patch.link) return patchRange(state.tr, ...range, patch);
  // Where it follows typed text, undoing the link would undo that, too.
  const transaction = closeHistory(state.tr);
  const address = patch.link.href.replace(/^(?:mailto|tel):/i, '');
  const marks = state.storedMarks ?? $from.marks();
  transaction.replaceSelectionWith(richTextSchema.text(address, marks), false);
  return patchRange(transaction, from, from + address.length, patch);
}
