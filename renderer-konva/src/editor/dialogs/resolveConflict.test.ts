import { createEditor, type Editor, type Page } from '@cobble/engine';
import { expect } from 'chai';
import type { AutosaveStore } from '../autosave/AutosaveStore.ts';
import { translateEnglish } from '../messages/i18n.ts';
import { ServiceError } from '../services/ServiceError.ts';
import { EditorStore } from '../stores/EditorStore.ts';
import { noAutosave, TestBrowser, until } from '../testing/TestBrowser.ts';
import { testPage } from '../testing/testPage.ts';
import { loadNewer, publishOver } from './resolveConflict.ts';

const titled = (page: Page, title: string): Page => ({
  ...page,
  settings: { ...page.settings, title },
});

const OTHER_PAGE = titled({ ...testPage(), ID: 8, slug: 'other', revision: 3 }, 'Other page');

/** A conflict on a page with the user's changes; the server responds when the test tells it to. */
function setUp(autosaveOf: (editor: Editor) => AutosaveStore = noAutosave) {
  const editor = createEditor({ page: testPage() });
  const published: string[] = [];
  const notices: string[] = [];
  let restore = (): void => undefined;
  let offer: AbortSignal | undefined;
  let respond = (): void => undefined;
  let fail = (_: Error): void => undefined;
  const store = new EditorStore({
    editor,
    services: {
      notify: (message, options) => {
        notices.push(message);
        const { action } = options ?? {};
        if (!action?.run) return;
        restore = action.run;
        offer = options?.signal;
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
    autosave: autosaveOf(editor),
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
    isOffered: () => offer?.aborted === false,
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

  it("keeps the local copy of the user's own version while it can be restored, whatever is edited meanwhile, so that a crash does not lose it [PB4, PB12]", async () => {
    const browser = new TestBrowser();
    const tab = browser.open();
    const { editor, store, respond } = setUp((editor) => tab.autosave(editor));
    await until(() => browser.titles.length === 1);
    const loading = loadNewer(store);
    respond();
    await loading;
    editor.updatePage({ settings: { title: 'Typed after loading' } });
    await until(() => browser.titles.length === 2);
    expect(browser.titles).to.eql(['Mine', 'Typed after loading']);
    tab.crash();
    const next = browser.open().autosave({});
    await next.search(titled(testPage(), 'Newer'));
    expect(next.offered?.count).to.equal(2);
    store.dispose();
  });

  it("has one local copy of the user's own version once it is restored [PB4, PB12]", async () => {
    const browser = new TestBrowser();
    const { store, respond, restore } = setUp((editor) => browser.open().autosave(editor));
    await until(() => browser.titles.length === 1);
    const loading = loadNewer(store);
    respond();
    await loading;
    restore();
    expect(browser.titles).to.eql(['Mine']);
    await store.publish();
    expect(browser.titles).to.eql([]);
    store.dispose();
  });

  it("deletes the local copy of the user's own version after a minute, but not if the page was left before [PB4, PB12]", async () => {
    for (const isLeft of [false, true]) {
      const browser = new TestBrowser();
      const { store, respond, isOffered } = setUp((editor) => browser.open().autosave(editor));
      await until(() => browser.titles.length === 1);
      const { setTimeout: originalTimeout, clearTimeout: originalClear } = globalThis;
      let end: (() => void) | null = null;
      Object.assign(globalThis, {
        setTimeout: (run: () => void, delayMs: number) => {
          if (delayMs < 60_000) return originalTimeout(run, delayMs);
          end = run;
          return 'minute';
        },
        clearTimeout: (timer: never) => {
          if (timer === 'minute') end = null;
          else originalClear(timer);
        },
      });
      try {
        const loading = loadNewer(store);
        respond();
        await loading;
        expect([browser.titles, isOffered()]).to.eql([['Mine'], true]);
        if (isLeft) store.dispose();
        (end as (() => void) | null)?.();
      } finally {
        Object.assign(globalThis, { setTimeout: originalTimeout, clearTimeout: originalClear });
      }
      expect([browser.titles, isOffered()]).to.eql(isLeft ? [['Mine'], false] : [[], true]);
      store.dispose();
    }
  });

  it("withdraws the offer to restore the user's own version when the host opens another page, where it would do nothing [PB4]", async () => {
    const { store, respond, isOffered, openOtherPage } = setUp();
    const loading = loadNewer(store);
    respond();
    await loading;
    openOtherPage();
    expect(isOffered()).to.equal(false);
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
