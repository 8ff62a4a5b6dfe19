import { defineBlock, defineKit, findDefinition, type Page } from '@cobble/engine';
import { expect } from 'chai';
import * as z from 'zod';
import { testPage } from '../testing/testPage.ts';
import { autosaveKey, type AutosaveStorage, AutosaveStore } from './AutosaveStore.ts';
import type { TabLocks } from './tabLocks.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

function memory(): AutosaveStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

function setUp(
  storage: AutosaveStorage | null,
  { locks = null, nowMs = NOW }: { locks?: TabLocks | null; nowMs?: number } = {},
) {
  let problems = 0;
  const store = new AutosaveStore({
    storage,
    now: () => nowMs,
    onProblem: () => (problems += 1),
    delayMs: 0,
    locks,
  });
  return { store, problems: () => problems };
}

/** What Web Locks do for the tabs of a browser: a test's stand-in, since Node 20 has none. */
function locksOfBrowser(): TabLocks {
  const held = new Set<string>();
  let last = Promise.resolve<unknown>(null);
  return {
    inTurn: (_, action) => {
      const turn = last.then(action);
      last = turn.catch(() => null);
      return turn;
    },
    hold: (name) => {
      if (held.has(name)) return Promise.resolve(null);
      held.add(name);
      return Promise.resolve({
        release: () => {
          held.delete(name);
          return Promise.resolve();
        },
      });
    },
  };
}

