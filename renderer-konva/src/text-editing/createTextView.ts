import { asBuiltin } from '@cobble/engine';
import { EditorState, Selection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type DescriptionContext, typeName } from '../accessibility/describeBlock.ts';
import { selectAllText, textEditingPlugins } from './textEditingPlugins.ts';
import { pasteProps } from '../paste/pasteProps.ts';
import { focusView } from './readSelection.ts';
import { plainDoc, plainTextOf, richDoc, richTextOf } from './textSchemas.ts';
import { TextEditingSession } from './TextEditingSession.ts';

/** Matches on devices with only a touch screen, which rarely have a key for Escape [AY6]. */
const TOUCH_ONLY = '(any-pointer: coarse) and (not (any-pointer: fine))';

/**
 * Mounts ProseMirror in an element and connects it to the editor: typed text goes to the
 * in-progress copy. Places the cursor at the point `at`, or selects everything if that is null or
 * not in the text.
 *
 * @param at in client px
 * @returns a function that ends the session and removes the view; null when the block has no text
 *   that can be edited
 */
export function createTextView(
  { editor, t }: DescriptionContext,
  uuid: string,
  mount: HTMLElement,
  at: { readonly x: number; readonly y: number } | null,
): (() => void) | null {
  const block = asBuiltin(editor.blocks.get(uuid) ?? { type: '' });
  const doc =
    block?.type === 'text'
      ? richDoc(block.content.text)
      : block?.type === 'rich-button'
        ? plainDoc(block.content.richButtonText.text)
        : block?.type === 'sticky-note'
          ? plainDoc(block.content.stickyNoteText.text)
          : null;
  if (!doc || !block) return null;
  const isRich = block.type === 'text';
  const { lang } = editor.fields.settings;
  const leave = (): void => {
    editor.dispatch({ type: 'keydown', key: 'Escape' });
  };
  /**
   * Writes the text to the block. False if the block cannot have it, for example because it is too
   * long: it would be lost when editing ends.
   */
  const keeps = ({ doc: edited }: EditorState): boolean => {
    const written = editor.setEditedText(isRich ? richTextOf(edited) : plainTextOf(edited));
    return written.ok || written.code !== 'invalid_block';
  };
  let session: TextEditingSession | null = null;
  const view = new EditorView(
    { mount },
    {
      state: EditorState.create({ doc, plugins: textEditingPlugins(isRich, leave) }),
      ...pasteProps(isRich),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        // Screen readers read the content anyway, and a name made from it would not follow edits.
        'aria-label': typeName(t, block),
        ...(matchMedia(TOUCH_ONLY).matches ? {} : { 'aria-description': t('editedTextHint') }),
        spellcheck: 'true',
        // Determines the dictionary, quotation marks and the shapes of shared ideographs.
        ...(lang === undefined ? {} : { lang }),
        autocorrect: 'on',
        autocapitalize: 'sentences',
      },
      dispatchTransaction(transaction) {
        const before = view.state;
        const state = before.apply(transaction);
        view.updateState(state);
        if (transaction.docChanged && !keeps(state)) {
          view.updateState(before);
          return;
        }
        session?.stateChanged(state);
      },
    },
  );
  session = new TextEditingSession(editor, uuid, view);
  const end = session.register();
  focusView(view);
  const position = at && view.posAtCoords({ left: at.x, top: at.y });
  view.dispatch(
    view.state.tr.setSelection(
      position
        ? Selection.near(view.state.doc.resolve(position.pos))
        : selectAllText(view.state.doc),
    ),
  );
  return () => {
    end();
    view.destroy();
  };
}
