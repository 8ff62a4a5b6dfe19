import {
  type Editor,
  inputError,
  type Kit,
  richTextSchema,
  type TextAlign,
  textStyleOf,
} from '@cobble/engine';
import { computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { checkEditor } from '../checkEditorProp.ts';
import { activeStyleOf } from './activeStyle.ts';
import { applyTextStyle } from './applyTextStyle.ts';
import { linkAround } from './linkAround.ts';
import { focusView, readSelection } from './readSelection.ts';
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
  /** The document with the staged link; null if there is none. */
  #stagedLink: Node | null = null;

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

  /** Sets a link on the selected text, or on the whole link at the cursor; null removes it. */
  setLink(link: TextStylePatch['link']): void {
    this.apply({ link: link ?? null });
  }

  /**
   * Sets a link like {@link setLink}, but without focusing the text, in place of the one that the
   * previous call has set: each call takes that back, and null only does so. All calls until
   * {@link keepStagedLink} are one step for undo.
   *
   * @throws CobbleError `input_invalid` (details: `path`) for anything but a link or null
   */
  stageLink(link: TextStylePatch['link']): void {
    checkTextStylePatch({ link });
    this.readSelection();
    const view = this.#view;
    if (view.state.doc === this.#stagedLink) undo(view.state, view.dispatch.bind(view));
    const { doc } = view.state;
    if (link && this.isRich) this.#applyRich({ link });
    this.#stagedLink = view.state.doc === doc ? null : view.state.doc;
  }

  /** Keeps the link that {@link stageLink} has set. */
  keepStagedLink(): void {
    this.#stagedLink = null;
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
   * block at the cursor, marks to the text typed next, and a patch with a link to the whole link.
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

  #applyRich(patch: TextStylePatch): void {
    const { state } = this.#view;
    const { empty, $from } = state.selection;
    let { from, to } = state.selection;
    if (empty && patch.link !== undefined) [from, to] = linkAround(state);
    const transaction = patchRange(state.tr, from, to, patch);
    if (empty && patch.link === undefined)
      transaction.setStoredMarks(patchedMarks(state.storedMarks ?? $from.marks(), patch));
    this.#view.dispatch(transaction.scrollIntoView());
  }
}
