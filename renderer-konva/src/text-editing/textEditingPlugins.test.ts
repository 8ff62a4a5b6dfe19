import { createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import type { EditorView } from 'prosemirror-view';
import { BareTextView } from '../testing/BareTextView.ts';

/** What the keymap of ProseMirror takes for a Mac, also in Node. */
const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** A text that is edited. `press` returns whether a plugin has handled the key. */
function edit() {
  const editor = createEditor({ page: createPage() });
  const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
  editor.startTextEditing(uuid);
  const view = new BareTextView(editor, uuid);
  const press = (key: string, isShifted: boolean): boolean => {
    const modifiers = { ctrlKey: !isMac, metaKey: isMac, shiftKey: isShifted, altKey: false };
    const keyCode = key.toUpperCase().charCodeAt(0);
    const event: unknown = { key, keyCode, ...modifiers };
    const given: unknown = { state: view.state, dispatch: view.dispatch.bind(view) };
    return view.state.plugins.some(
      (plugin) =>
        plugin.props.handleKeyDown?.call(plugin, given as EditorView, event as KeyboardEvent) ===
        true,
    );
  };
  return { view, press };
}

describe('the keys of an edited text', () => {
  it('never undo with Ctrl+Shift+Z when there is nothing to redo, whether Caps Lock or a Mac makes its letter small [KB2]', () => {
    for (const key of ['z', 'Z']) {
      const { view, press } = edit();
      view.dispatch(view.state.tr.insertText('typed'));
      const { doc } = view.state;
      expect(press(key, true), key).to.equal(true);
      expect(view.state.doc.eq(doc), key).to.equal(true);
      press(key, false);
      expect(view.state.doc.eq(doc), key).to.equal(false);
      press(key, true);
      expect(view.state.doc.eq(doc), key).to.equal(true);
    }
  });
});
