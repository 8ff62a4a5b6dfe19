import { EditorState, Selection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type DescriptionContext, typeName } from '../accessibility/describeBlock.ts';
import { selectAllText, textEditingPlugins } from './textEditingPlugins.ts';
import { pasteProps } from '../paste/pasteProps.ts';
import { focusView } from './readSelection.ts';
import { TextBinding, textDocOf } from './TextBinding.ts';
import { TextEditingSession } from './TextEditingSession.ts';

/** Matches on devices with only a touch screen, which rarely have a key for Escape [AY6]. */
export const TOUCH_ONLY = '(any-pointer: coarse) and (not (any-pointer: fine))';

/**
 * Mounts ProseMirror in an element and connects it to the editor: typed text goes to the
 * in-progress copy, and a text that a host sets there is shown. Places the caret at the point
 * `at`, or selects everything if that is null or not in the text.
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
  const block = editor.blocks.get(uuid);
  const doc = textDocOf(block);
  if (!doc || !block) return null;
  const isRich = block.type === 'text';
  const { lang } = editor.fields.settings;
  const leave = (): void => {
    editor.dispatch({ type: 'keydown', key: 'Escape' });
  };
  let binding: TextBinding | null = null;
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
        const { state, transactions } = before.applyTransaction(transaction);
        view.updateState(state);
        if (transaction.docChanged && binding?.write(before, transactions, state) === false)
          // Unless a listener has set another text, which is shown now.
          if (view.state === state) view.updateState(before);
        session?.stateChanged(view.state);
      },
    },
  );
  binding = new TextBinding(editor, uuid, view);
  session = new TextEditingSession(editor, uuid, view);
  const disconnect = binding.connect();
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
    disconnect();
    view.destroy();
  };
}
