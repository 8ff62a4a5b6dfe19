import {
  ALL_PERMISSIONS,
  createEditor,
  type Editor,
  type Permissions,
  refuse,
  SAMPLE_PERMISSIONS,
  VIEW_ONLY,
} from '@cobble/engine';
import { expect } from 'chai';
import { autorun } from 'mobx';
import { translateEnglish } from '../messages/i18n.ts';
import { ServiceError } from '../services/ServiceError.ts';
import type { PublishingService, UploadedImage } from '../services/EditorServices.ts';
import { noAutosave, TestBrowser, type TestTab, until } from '../testing/TestBrowser.ts';
import { testPage } from '../testing/testPage.ts';
import { loadNewer } from '../dialogs/resolveConflict.ts';
import { addLostText } from '../dialogs/resolveLostText.ts';
import { createStaged } from '../components/useStaged.ts';
import { EditorStore, type InterfaceMode } from './EditorStore.ts';
import { hasOwnChanges } from './hasOwnChanges.ts';

const LATER = '2030-01-01T00:00:00.000Z';

function initialMode(permissions: Permissions, mode?: InterfaceMode): InterfaceMode {
  const store = new EditorStore({
    editor: createEditor({ page: testPage(), permissions }),
    services: { notify: () => undefined },
    t: translateEnglish,
    autosave: noAutosave(),
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
      autosave: noAutosave(),
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
      autosave: noAutosave(),
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
      const browser = new TestBrowser();
      const editor = createEditor({ page: testPage(), permissions });
      const autosave = browser.open().autosave(editor);
      const services = { notify: () => undefined };
      const store = new EditorStore({ editor, services, t: translateEnglish, autosave });
      expect(editor.add({ type: 'shape' }).ok).to.equal(true);
      autosave.flush();
      expect(browser.items.size > 0).to.equal(isStored);
      expect(store.keepsChanges).to.equal(isStored);
      store.dispose();
    }
  });

  it('asks before an image that waits for the server is lost, undoes it first, and uploads nothing once the page is left [PB9, UL7, UL8]', async () => {
    for (const leave of ['undo', 'discard'] as const) {
      const editor = createEditor({ page: testPage() });
      const content = { url: '/assets/old.webp', naturalWidth: 4, naturalHeight: 2 };
      const [uuid = ''] = editor.add({ type: 'image', content }).unwrap();
      editor.markPublished({});
      const signals: AbortSignal[] = [];
      const publishing = { publicUrl: () => '' } as unknown as PublishingService;
      const store = new EditorStore({
        editor,
        services: {
          notify: () => undefined,
          publishing,
          uploads: {
            maxMb: 5,
            upload: (_, { signal }) => {
              signals.push(signal);
              return new Promise(() => undefined);
            },
          },
        },
        t: translateEnglish,
        autosave: noAutosave(),
        measureImage: () => Promise.resolve({ width: 4, height: 2 }),
      });
      expect(store.hasUnsavedChanges).to.equal(false);
      void store.uploads.replace(uuid, [new File(['x'], 'a.png', { type: 'image/png' })]);
      await until(() => signals.length === 1);
      expect([store.unsavedWork, store.undoesUpload]).to.eql(['image', true]);
      if (leave === 'undo') store.undo();
      else store.discardChanges();
      expect([store.hasUnsavedChanges, signals[0]?.aborted]).to.eql([false, true]);
      expect(editor.blocks.has(uuid), 'older than the upload').to.equal(true);
      store.dispose();
    }
  });

  it('stores an image at once when its upload ends, even if its block is locked [UL5]', async () => {
    const browser = new TestBrowser();
    const editor = createEditor({ page: testPage() });
    const autosave = browser.open().autosave(editor);
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
    expect([...browser.items.values()].join()).to.include('/assets/abc.webp');
    stop();
    store.dispose();
  });

  describe('with local copies', () => {
    const publishing: PublishingService = {
      publicUrl: () => 'https://wren.example/',
      publish: ({ revision }) => Promise.resolve({ revision: revision + 1, updatedAt: LATER }),
      loadLatest: () => Promise.reject(new Error('loaded')),
    };
    const mount = (
      tab: TestTab,
      editor: Editor = createEditor({ page: testPage() }),
      uncommittedDelayMs = 0,
    ) => {
      const autosave = tab.autosave(editor);
      const services = { notify: () => undefined, publishing };
      const t = translateEnglish;
      return new EditorStore({ editor, services, t, autosave, uncommittedDelayMs });
    };
    const copies = (browser: TestBrowser) => [...browser.items.values()].join();
    const typed = async (browser: TestBrowser, { editor }: EditorStore, text: string) => {
      editor.setEditedText(text);
      await until(() => copies(browser).includes(text));
    };
    const stateOf = async (store: EditorStore) => {
      await until(() => !store.isSearchingCopies);
      return [store.isRecovering, store.hasUnsavedChanges];
    };
    const remount = (tab: TestTab, store: EditorStore) => {
      store.dispose();
      return mount(tab, store.editor);
    };
    const crashedWith = (browser: TestBrowser, title: string, page = testPage()) => {
      const tab = browser.open();
      const store = mount(tab, createEditor({ page }));
      store.editor.updatePage({ settings: { title } });
      store.autosave.flush();
      tab.crash();
    };

    const drawStroke = (editor: Editor, y: number): void => {
      for (const [type, x] of [
        ['pointerdown', 0.2],
        ['pointermove', 0.3],
        ['pointerup', 0.4],
      ] as const)
        editor.dispatch({ type, x, y, pxPerUnit: 600 });
    };

    it('knows the changes of the same editor when the component mounts again: it warns before the user leaves them, and does not offer them [PB7, PB9]', async () => {
      const browser = new TestBrowser();
      const tab = browser.open();
      const first = mount(tab);
      first.editor.add({ type: 'shape' });
      const again = remount(tab, first);
      expect(await stateOf(again)).to.eql([false, true]);
      again.editor.undo();
      const undone = remount(tab, again);
      expect((await stateOf(undone))[0]).to.equal(false);
      undone.editor.redo();
      undone.autosave.flush();
      expect(browser.items.size).to.equal(1);
      tab.crash();

      const next = browser.open();
      const reloaded = mount(next);
      expect(reloaded.isSearchingCopies).to.equal(true);
      expect(await stateOf(reloaded)).to.eql([true, false]);
      const twice = remount(next, reloaded);
      expect(await stateOf(twice)).to.eql([true, false]);
      twice.recover();
      expect(await stateOf(twice)).to.eql([false, true]);
      expect(await stateOf(remount(next, twice))).to.eql([false, true]);
    });

    it('does not offer the text that is being typed when the component mounts again, not even if it is the first edit [PB7]', async () => {
      const browser = new TestBrowser();
      const tab = browser.open();
      const first = mount(tab);
      const [uuid = ''] = [...first.editor.blocks.keys()];
      first.editor.begin();
      first.editor.add({ type: 'text', uuid: 'new', parentUuid: uuid }).unwrap();
      first.editor.startTextEditing('new');
      await typed(browser, first, 'First words');
      const again = remount(tab, first);
      expect(await stateOf(again)).to.eql([false, true]);
      await typed(browser, again, 'First words, and more');
      expect(browser.items.size).to.equal(1);
      again.dispose();
    });

    it('does not offer the strokes that are being drawn when the component mounts again, not even if they are the first edit [PB7]', async () => {
      const browser = new TestBrowser();
      const tab = browser.open();
      const first = mount(tab);
      first.editor.startDrawing();
      drawStroke(first.editor, 0.1);
      await until(() => copies(browser).includes('drawingPaths'));
      const again = remount(tab, first);
      expect(await stateOf(again)).to.eql([false, true]);
      again.dispose();
    });

    it('keeps text that is still being typed when the browser crashes, for the next tab [PB7]', async () => {
      const browser = new TestBrowser();
      const tab = browser.open();
      const store = mount(tab);
      const { editor } = store;
      editor.begin();
      const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
      editor.startTextEditing(uuid);
      await typed(browser, store, 'First words');
      await typed(browser, store, 'First words, and more');
      const [section] = [...editor.blocks.values()];
      if (!section) throw new Error('no section');
      const to = { ...section, properties: { ...section.properties, htmlId: 'theirs' } };
      editor.applyRemote({ added: {}, updated: { [section.uuid]: [section, to] }, removed: {} });
      await until(() => copies(browser).includes('theirs') && copies(browser).includes('and more'));
      expect(editor.stablePage.things[uuid], 'uncommitted').to.equal(undefined);
      tab.crash();
      const next = mount(browser.open());
      expect(await stateOf(next)).to.eql([true, false]);
      next.recover();
      expect(JSON.stringify(next.editor.page.things[uuid])).to.include('First words, and more');
      next.dispose();
    });

    it('keeps nothing of a text whose editing is cancelled: no copy if there was none, otherwise the one from before [PB7]', async () => {
      const browser = new TestBrowser();
      const tab = browser.open();
      const first = mount(tab);
      const { editor } = first;
      const cancelled = async (store: EditorStore, text: string) => {
        editor.begin();
        const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
        editor.startTextEditing(uuid);
        await typed(browser, store, text);
        return () => {
          editor.cancel();
          expect(editor.isInProgress).to.equal(false);
        };
      };
      (await cancelled(first, 'Never mind'))();
      await until(() => browser.items.size === 0);
      const cancel = await cancelled(first, 'Never mind either');
      const store = remount(tab, first);
      expect(store.isRecovering || store.isSearchingCopies).to.equal(false);
      cancel();
      store.saveNow();
      expect(copies(browser)).to.not.include('Never mind');
      editor.updatePage({ settings: { title: 'Kept' } });
      await until(() => browser.titles.includes('Kept'));
      (await cancelled(store, 'Nor this'))();
      await until(() => !copies(browser).includes('Nor this'));
      expect(browser.titles).to.eql(['Kept']);
      store.dispose();
    });

    it('keeps the finished strokes of a drawing that is still being drawn when the browser crashes, and asks before the user leaves them [PB7, PB9]', async () => {
      const browser = new TestBrowser();
      const tab = browser.open();
      const store = mount(tab);
      const { editor } = store;
      const stroke = (y: number) => drawStroke(editor, y);
      editor.startDrawing();
      expect(store.hasUnsavedChanges).to.equal(false);
      stroke(0.1);
      expect(store.hasUnsavedChanges).to.equal(true);
      await until(() => copies(browser).includes('drawingPaths'));
      editor.undo();
      expect(store.hasUnsavedChanges).to.equal(false);
      await until(() => browser.items.size === 0);
      stroke(0.1);
      stroke(0.2);
      await until(() => copies(browser).includes('drawingPaths'));
      expect(editor.drawing?.strokes).to.have.length(2);
      expect(Object.keys(editor.page.things), 'uncommitted').to.eql(Object.keys(testPage().things));
      const expected = createEditor({ page: editor.page });
      tab.crash();
      const next = mount(browser.open());
      await stateOf(next);
      next.recover();
      editor.stopDrawing();
      const drawingOf = ({ blocks }: Editor) =>
        [...blocks.values()].find(({ type }) => type === 'drawing');
      const [kept, recovered] = [drawingOf(editor), drawingOf(next.editor)];
      expect(recovered).to.be.an('object');
      expect(recovered?.content).to.eql(kept?.content);
      expect(recovered?.position).to.eql(kept?.position);
      expect(expected.blocks.size).to.equal(next.editor.blocks.size - 1);
      next.dispose();
    });

    it('keeps strokes in a locked section, which cannot be added until it is unlocked, when the browser crashes [PB7]', async () => {
      const browser = new TestBrowser();
      const tab = browser.open();
      const { editor } = mount(tab);
      const [section = ''] = editor.sectionIds;
      editor.setLocked(true, section).unwrap();
      await until(() => browser.items.size === 1);
      const { page } = editor;
      editor.startDrawing();
      drawStroke(editor, 0.1);
      expect(editor.commitDrawing()).to.include({ ok: false, code: 'block_locked' });
      await until(() => copies(browser).includes('drawingPaths'));
      tab.crash();
      const next = mount(browser.open());
      await stateOf(next);
      next.recover();
      const added = [...next.editor.blocks.values()].filter(({ uuid }) => !page.things[uuid]);
      expect(added.map(({ type, parentUuid }) => [type, parentUuid])).to.eql([
        ['drawing', section],
      ]);
      expect(next.editor.blocks.get(section)?.locked, 'the section').to.equal(true);
      next.dispose();
    });

    const LOADS: Readonly<Record<string, (store: EditorStore) => void>> = {
      'the user recovers earlier changes': (store) => {
        store.recover();
        expect(store.editor.fields.settings.title).to.equal('Crashed');
      },
      'the host opens another page': ({ editor }) => editor.load({ ...testPage(), ID: 8 }),
      'the host loads the page again': ({ editor }) => editor.load(testPage()),
    };
    for (const [loads, load] of Object.entries(LOADS))
      it(`keeps text and strokes of the last second in a copy when ${loads} [PB7]`, async () => {
        const works: Readonly<Record<string, (editor: Editor) => void>> = {
          'Just typed': (editor) => {
            editor.begin();
            const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
            editor.startTextEditing(uuid);
            editor.setEditedText('Just typed');
          },
          drawingPaths: (editor) => {
            editor.startDrawing();
            drawStroke(editor, 0.1);
          },
        };
        for (const [stored, work] of Object.entries(works)) {
          const browser = new TestBrowser();
          crashedWith(browser, 'Crashed');
          const tab = browser.open();
          const store = mount(tab, createEditor({ page: testPage() }), 60_000);
          await stateOf(store);
          work(store.editor);
          load(store);
          store.editor.updatePage({ settings: { title: 'Changed next' } });
          store.saveNow();
          expect(copies(browser)).to.include(stored);
          tab.crash();
          const next = mount(browser.open());
          await stateOf(next);
          while (next.isRecovering && !JSON.stringify(next.recovery?.page).includes(stored)) {
            next.discardRecovery();
            await stateOf(next);
          }
          expect(next.isRecovering, 'on offer').to.equal(true);
          next.dispose();
          store.dispose();
        }
      });

    it('keeps committed changes when the host loads a page without them, as the next edit would otherwise replace their only copy [PB14]', async () => {
      const browser = new TestBrowser();
      const tab = browser.open();
      const first = mount(tab);
      const setTitle = ({ editor }: EditorStore, title: string) =>
        editor.updatePage({ settings: { title } });
      setTitle(first, 'Mine');
      first.saveNow();
      // Its store did not write the copy itself.
      const store = remount(tab, first);
      store.editor.load(testPage());
      setTitle(store, 'Changed next');
      store.saveNow();
      expect(browser.titles).to.eql(['Changed next', 'Mine']);
      setTitle(store, 'Not stored yet');
      store.editor.load(testPage());
      expect(browser.titles).to.eql(['Mine', 'Not stored yet']);
      tab.crash();

      const next = mount(browser.open());
      await stateOf(next);
      next.recover();
      const { editor } = next;
      editor.load({ ...editor.stablePage, revision: 4 });
      setTitle(next, 'On top of them');
      next.saveNow();
      expect(browser.titles, 'loaded with the changes').to.eql(['Mine', 'On top of them']);
      expect(await next.publish()).to.equal('published');
      editor.load(editor.stablePage);
      expect(browser.titles, 'published').to.eql(['Mine']);
      next.dispose();
    });

    /** Why the text of a note that is being edited cannot be committed. */
    const REFUSALS: Readonly<Record<string, (store: EditorStore, note: string) => unknown>> = {
      'a hook refuses it': ({ editor }) => {
        refuseWith(editor, 'Precious');
        editor.stopTextEditing();
      },
      'a hook refuses it when it is published': (store) => {
        refuseWith(store.editor, 'Precious');
        return store.publish();
      },
      'a hook refuses it when Preview is pressed': (store) => {
        refuseWith(store.editor, 'Precious');
        store.setServices({ ...store.services, preview: () => () => undefined });
        store.setMode('previewing');
        expect(store.mode).to.equal('editing');
      },
      'someone else edits the note': ({ editor }, note) => editor.setLockedByOthers([note]),
      'the host loads the page without it': ({ editor }) => editor.load(testPage()),
    };
    const refuseWith = (editor: Editor, text: string) => {
      editor.onBeforeCommit((change) =>
        JSON.stringify(change).includes(text) ? refuse('change_refused') : null,
      );
    };
    const withLostText = async (tab: TestTab, lose: (typeof REFUSALS)[string]) => {
      const store = mount(tab);
      await stateOf(store);
      const { editor } = store;
      const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
      editor.startTextEditing(note);
      editor.setEditedText('Precious');
      store.saveNow();
      await lose(store, note);
      return store;
    };

    for (const [refused, lose] of Object.entries(REFUSALS))
      it(`asks about a text if ${refused}, keeps it in the copy until the user has answered, and does not publish without it [PB15, E60]`, async () => {
        const browser = new TestBrowser();
        const tab = browser.open();
        const store = await withLostText(tab, lose);
        const asked = store.lostTexts.current;
        expect(asked?.plain).to.equal('Precious');
        expect([store.hasDialog, store.hasUnsavedChanges]).to.eql([true, true]);
        expect(await store.publish()).to.equal('refused');
        store.saveNow();
        store.editor.updatePage({ settings: { title: 'Later' } });
        store.saveNow();
        expect(copies(browser)).to.include('Precious');
        const again = remount(tab, store);
        expect(again.lostTexts.list).to.eql([asked]);
        expect((await stateOf(again))[0], 'its own copy').to.equal(false);
        tab.crash();
        const next = mount(browser.open());
        await stateOf(next);
        next.recover();
        expect(JSON.stringify(next.editor.page.things)).to.include('Precious');
        next.dispose();
      });

    it('forgets a text that could not be committed once the user has discarded it or added it to the page [PB15]', async () => {
      for (const isKept of [true, false]) {
        const browser = new TestBrowser();
        const lose = REFUSALS['someone else edits the note'];
        const store = await withLostText(browser.open(), lose ?? (() => undefined));
        const { editor, lostTexts } = store;
        store.saveNow();
        const asked = lostTexts.current;
        if (!asked) throw new Error('nothing was lost');
        if (isKept) addLostText(store, asked);
        else lostTexts.remove(asked);
        expect([lostTexts.current, store.hasDialog]).to.eql([null, false]);
        const added = [...editor.blocks.values()].filter(({ type }) => type === 'text');
        expect(JSON.stringify(added).split('Precious')).to.have.length(isKept ? 2 : 1);
        await until(() => copies(browser).split('Precious').length === (isKept ? 2 : 1));
        expect(await store.publish()).to.equal('published');
        expect(browser.items.size).to.equal(0);
        store.dispose();
      }
    });

    it('asks again about a text that cannot be added to the page either, and about none after the user has discarded all changes [PB15]', async () => {
      const browser = new TestBrowser();
      const store = await withLostText(
        browser.open(),
        REFUSALS['a hook refuses it'] ?? (() => undefined),
      );
      const asked = store.lostTexts.current;
      if (!asked) throw new Error('nothing was lost');
      addLostText(store, asked);
      expect(store.lostTexts.list).to.have.length(1);
      store.discardChanges();
      store.saveNow();
      expect([store.lostTexts.current, browser.items.size]).to.eql([null, 0]);
      store.dispose();
    });

    it('does not ask about a note that was only being moved when someone else removed it [PB15]', () => {
      const store = mount(new TestBrowser().open());
      const { editor } = store;
      const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
      editor.startTextEditing(note);
      editor.setEditedText('Committed');
      editor.stopTextEditing();
      const reported: string[] = [];
      editor.onRemovedByOthers(({ uuid }) => reported.push(uuid));
      editor.begin();
      editor.stage({ position: { x: 0.3 } }, note).unwrap();
      const block = editor.stablePage.things[note];
      if (!block) throw new Error('no note');
      editor.applyRemote({ added: {}, updated: {}, removed: { [note]: block } });
      editor.commit();
      expect(reported).to.eql([note]);
      expect(store.lostTexts.current).to.equal(null);
      store.dispose();
    });

    it('asks about a text even if an upload ended while it was being edited [PB15]', () => {
      const store = mount(new TestBrowser().open());
      const { editor } = store;
      const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
      const [image = ''] = editor.add({ type: 'image', content: { url: 'blob:x' } }).unwrap();
      editor.startTextEditing(note);
      editor.setEditedText('Precious');
      const stored = { url: '/assets/a.png', naturalWidth: 4, naturalHeight: 4 };
      editor.finishUpload(image, stored).unwrap();
      refuseWith(editor, 'Precious');
      editor.stopTextEditing();
      expect(store.lostTexts.list.map(({ plain }) => plain)).to.eql(['Precious']);
      store.dispose();
    });

    it('asks about a text only on its page, and not if its copy is offered there [PB15]', async () => {
      for (const isPublic of [true, false]) {
        const browser = new TestBrowser();
        const tab = browser.open();
        const page = { ...testPage(), isPublic };
        const store = mount(tab, createEditor({ page }));
        const { editor } = store;
        const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
        editor.startTextEditing(note);
        editor.setEditedText('Precious');
        editor.setLockedByOthers([note]);
        editor.load({ ...page, ID: 8 });
        await stateOf(store);
        expect([store.lostTexts.current, store.isRecovering]).to.eql([null, false]);
        editor.load(page);
        await stateOf(store);
        expect(JSON.stringify(store.recovery ?? '').includes('Precious')).to.equal(isPublic);
        expect(store.lostTexts.list).to.have.length(isPublic ? 0 : 1);
        store.dispose();
      }
    });

    it('keeps an edit that a popup or a tool has in progress, until it is cancelled, and nothing of a drag [PB7]', async () => {
      const browser = new TestBrowser();
      const store = mount(browser.open());
      const { editor } = store;
      const staged = createStaged(editor);
      const setTitle = (title: string) => {
        staged.change(() => editor.updatePage({ settings: { title } }));
      };
      setTitle('Being chosen');
      await until(() => browser.titles.includes('Being chosen'));
      setTitle('Chosen next');
      await until(() => browser.titles.includes('Chosen next'));
      staged.cancel();
      await until(() => browser.items.size === 0);
      const [uuid = ''] = editor
        .add({ type: 'shape', position: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } })
        .unwrap();
      store.saveNow();
      const stored = copies(browser);
      editor.select([uuid]);
      editor.dispatch({ type: 'pointerdown', x: 0.2, y: 0.2, pxPerUnit: 600 });
      editor.dispatch({ type: 'pointermove', x: 0.3, y: 0.3, pxPerUnit: 600 });
      expect([editor.mode.name, editor.isInProgress]).to.eql(['translating', true]);
      store.saveNow();
      expect(copies(browser)).to.equal(stored);
      store.dispose();
    });

    it('knows recovered changes after someone else has changed the page, until they are published [PB9]', async () => {
      const browser = new TestBrowser();
      crashedWith(browser, 'Recovered');
      const tab = browser.open();
      const store = mount(tab);
      await stateOf(store);
      store.recover();
      const { editor } = store;
      const [uuid = ''] = [...editor.blocks.keys()];
      const from = editor.stablePage.things[uuid];
      if (!from) throw new Error('no section');
      const to = { ...from, properties: { ...from.properties, htmlId: 'theirs' } };
      editor.applyRemote({ added: {}, updated: { [uuid]: [from, to] }, removed: {} });
      const again = remount(tab, store);
      expect(await stateOf(again)).to.eql([false, true]);
      expect(await again.publish()).to.equal('published');
      expect(browser.items.size).to.equal(0);
      editor.load(editor.stablePage, { hasPublishableChanges: true });
      expect(await stateOf(remount(tab, again)), "the host's").to.eql([false, false]);
    });

    it('offers the changes of a crashed tab when another has published meanwhile, and asks which version to keep [PB4, PB8]', async () => {
      const browser = new TestBrowser();
      crashedWith(browser, 'Crashed');
      const page = { ...testPage(), revision: 4 };
      const store = mount(browser.open(), createEditor({ page }));
      expect(await stateOf(store)).to.eql([true, false]);
      store.recover();
      expect(store.editor.fields.settings.title).to.equal('Crashed');
      expect([store.dialog, store.editor.fields.revision]).to.eql(['conflict', 3]);
      expect(browser.titles).to.eql(['Crashed']);
    });

    it('knows after a recovery, until a newer version is loaded, that the other was published after the changes, not after the page was opened [PB4]', async () => {
      const browser = new TestBrowser();
      crashedWith(browser, 'Crashed');
      const page = { ...testPage(), revision: 4 };
      const store = mount(browser.open(), createEditor({ page }));
      await stateOf(store);
      expect(store.wasRecoveredOutdated).to.equal(false);
      store.recover();
      expect(store.wasRecoveredOutdated).to.equal(true);
      store.editor.load(page);
      expect(store.wasRecoveredOutdated).to.equal(false);
    });

    it('knows that there are changes that it does not offer to a user who may not publish them [PB19]', async () => {
      const browser = new TestBrowser();
      const openAs = (permissions: Permissions, page = testPage()) =>
        mount(browser.open(), createEditor({ page, permissions }));
      expect(openAs(VIEW_ONLY).hasWithheldChanges()).to.equal(false);
      crashedWith(browser, 'Crashed');
      const store = openAs(VIEW_ONLY);
      expect(store.hasWithheldChanges()).to.equal(true);
      expect(await stateOf(store)).to.eql([false, false]);
      const published = { ...testPage(), settings: { ...testPage().settings, title: 'Crashed' } };
      expect(openAs(VIEW_ONLY, published).hasWithheldChanges()).to.equal(false);
      expect(openAs(VIEW_ONLY, { ...testPage(), ID: 8 }).hasWithheldChanges()).to.equal(false);
      expect(openAs(ALL_PERMISSIONS).hasWithheldChanges()).to.equal(false);
      expect(browser.titles).to.eql(['Crashed']);
    });

    it('publishes only its own changes: a copy on offer stays on offer [PB12]', async () => {
      const browser = new TestBrowser();
      crashedWith(browser, 'Crashed');
      const store = mount(browser.open());
      await stateOf(store);
      store.editor.add({ type: 'shape' });
      await until(() => browser.items.size === 2);
      expect(await store.publish()).to.equal('published');
      expect(browser.titles).to.eql(['Crashed']);
      store.discardChanges();
      expect([store.isRecovering, browser.titles.length]).to.eql([true, 1]);
      store.discardRecovery();
      expect(await stateOf(store)).to.eql([false, false]);
      expect(browser.items.size).to.equal(0);
    });

    it('tells a user who has left while the page was being published that a newer version prevented it, and keeps the copy [PB4, PB18]', async () => {
      const browser = new TestBrowser();
      const notices: string[] = [];
      const editor = createEditor({ page: testPage() });
      let fail: (error: Error) => void = () => undefined;
      const publish = () => new Promise<never>((_, reject) => (fail = reject));
      const store = new EditorStore({
        editor,
        services: {
          notify: (notice) => notices.push(notice),
          publishing: { ...publishing, publish },
        },
        t: translateEnglish,
        autosave: browser.open().autosave(editor),
      });
      editor.updatePage({ settings: { title: 'Left' } });
      const leaving = store.publish();
      expect(store.isPublishing).to.equal(true);
      store.dispose();
      fail(new ServiceError('conflict', 'Changed elsewhere'));
      expect(await leaving).to.equal('conflict');
      expect(notices).to.eql(["Your page wasn't published: there is a newer version of it."]);
      expect([browser.titles, store.dialog]).to.eql([['Left'], null]);
    });

    it('follows the host to another page: offers its copy, and takes over nothing from the first [PB7, PB11]', async () => {
      const browser = new TestBrowser();
      const other = { ...testPage(), ID: 8 };
      crashedWith(browser, 'On the other page', other);
      const tab = browser.open();
      const services = { ...publishing, isPublished: false };
      const editor: Editor = createEditor({ page: testPage() });
      const store = new EditorStore({
        editor,
        services: { notify: () => undefined, publishing: services },
        t: translateEnglish,
        autosave: tab.autosave(editor),
      });
      expect(await stateOf(store)).to.eql([false, false]);
      await store.publish();
      expect(store.publishing.isLive).to.equal(true);
      editor.updatePage({ settings: { title: 'On the first page' } });
      editor.load(other, { hasPublishableChanges: true });
      expect(await stateOf(store)).to.eql([true, false]);
      expect(store.recovery?.page.settings.title).to.equal('On the other page');
      expect(store.publishing.isLive).to.equal(false);
      store.recover();
      expect(await stateOf(store)).to.eql([false, true]);
      editor.load({ ...testPage(), revision: 4 });
      expect(await stateOf(store)).to.eql([true, false]);
      expect(store.recovery?.page.settings.title).to.equal('On the first page');
      store.dispose();
    });

    it('restores a version without an image whose upload has failed since [PB4, UL3]', async () => {
      const browser = new TestBrowser();
      const notices: { message: string; run: (() => void) | undefined }[] = [];
      const editor: Editor = createEditor({ page: testPage() });
      let fail = (_: Error): void => undefined;
      const store = new EditorStore({
        editor,
        services: {
          notify: (message, options) => {
            const { action } = options ?? {};
            notices.push({ message, run: action && 'run' in action ? action.run : undefined });
          },
          uploads: { maxMb: 5, upload: () => new Promise((_, reject) => (fail = reject)) },
          publishing: {
            ...publishing,
            loadLatest: (page) =>
              Promise.resolve({
                page: { ...testPage(), ID: page.ID, revision: 9 },
                hasPublishableChanges: false,
              }),
          },
        },
        t: translateEnglish,
        autosave: browser.open().autosave(editor),
        measureImage: () => Promise.resolve({ width: 40, height: 20 }),
      });
      const photo = new File(['pixels'], 'photo.png', { type: 'image/png' });
      const adding = store.uploads.add([photo], { x: 0.5, y: 0.5 });
      await until(() => store.uploads.isUploading);
      const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
      await loadNewer(store);
      fail(new ServiceError('failed', 'Offline'));
      expect(await adding).to.equal(false);
      notices.find(({ run }) => run)?.run?.();
      expect(editor.blocks.has(note)).to.equal(true);
      expect([...editor.blocks.values()].some(({ type }) => type === 'image')).to.equal(false);
      expect(store.storablePage?.revision).to.equal(9);
      expect(hasOwnChanges(editor), 'restored by the user').to.equal(true);
      store.dispose();
    });

    /** A page with an image, of which the server has a newer version. */
    const withImage = () => {
      const browser = new TestBrowser();
      const actions: (() => void)[] = [];
      const content = { url: '/assets/old.webp', naturalWidth: 4, naturalHeight: 2 };
      const first = createEditor({ page: testPage() });
      const [image = ''] = first.add({ type: 'image', content }).unwrap();
      const page = { ...testPage(), things: first.stablePage.things };
      const editor: Editor = createEditor({ page });
      let end = { resolve: (_: UploadedImage): void => undefined };
      const upload = () => new Promise<UploadedImage>((resolve) => (end = { resolve }));
      const store = new EditorStore({
        editor,
        services: {
          notify: (_, options) => {
            const run = options?.action?.run;
            if (run) actions.push(run);
          },
          uploads: { maxMb: 5, upload },
          publishing: {
            ...publishing,
            loadLatest: () =>
              Promise.resolve({ page: { ...page, revision: 9 }, hasPublishableChanges: false }),
          },
        },
        t: translateEnglish,
        autosave: browser.open().autosave(editor),
        measureImage: () => Promise.resolve({ width: 40, height: 20 }),
      });
      const replace = () =>
        store.uploads.replace(image, [new File(['pixels'], 'photo.png', { type: 'image/png' })]);
      return {
        ...{ editor, store, replace, image },
        url: () => (editor.blocks.get(image)?.content as { url?: string }).url,
        restore: () => actions.at(-1)?.(),
        finish: () => {
          end.resolve({ url: '/assets/new.webp', width: 40, height: 20 });
        },
      };
    };

    it('restores a version with the image that the user had chosen for it, whether its upload ends before or after that [PB4]', async () => {
      for (const endsFirst of [true, false]) {
        const { store, replace, restore, finish, url } = withImage();
        const replacing = replace();
        await until(() => store.uploads.isUploading);
        await loadNewer(store);
        if (!endsFirst) restore();
        finish();
        expect(await replacing).to.equal(true);
        if (endsFirst) restore();
        expect(url(), String(endsFirst)).to.equal('/assets/new.webp');
        store.dispose();
      }
    });

    it('restores a version without an image that was chosen only after the newer one was loaded, or was cancelled [PB4]', async () => {
      for (const isCancelled of [false, true]) {
        const { store, replace, restore, finish, url, image } = withImage();
        if (!isCancelled) await loadNewer(store);
        const replacing = replace();
        await until(() => store.uploads.isUploading);
        if (isCancelled) await loadNewer(store);
        if (isCancelled) store.uploads.cancel(image);
        finish();
        expect(await replacing).to.equal(!isCancelled);
        restore();
        expect(url(), String(isCancelled)).to.equal('/assets/old.webp');
        store.dispose();
      }
    });
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
      autosave: noAutosave(),
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