describe('AutosaveStore', () => {
  it('stores the last of several changes, and finds it on the next load [PB7]', async () => {
    const storage = memory();
    const { store } = setUp(storage);
    const page = testPage();
    store.save(page);
    store.save({ ...page, settings: { ...page.settings, title: 'Later' } });
    store.flush();
    const found = await store.find(page);
    expect(found?.page.settings.title).to.equal('Later');
    expect(found?.updatedAtMs).to.equal(NOW);
    store.clear(page.ID);
    expect(storage.items.size).to.equal(0);
  });

  it("checks blocks of a host's kits and leaves out those with an upload in progress", async () => {
    const storage = memory();
    const photo = defineKit({
      block: defineBlock({
        type: 'x-photo',
        content: z.looseObject({ url: z.string().startsWith('/assets/') }),
        capabilities: { uploads: true },
        defaultContent: () => ({ url: '/assets/a.png' }),
        altText: () => 'A photo',
      }),
    });
    const store = new AutosaveStore({
      storage,
      now: () => NOW,
      kits: [photo],
      onProblem: () => undefined,
      locks: null,
    });
    const page = testPage();
    const [section] = Object.values(page.things).filter((block) => block.parentUuid === undefined);
    const withPhoto = (url: string): Page => ({
      ...page,
      things: {
        ...page.things,
        photo: {
          uuid: 'photo',
          type: 'x-photo',
          parentUuid: section?.uuid ?? '',
          position: { x: 0, y: 0, width: 0.2, height: 0.2, rotationDeg: 0, zIndex: 5 },
          properties: {},
          styles: {},
          content: { url },
        },
      },
    });
    store.save(withPhoto('/assets/b.png'));
    store.flush();
    expect((await store.find(page))?.page.things).to.have.property('photo');
    store.save(withPhoto('blob:https://app.example/1'));
    store.flush();
    expect((await store.find(page))?.page.things).to.not.have.property('photo');
    store.save(withPhoto('/assets/b.png'));
    store.flush();
    const text = storage.items.get(autosaveKey(page.ID)) ?? '';
    storage.setItem(autosaveKey(page.ID), text.replace('/assets/b.png', '//evil.example/b.png'));
    const found = (await store.find(page))?.page;
    const photoBlock = found?.things['photo'];
    expect(photoBlock?.content, 'kept').to.eql({ url: '//evil.example/b.png' });
    expect(photoBlock && findDefinition(photoBlock, [photo]), 'a placeholder').to.equal(null);
  });

  it('does not store private pages [PB8]', () => {
    const storage = memory();
    const { store } = setUp(storage);
    store.save({ ...testPage(), isPublic: false });
    store.flush();
    expect(storage.items.size).to.equal(0);
  });

  it('deletes damaged or hostile copies and offers none older than the server’s page [PB8]', async () => {
    const storage = memory();
    const { store } = setUp(storage);
    const page = testPage();
    store.save(page);
    store.flush();
    expect(await store.find({ ...page, revision: 4 })).to.equal(null);
    for (const text of ['{', '{"page":{"__proto__":{}},"updatedAtMs":1,"revision":3}']) {
      storage.items.set(autosaveKey(page.ID), text);
      expect(await store.find(page)).to.equal(null);
      expect(storage.items.size).to.equal(0);
    }
  });

  it('reports once that storage is full or forbidden, and recovers [PB10]', () => {
    const storage = memory();
    let isFull = true;
    const { store, problems } = setUp({
      ...storage,
      setItem: (key, value) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        storage.setItem(key, value);
      },
    });
    store.save(testPage());
    store.flush();
    store.save(testPage());
    store.flush();
    expect(problems()).to.equal(1);
    expect(store.hasProblem).to.equal(true);
    isFull = false;
    store.save(testPage());
    store.flush();
    expect(store.hasProblem).to.equal(false);
    expect(storage.items.size).to.equal(1);
    const forbidden = setUp(null);
    forbidden.store.save(testPage());
    forbidden.store.flush();
    expect(forbidden.problems()).to.equal(1);
  });

  describe('with several tabs', () => {
    const titled = (title: string): Page => {
      const page = testPage();
      return { ...page, settings: { ...page.settings, title } };
    };
    function browser() {
      const storage = memory();
      const locks = locksOfBrowser();
      let nowMs = NOW;
      /** Opens a tab and returns its store and the title of the copy that it offers. */
      const open = async () => {
        const { store, problems } = setUp(storage, { locks, nowMs: (nowMs += 1000) });
        const offered = (await store.find(testPage()))?.page.settings.title ?? null;
        return { store, problems, offered };
      };
      /** Opens a tab that stores a copy, and leaves it open. */
      const edit = async (title: string) => {
        const tab = await open();
        tab.store.save(titled(title));
        tab.store.flush();
        return tab;
      };
      const titles = () =>
        [...storage.items.values()].map(
          (text) => (JSON.parse(text) as { page: Page }).page.settings.title,
        );
      return { storage, locks, open, edit, titles };
    }

    it('keeps the changes of each tab, so that none overwrites those of another [PB12]', async () => {
      const { edit, titles } = browser();
      const first = await edit('First');
      const second = await edit('Second');
      expect([first.offered, second.offered]).to.eql([null, null]);
      expect(titles()).to.eql(['First', 'Second']);
      second.store.clear(testPage().ID);
      expect(titles()).to.eql(['First']);
    });

    it('offers the copies of tabs that are gone, each once and the newest first [PB12]', async () => {
      const { storage, edit, open, titles } = browser();
      const tabs = [await edit('First'), await edit('Second'), await edit('Third')];
      expect((await open()).offered, 'living tabs').to.equal(null);
      for (const { store } of tabs) store.dispose();
      const one = await open();
      const other = await open();
      expect([one.offered, other.offered]).to.eql(['Third', 'Second']);
      one.store.clear(testPage().ID);
      expect(titles()).to.eql(['First', 'Second']);
      expect((await one.store.find(testPage()))?.page.settings.title).to.equal('First');
      one.store.keepFound();
      one.store.save(titled('First, edited'));
      one.store.flush();
      expect(titles()).to.eql(['First, edited', 'Second']);
      expect(storage.items.has(autosaveKey(testPage().ID)), 'no more keys than needed').to.equal(
        true,
      );
    });

    it('offers the copy of an editor that had one key for all tabs [PB12]', async () => {
      const { storage, open } = browser();
      const { store } = setUp(storage);
      store.save(titled('Old'));
      store.flush();
      expect([...storage.items.keys()]).to.eql([`cobble.autosave.${String(testPage().ID)}`]);
      expect((await open()).offered).to.equal('Old');
    });

    it('does not replace a copy on offer before the user has decided [PB12]', async () => {
      const { edit, open, titles } = browser();
      (await edit('Lost')).store.dispose();
      const { store, offered } = await open();
      expect(offered).to.equal('Lost');
      store.save(titled('By a script'));
      store.flush();
      expect(titles()).to.eql(['Lost']);
      store.keepFound();
      store.flush();
      expect(titles()).to.eql(['By a script']);
    });

    it('stores what was changed before it had a copy of its own, even when closed [PB12]', async () => {
      const { locks, storage, titles } = browser();
      const { store } = setUp(storage, { locks });
      const found = store.find(testPage());
      store.save(titled('Early'));
      store.dispose();
      expect(await found).to.equal(null);
      expect(titles()).to.eql(['Early']);
      const next = setUp(storage, { locks });
      expect((await next.store.find(testPage()))?.page.settings.title).to.equal('Early');
    });

    it('stores at most eight copies, and tells the user of a ninth tab [PB10, PB12]', async () => {
      const { edit, titles } = browser();
      const told: number[] = [];
      for (let number = 1; number <= 9; number++) {
        const { store, problems } = await edit(String(number));
        // Waits until the store has looked for a place.
        if (number === 9) await store.find(testPage());
        told.push(problems());
      }
      expect(told).to.eql([0, 0, 0, 0, 0, 0, 0, 0, 1]);
      expect(titles()).to.eql(['1', '2', '3', '4', '5', '6', '7', '8']);
    });

    it('has one copy for all tabs if the browser refuses locks', async () => {
      const storage = memory();
      const refuse = () => Promise.reject(new DOMException('opaque', 'SecurityError'));
      const { store } = setUp(storage, { locks: { inTurn: refuse, hold: refuse } });
      expect(await store.find(testPage())).to.equal(null);
      store.save(titled('One'));
      store.flush();
      expect([...storage.items.keys()]).to.eql([autosaveKey(testPage().ID)]);
      store.dispose();
    });
  });
});
