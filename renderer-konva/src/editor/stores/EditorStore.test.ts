import {
  ALL_PERMISSIONS,
  createEditor,
  type Editor,
  type Permissions,
  SAMPLE_PERMISSIONS,
  VIEW_ONLY,
} from '@cobble/engine';
import { expect } from 'chai';
import { autorun } from 'mobx';
import { AutosaveStore } from '../autosave/AutosaveStore.ts';
import { translateEnglish } from '../messages/i18n.ts';
import type { PublishingService, UploadedImage } from '../services/EditorServices.ts';
import { testPage } from '../testing/testPage.ts';
import { EditorStore, type InterfaceMode } from './EditorStore.ts';

function initialMode(permissions: Permissions, mode?: InterfaceMode): InterfaceMode {
  const store = new EditorStore({
    editor: createEditor({ page: testPage(), permissions }),
    services: { notify: () => undefined },
    t: translateEnglish,
    autosave: new AutosaveStore({ storage: null, now: () => 0, onProblem: () => undefined }),
    ...(mode === undefined ? {} : { mode }),
  });
  return store.mode;
}

describe('EditorStore', () => {
  it('opens in the mode that the host chooses, by default editing', () => {
    expect(initialMode(ALL_PERMISSIONS)).to.equal('editing');
    expect(initialMode(ALL_PERMISSIONS, 'previewing')).to.equal('previewing');
  });

  it('shows the preview while editing is forbidden, says so, and then returns to editing [ED17]', () => {
    const notices: string[] = [];
    const editor = createEditor({ page: testPage() });
    const store = new EditorStore({
      editor,
      services: { notify: (notice) => notices.push(notice), preview: () => () => undefined },
      t: translateEnglish,
      autosave: new AutosaveStore({ storage: null, now: () => 0, onProblem: () => undefined }),
    });
    const added = editor.add({ type: 'text' });
    const uuid = added.ok ? (added.value[0] ?? '') : '';
    editor.startTextEditing(uuid);
    editor.setEditedText('Typed');
    editor.configure({ permissions: VIEW_ONLY });
    expect(store.mode).to.equal('previewing');
    expect(JSON.stringify(editor.stablePage.things[uuid])).to.include('Typed');
    expect(notices).to.eql(["You don't have permission to edit this page."]);
    store.setMode('editing');
    expect(store.mode).to.equal('previewing');
    editor.configure({ permissions: ALL_PERMISSIONS });
    expect(store.mode).to.equal('editing');
    store.setMode('previewing');
    editor.configure({ permissions: VIEW_ONLY });
    editor.configure({ permissions: ALL_PERMISSIONS });
    expect([store.mode, notices.length]).to.eql(['previewing', 1]);
    store.dispose();
  });

  it('says that an edited text is too long for its block, not only that it is refused [TX7]', () => {
    const notices: string[] = [];
    const editor = createEditor({ page: testPage() });
    const store = new EditorStore({
      editor,
      services: {
        notify: (notice) => {
          notices.push(notice);
        },
      },
      t: translateEnglish,
      autosave: new AutosaveStore({ storage: null, now: () => 0, onProblem: () => undefined }),
    });
    const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
    editor.startTextEditing(uuid);
    editor.setEditedText('x'.repeat(100_001));
    expect(notices).to.eql(['This text is too long for one block. Split it into several blocks.']);
    store.dispose();
  });

  it('stores changes in the browser only for users who may publish them [PB7]', () => {
    for (const [permissions, isStored] of [
      [ALL_PERMISSIONS, true],
      [SAMPLE_PERMISSIONS, false],
    ] as const) {
      const stored: string[] = [];
      const editor = createEditor({ page: testPage(), permissions });
      const autosave = new AutosaveStore({
        storage: {
          getItem: () => null,
          setItem: (key) => stored.push(key),
          removeItem: () => undefined,
        },
        now: () => 0,
        onProblem: () => undefined,
      });
      const services = { notify: () => undefined };
      const store = new EditorStore({ editor, services, t: translateEnglish, autosave });
      expect(editor.add({ type: 'shape' }).ok).to.equal(true);
      autosave.flush();
      expect(stored.length > 0).to.equal(isStored);
      expect(store.keepsChanges).to.equal(isStored);
      store.dispose();
    }
  });

  it('stores an image at once when its upload ends, even if its block is locked [UL5]', async () => {
    const stored: string[] = [];
    const editor = createEditor({ page: testPage() });
    const autosave = new AutosaveStore({
      storage: {
        getItem: () => null,
        setItem: (_, text) => stored.push(text),
        removeItem: () => undefined,
      },
      now: () => 0,
      onProblem: () => undefined,
    });
    let finish = (_: UploadedImage): void => undefined;
    const store = new EditorStore({
      editor,
      services: {
        notify: () => undefined,
        uploads: { maxMb: 5, upload: () => new Promise((resolve) => (finish = resolve)) },
      },
      t: translateEnglish,
      autosave,
      measureImage: () => Promise.resolve({ width: 40, height: 20 }),
    });
    const seen: boolean[] = [];
    const stop = autorun(() => seen.push(store.storablePage !== null));
    const photo = new File(['pixels'], 'photo.png', { type: 'image/png' });
    const adding = store.uploads.add([photo], { x: 0.5, y: 0.5 });
    await Promise.resolve();
    await Promise.resolve();
    editor.update([...editor.selection], { locked: true });
    finish({ url: '/assets/abc.webp', width: 40, height: 20 });
    await adding;
    autosave.flush();
    expect(seen.at(-1)).to.equal(true);
    expect(stored.at(-1)).to.include('/assets/abc.webp');
    stop();
    store.dispose();
  });

  it('knows the changes of the same editor when the component mounts again: it warns of leaving them, and does not offer them [PB7, PB9]', () => {
    const copies = new Map<string, string>();
    const publishing: PublishingService = {
      publicUrl: () => 'https://wren.example/',
      publish: () => Promise.reject(new Error('published')),
      loadLatest: () => Promise.reject(new Error('loaded')),
    };
    const mount = (editor: Editor) => {
      const autosave = new AutosaveStore({
        storage: {
          getItem: (key) => copies.get(key) ?? null,
          setItem: (key, text) => copies.set(key, text),
          removeItem: (key) => copies.delete(key),
        },
        now: Date.now,
        onProblem: () => undefined,
      });
      const services = { notify: () => undefined, publishing };
      return new EditorStore({ editor, services, t: translateEnglish, autosave });
    };
    const stateOf = (store: EditorStore) => [store.isRecovering, store.hasUnsavedChanges];
    const remount = (store: EditorStore) => {
      store.dispose();
      return mount(store.editor);
    };
    const first = mount(createEditor({ page: testPage() }));
    first.editor.add({ type: 'shape' });
    const again = remount(first);
    expect(stateOf(again)).to.eql([false, true]);
    again.editor.undo();
    expect(remount(again).isRecovering).to.equal(false);
    again.editor.redo();
    again.autosave.flush();

    const reloaded = mount(createEditor({ page: testPage() }));
    expect(stateOf(reloaded)).to.eql([true, false]);
    const twice = remount(reloaded);
    expect(stateOf(twice)).to.eql([true, false]);
    twice.recover();
    expect(stateOf(twice)).to.eql([false, true]);
    expect(stateOf(remount(twice))).to.eql([false, true]);
  });

  it('keeps a drawing that exceeds the block limit when Preview or Publish is pressed [M6]', async () => {
    const notices: string[] = [];
    const editor = createEditor({ page: testPage(), maxBlocks: 2 });
    const store = new EditorStore({
      editor,
      services: {
        notify: (notice) => {
          notices.push(notice);
        },
        preview: () => () => undefined,
        publishing: {
          publicUrl: () => 'https://wren.example/',
          publish: () => Promise.reject(new Error('published without the drawing')),
          loadLatest: () => Promise.reject(new Error('loaded')),
        },
      },
      t: translateEnglish,
      autosave: new AutosaveStore({ storage: null, now: () => 0, onProblem: () => undefined }),
    });
    const stroke = (): void => {
      for (const [type, x] of [
        ['pointerdown', 0.2],
        ['pointerup', 0.4],
      ] as const)
        editor.dispatch({ type, x, y: 0.2, pxPerUnit: 600 });
    };
    editor.startDrawing();
    stroke();
    editor.dispatch({ type: 'keydown', key: 'Enter' });
    stroke();
    store.setMode('previewing');
    expect(store.mode).to.equal('editing');
    expect(await store.publishing.publish()).to.equal('refused');
    expect(editor.drawing?.strokes).to.have.length(1);
    const message = "Can't add more than 2 blocks. Remove a block first.";
    expect(notices).to.eql([message, message]);
    store.dispose();
  });

  it('shows the preview, not toolbars without a canvas, to users who may not edit', () => {
    expect(initialMode(VIEW_ONLY)).to.equal('previewing');
    expect(initialMode(VIEW_ONLY, 'editing')).to.equal('previewing');
  });
});
