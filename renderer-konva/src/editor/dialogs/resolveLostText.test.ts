import { expect } from 'chai';
import { makeEditorStore } from '../testing/makeEditorStore.ts';
import { copyLostText, addLostText } from './resolveLostText.ts';

describe('a text that could not be committed', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');

  afterEach(() => {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  });

  /** A note whose text, "Typed", someone else's lock has discarded. */
  function lose() {
    const { store, notices } = makeEditorStore();
    const { editor } = store;
    const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
    editor.startTextEditing(note);
    editor.setEditedText('Typed');
    editor.setLockedByOthers([note]);
    const text = store.lostTexts.current;
    if (!text) throw new Error('nothing was lost');
    notices.length = 0;
    return { store, notices, text };
  }

  it('stays on offer until it is in the clipboard, because a browser may forbid copying [PB15]', async () => {
    const { store, notices, text } = lose();
    let isAllowed = false;
    const written: string[] = [];
    const writeText = (part: string) => {
      if (!isAllowed) return Promise.reject(new DOMException('no', 'NotAllowedError'));
      written.push(part);
      return Promise.resolve();
    };
    Object.defineProperty(globalThis, 'navigator', {
      value: { clipboard: { writeText } },
      configurable: true,
    });
    await copyLostText(store, text);
    expect([store.lostTexts.current, notices.length]).to.eql([text, 1]);
    isAllowed = true;
    await copyLostText(store, text);
    expect([store.lostTexts.current, written]).to.eql([null, ['Typed']]);
    expect(notices.at(-1)).to.equal('Text copied');
  });

  it('is added to the page with its formatting, and stays on offer if that is refused [PB15]', () => {
    const { store, notices, text } = lose();
    const { editor } = store;
    editor.setLocked(true, [...editor.sectionIds]);
    addLostText(store, text);
    expect([store.lostTexts.current, notices.length]).to.eql([text, 1]);
    editor.setLocked(false, [...editor.sectionIds]);
    addLostText(store, text);
    expect(store.lostTexts.current).to.equal(null);
    const added = [...editor.blocks.values()].filter(({ type }) => type === 'text');
    expect(added.map(({ content }) => content)).to.have.length(1);
    expect(added[0]?.content).to.deep.include({ text: text.rich });
    store.dispose();
  });

  it('keeps the font, size and colour of the block that it was typed in [PR22]', () => {
    const { store } = makeEditorStore();
    const { editor } = store;
    const style = {
      font: 'EB Garamond',
      fontSize: 40,
      color: '#aa3300',
      textAlign: 'center',
    } as const;
    const [heading = ''] = editor.add({ type: 'text', content: style }).unwrap();
    const note = { text: '', font: 'Lora', size: 30, color: '#ffffff' };
    const [dark = ''] = editor
      .add({ type: 'sticky-note', content: { stickyNoteColor: '#000000', stickyNoteText: note } })
      .unwrap();
    for (const uuid of [heading, dark]) {
      editor.startTextEditing(uuid);
      editor.setEditedText('Typed');
      editor.setLockedByOthers([uuid]);
    }
    editor.setLockedByOthers([]);
    const before = new Set(editor.blocks.keys());
    for (const text of store.lostTexts.list) addLostText(store, text);
    const added = [...editor.blocks.values()].filter(({ uuid }) => !before.has(uuid));
    expect(added.map(({ content }) => content)).to.have.length(2);
    expect(added[0]?.content).to.deep.include(style);
    expect(added[1]?.content).to.deep.include({ font: 'Lora', fontSize: 30 });
    // White was for the black note.
    expect(added[1]?.content).not.to.deep.include({ color: '#ffffff' });
    store.dispose();
  });
});
