import { createEditor, type Page } from '@cobble/engine';
import { expect } from 'chai';
import { translateEnglish } from '../messages/i18n.ts';
import { ServiceError } from '../services/ServiceError.ts';
import { EditorStore } from '../stores/EditorStore.ts';
import { noAutosave } from '../testing/TestBrowser.ts';
import { testPage } from '../testing/testPage.ts';
import { loadNewer, publishOver } from './resolveConflict.ts';

const titled = (page: Page, title: string): Page => ({
  ...page,
  settings: { ...page.settings, title },
});

const OTHER_PAGE = titled({ ...testPage(), ID: 8, slug: 'other', revision: 3 }, 'Other page');

/** A conflict on a page with the user's changes; the server responds when the test tells it to. */
function setUp() {
  const editor = createEditor({ page: testPage() });
  const published: string[] = [];
  const notices: string[] = [];
  let restore = (): void => undefined;
  let respond = (): void => undefined;
  let fail = (_: Error): void => undefined;
  const store = new EditorStore({
    editor,
    services: {
      notify: (message, options) => {
        notices.push(message);
        const { action } = options ?? {};
        if (action?.run) restore = action.run;
      },
      publishing: {
        publicUrl: () => 'https://wren.example/',
        publish: (page, baseRevision) => {
          published.push(`${page.settings.title} over ${String(baseRevision)}`);
          return Promise.resolve(page);
        },
        loadLatest: (page) =>
          new Promise((resolve, reject) => {
            const newer = titled({ ...page, revision: 9 }, 'Newer');
            respond = () => {
              resolve({ page: newer, hasPublishableChanges: false });
            };
            fail = reject;
          }),
      },
    },
    t: translateEnglish,
    autosave: noAutosave(),
  });
  editor.updatePage({ settings: { title: 'Mine' } });
  store.openDialog('conflict');
  return {
    ...{ editor, store, published, notices },
    respond: () => {
      respond();
    },
    fail: (error: Error) => {
      fail(error);
    },
    restore: () => {
      restore();
    },
    openOtherPage: () => editor.load(OTHER_PAGE),
    /** The title and the revision in the editor. */
    shown: () => [editor.fields.settings.title, editor.fields.revision],
  };
}

describe('resolveConflict', () => {
  it("loads the newer version, and restores the user's own over it [PB4]", async () => {
    const { store, respond, restore, shown } = setUp();
    const loading = loadNewer(store);
    respond();
    await loading;
    expect(shown()).to.eql(['Newer', 9]);
    expect(store.dialog).to.equal(null);
    restore();
    expect(shown()).to.eql(['Mine', 9]);
    store.dispose();
  });

  it("restores the user's own version so that undo brings back what was changed after loading [PB4]", async () => {
    const { editor, store, respond, restore, shown } = setUp();
    const loading = loadNewer(store);
    respond();
    await loading;
    editor.updatePage({ settings: { title: 'Typed after loading' } });
    const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
    editor.setLocked(true, editor.sectionIds);
    restore();
    expect(shown()).to.eql(['Mine', 9]);
    expect([editor.blocks.has(note), store.hasUnsavedChanges]).to.eql([false, true]);
    editor.undo();
    expect(shown()).to.eql(['Typed after loading', 9]);
    expect(editor.blocks.has(note)).to.equal(true);
    editor.redo();
    expect(shown()).to.eql(['Mine', 9]);
    store.dispose();
  });

  it("keeps the history if the page equals the user's own version already [PB4]", async () => {
    const { editor, store, respond, restore, shown } = setUp();
    const loading = loadNewer(store);
    respond();
    await loading;
    restore();
    restore();
    expect([shown(), editor.history.entries.length]).to.eql([['Mine', 9], 1]);
    editor.undo();
    expect(shown()).to.eql(['Newer', 9]);
    store.dispose();
  });

  it("publishes the user's version over the newer one [PB4]", async () => {
    const { store, published, respond } = setUp();
    const publishing = publishOver(store);
    respond();
    await publishing;
    expect(published).to.eql(['Mine over 9']);
    store.dispose();
  });

  it('does not publish another page that the host has opened meanwhile [PB4]', async () => {
    const { store, published, respond, openOtherPage } = setUp();
    const publishing = publishOver(store);
    openOtherPage();
    respond();
    await publishing;
    expect(published).to.eql([]);
    store.dispose();
  });

  it('does not replace another page that the host has opened meanwhile [PB4]', async () => {
    const { store, notices, respond, openOtherPage, shown } = setUp();
    const loading = loadNewer(store);
    openOtherPage();
    respond();
    await loading;
    expect(shown()).to.eql(['Other page', 3]);
    expect(notices).to.eql([]);
    store.dispose();
  });

  it('does not restore a version over another page that the host has opened since [PB4]', async () => {
    const { store, respond, restore, openOtherPage, shown } = setUp();
    const loading = loadNewer(store);
    respond();
    await loading;
    openOtherPage();
    restore();
    expect(shown()).to.eql(['Other page', 3]);
    store.dispose();
  });

  it('says that the newer version could not be loaded only while its page is open [PB5]', async () => {
    for (const [isLeft, expected] of [
      [false, ['Offline']],
      [true, []],
    ] as const) {
      const { store, notices, fail, openOtherPage } = setUp();
      const loading = loadNewer(store);
      if (isLeft) openOtherPage();
      fail(new ServiceError('failed', 'Offline'));
      await loading;
      expect(notices).to.eql(expected);
      store.dispose();
    }
  });
});
