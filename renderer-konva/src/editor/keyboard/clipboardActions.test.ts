import { expect } from 'chai';
import { makeEditorStore } from '../testing/makeEditorStore.ts';
import { copySelection } from './clipboardActions.ts';

describe('cutting from a menu', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const written: ClipboardItems[] = [];
  let whileAsked: () => void = () => undefined;

  beforeEach(() => {
    written.length = 0;
    const write = (items: ClipboardItems) => {
      written.push(items);
      whileAsked();
      return Promise.resolve();
    };
    Object.defineProperty(globalThis, 'navigator', {
      value: { clipboard: { write } },
      configurable: true,
    });
    Reflect.set(globalThis, 'ClipboardItem', Object);
  });

  afterEach(() => {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
    Reflect.deleteProperty(globalThis, 'ClipboardItem');
  });

  /** An editor with two shapes, the first of them selected. */
  function twoShapes() {
    const { store, notices } = makeEditorStore();
    const added = store.editor.add([{ type: 'shape' }, { type: 'shape' }]);
    const [first = '', second = ''] = added.ok ? added.value : [];
    store.editor.select([first]);
    return { store, notices, first, second };
  }

  it('removes the blocks that were copied, which one undo brings back', async () => {
    const { store, notices, first, second } = twoShapes();
    whileAsked = () => undefined;
    await copySelection(store, 'cut');
    expect(notices).to.eql(['1 block cut']);
    expect([first, second].map((uuid) => store.editor.blocks.has(uuid))).to.eql([false, true]);
    store.editor.undo();
    expect(store.editor.blocks.has(first)).to.equal(true);
  });

  it('removes nothing that is not in the clipboard when the selection changes meanwhile', async () => {
    const { store, notices, first, second } = twoShapes();
    whileAsked = () => {
      store.editor.select([second]);
    };
    await copySelection(store, 'cut');
    expect([first, second].map((uuid) => store.editor.blocks.has(uuid))).to.eql([true, true]);
    expect(written).to.have.length(1);
    expect(notices).to.eql(['1 block copied']);
  });
});
