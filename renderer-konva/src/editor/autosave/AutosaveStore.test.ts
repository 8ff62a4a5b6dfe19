import { createPage, defineBlock, defineKit, findDefinition, type Page } from '@cobble/engine';
import { expect } from 'chai';
import { autorun } from 'mobx';
import * as z from 'zod';
import { seededRandom } from '../../testing/seededRandom.ts';
import { TestBrowser, type TestTab, until } from '../testing/TestBrowser.ts';
import { testPage } from '../testing/testPage.ts';
import { autosaveKeys, type AutosaveStore } from './AutosaveStore.ts';

/** How many random sequences are tried. */
const SEEDS = process.env['CI'] === undefined ? 4 : 40;
const PAGE = testPage();
const [KEY] = autosaveKeys(PAGE.ID);
const titled = (title: string, page = PAGE): Page => ({
  ...page,
  settings: { ...page.settings, title },
});

/** Stores a copy, as an editor does shortly after the last change. */
async function stored(
  store: AutosaveStore,
  browser: TestBrowser,
  title: string,
  page = PAGE,
): Promise<void> {
  store.save(titled(title, page));
  await until(() => browser.titles.includes(title));
}

async function offerOf(store: AutosaveStore, server = PAGE): Promise<string | undefined> {
  await store.search(server);
  return store.offered?.page.settings.title;
}

describe('AutosaveStore', () => {
  it('stores the last of several changes, and finds it on the next load [PB7]', async () => {
    const browser = new TestBrowser();
    const tab = browser.open();
    const store = tab.autosave({}, { now: () => 17 });
    store.save(titled('Earlier'));
    await stored(store, browser, 'Later');
    expect([...browser.items.keys()]).to.eql([KEY]);
    tab.crash();
    const next = browser.open().autosave({});
    expect(await offerOf(next)).to.equal('Later');
    expect(next.offered?.updatedAtMs).to.equal(17);
    await next.discardOffered(PAGE);
    expect([next.offered, browser.items.size]).to.eql([null, 0]);
  });

  it("checks blocks of a host's kits and leaves out those with an upload in progress", async () => {
    const photo = defineKit({
      block: defineBlock({
        type: 'x-photo',
        content: z.looseObject({ url: z.string().startsWith('/assets/') }),
        capabilities: { uploads: true },
        defaultContent: () => ({ url: '/assets/a.png' }),
        altText: () => 'A photo',
      }),
    });
    const [section] = Object.values(PAGE.things).filter((block) => block.parentUuid === undefined);
    const withPhoto = (url: string): Page => ({
      ...titled('With a photo'),
      things: {
        ...PAGE.things,
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
    const reopened = async (
      page: Page,
      edit = (text: string) => text,
    ): Promise<Page | undefined> => {
      const browser = new TestBrowser();
      const tab = browser.open();
      const store = tab.autosave({}, { kits: [photo] });
      store.save(page);
      store.flush();
      tab.crash();
      browser.items.set(KEY, edit(browser.items.get(KEY) ?? ''));
      const next = browser.open().autosave({}, { kits: [photo] });
      await next.search(PAGE);
      return next.offered?.page;
    };
    expect((await reopened(withPhoto('/assets/b.png')))?.things).to.have.property('photo');
    const uploading = await reopened(withPhoto('blob:https://app.example/1'));
    expect(uploading?.things).to.be.an('object').that.does.not.have.property('photo');
    const page = await reopened(withPhoto('/assets/b.png'), (text) =>
      text.replace('/assets/b.png', '//evil.example/b.png'),
    );
    const block = page?.things['photo'];
    expect(block?.content, 'kept').to.eql({ url: '//evil.example/b.png' });
    expect(block && findDefinition(block, [photo]), 'a placeholder').to.equal(null);
  });

  it('does not store private pages [PB8]', async () => {
    const browser = new TestBrowser();
    const store = browser.open().autosave({});
    store.save({ ...titled('Private'), isPublic: false });
    store.flush();
    await offerOf(store);
    expect(browser.items.size).to.equal(0);
  });

  it('deletes copies that are damaged, hostile or the same as the published page, and offers those of changes to an older version [PB8]', async () => {
    const browser = new TestBrowser();
    const copyOf = (page: Page) =>
      JSON.stringify({ page, updatedAtMs: 1, revision: page.revision });
    const server = { ...titled('Published'), revision: 4, updatedAt: '2030-01-01T00:00:00.000Z' };
    // Publishing stamps the page.
    const stamped = { ...server, settings: { ...server.settings, editorVersion: '0.0.1' } };
    for (const text of [
      '{',
      '{"page":{"__proto__":{}},"updatedAtMs":1,"revision":3}',
      copyOf(titled('Published')),
    ]) {
      browser.items.set(KEY, text);
      expect(await offerOf(browser.open().autosave({}), stamped)).to.equal(undefined);
      expect(browser.items.size).to.equal(0);
    }
    browser.items.set(KEY, copyOf(titled('Not published')));
    expect(await offerOf(browser.open().autosave({}), stamped)).to.equal('Not published');
    const newer = copyOf({ ...PAGE, settings: { ...PAGE.settings, editorVersion: '999.0.0' } });
    browser.items.clear();
    browser.items.set(KEY, newer);
    expect(await offerOf(browser.open().autosave({}))).to.equal(undefined);
    expect([...browser.items.values()], 'left to a newer editor [J6]').to.eql([newer]);
  });

  it('offers no copy of another page to which the host gave the same ID, and keeps it; a renamed page gets its own [PB16]', async () => {
    const menu = { ...createPage({ slug: 'menu' }, { now: () => 1 }), ID: PAGE.ID };
    const about = { ...createPage({ slug: 'about' }, { now: () => 2 }), ID: PAGE.ID };
    const browser = new TestBrowser();
    const crashed = browser.open();
    await stored(crashed.autosave({}), browser, 'Menu', menu);
    crashed.crash();
    const offered = async (server: Page) => {
      const store = browser.open().autosave({});
      const title = await offerOf(store, server);
      store.dispose();
      return title;
    };
    expect(await offered(about)).to.equal(undefined);
    expect(browser.titles).to.eql(['Menu']);
    const moved = { slug: 'our-menu', site: { ID: 9, slug: 'cafe' } };
    expect(await offered({ ...menu, ...moved })).to.equal('Menu');
    expect(await offered({ ...menu, ...moved, createdAt: about.createdAt })).to.equal('Menu');
    expect(await offered({ ...about, slug: 'menu' }), 'not stored yet').to.equal('Menu');
  });

  it('reports once that storage is full or forbidden, and recovers [PB10]', () => {
    const browser = new TestBrowser();
    let isFull = true;
    let problems = 0;
    const onProblem = () => (problems += 1);
    const store = browser.open().autosave(
      {},
      {
        onProblem,
        storage: {
          getItem: () => null,
          setItem: (key, value) => {
            if (isFull) throw new DOMException('full', 'QuotaExceededError');
            browser.items.set(key, value);
          },
          removeItem: () => undefined,
        },
      },
    );
    const saveNow = (to: AutosaveStore) => {
      to.save(PAGE);
      to.flush();
    };
    saveNow(store);
    saveNow(store);
    expect([problems, store.hasProblem]).to.eql([1, true]);
    isFull = false;
    saveNow(store);
    expect([store.hasProblem, browser.items.size]).to.eql([false, 1]);
    saveNow(browser.open().autosave({}, { onProblem, storage: null }));
    expect(problems).to.equal(2);
  });

  it('keeps the copies of three tabs apart, also when one publishes, and offers those of tabs that crashed, the newest first [PB12]', async () => {
    const browser = new TestBrowser();
    const tabs = [browser.open(), browser.open(), browser.open()] as const;
    let nowMs = 0;
    const stores = tabs.map((tab) => tab.autosave({}, { now: () => ++nowMs }));
    for (const [at, store] of stores.entries()) store.save(titled(`Tab ${String(at)}`));
    await until(() => browser.items.size === 3);
    const [first, second, third] = stores;
    first?.clear();
    expect(browser.titles).to.eql(['Tab 1', 'Tab 2']);
    const next = browser.open().autosave({});
    expect(await offerOf(next), 'their tabs are open').to.equal(undefined);
    expect([second?.isReplaced(null), third?.isReplaced(null)]).to.eql([false, false]);

    tabs[1].crash();
    tabs[2].crash();
    expect(await offerOf(next)).to.equal('Tab 2');
    const another = browser.open().autosave({});
    expect(await offerOf(another), 'each is offered to one tab').to.equal('Tab 1');
    another.dispose();
    await next.discardOffered(PAGE);
    expect(next.offered?.page.settings.title, 'the next one').to.equal('Tab 1');
    expect(browser.titles).to.eql(['Tab 1']);
  });

  it('says which of how many copies is on offer, so that the user can tell them apart [PB13]', async () => {
    const browser = new TestBrowser();
    for (const [at, title] of ['Oldest', 'Middle', 'Newest'].entries()) {
      const tab = browser.open();
      await stored(tab.autosave({}, { now: () => at }), browser, title);
      if (title !== 'Middle') tab.crash();
    }
    const store = browser.open().autosave({});
    const offer = () => [
      store.offered?.page.settings.title,
      store.offered?.number,
      store.offered?.count,
    ];
    await store.search(PAGE);
    expect(offer(), 'that of the open tab is not counted').to.eql(['Newest', 1, 2]);
    await store.discardOffered(PAGE);
    expect(offer()).to.eql(['Oldest', 2, 2]);
    await store.search(PAGE);
    expect(offer(), 'the host opens the page again').to.eql(['Oldest', 1, 1]);
  });

  it('leaves no moment without a question between two copies, in which the page could be touched [PB13]', async () => {
    const browser = new TestBrowser();
    for (const [at, title] of ['Older', 'Newer'].entries()) {
      const tab = browser.open();
      await stored(tab.autosave({}, { now: () => at }), browser, title);
      tab.crash();
    }
    const store = browser.open().autosave({});
    await store.search(PAGE);
    const shown: (string | undefined)[] = [];
    const stop = autorun(() => {
      shown.push((store.offered ?? store.discarding)?.page.settings.title);
    });
    const discarded = store.discardOffered(PAGE);
    void store.discardOffered(PAGE);
    await discarded;
    expect([...new Set(shown)]).to.eql(['Newer', 'Older']);
    expect(browser.titles, 'a second tap discards nothing').to.eql(['Older']);
    await store.discardOffered(PAGE);
    expect(shown.at(-1)).to.equal(undefined);
    stop();
  });

  it('deletes no copy on offer when the page is published, and keeps what was edited before it was recovered [PB12]', async () => {
    const browser = new TestBrowser();
    const crashed = browser.open();
    await stored(crashed.autosave({}), browser, 'Crashed');
    crashed.crash();
    const store = browser.open().autosave({});
    await store.search(PAGE);
    await stored(store, browser, 'Before the answer');
    expect(browser.titles).to.eql(['Before the answer', 'Crashed']);
    store.clear();
    expect(browser.titles).to.eql(['Crashed']);
    store.save(titled('Before the answer'));
    store.keepOffered();
    await stored(store, browser, 'Recovered');
    expect(browser.titles).to.eql(['Before the answer', 'Recovered']);
    store.clear();
    expect(browser.titles).to.eql(['Before the answer']);
    store.dispose();
  });

  it('keeps the copy for a component that mounts again, and for a new editor in the same tab, but not for other tabs [PB12]', async () => {
    const browser = new TestBrowser();
    const tab = browser.open();
    const editor = {};
    const first = tab.autosave(editor);
    await stored(first, browser, 'Mine');
    first.dispose();
    expect(await offerOf(browser.open().autosave({}))).to.equal(undefined);
    const again = tab.autosave(editor);
    again.resume(PAGE.ID);
    await stored(again, browser, 'Mine, later');
    expect(browser.titles).to.eql(['Mine, later']);
    again.dispose();
    const other = tab.autosave({});
    expect(await offerOf(other)).to.equal('Mine, later');
    other.keepOffered();
    const late = tab.autosave(editor);
    late.resume(PAGE.ID);
    await stored(late, browser, 'Mine again');
    expect(browser.titles).to.eql(['Mine again', 'Mine, later']);
  });

  it('offers a copy once when the component mounts twice, as in StrictMode [PB12]', async () => {
    const browser = new TestBrowser();
    const crashed = browser.open();
    await stored(crashed.autosave({}), browser, 'Crashed');
    crashed.crash();
    const tab = browser.open();
    const editor = {};
    const first = tab.autosave(editor);
    const search = first.search(PAGE);
    first.dispose();
    const second = tab.autosave(editor);
    expect(await offerOf(second)).to.equal('Crashed');
    await search;
    expect(first.offered).to.equal(null);
    second.dispose();
    await until(() => tab.tab.slots.size === 0);
    expect(await offerOf(browser.open().autosave({})), 'unanswered').to.equal('Crashed');
  });

  it('finds its own copy after a reload while the old document still has the lock; a duplicate of the tab does not [PB12]', async () => {
    const browser = new TestBrowser();
    const tab = browser.open();
    await stored(tab.autosave({}), browser, 'Mine');
    const duplicate = browser.open('normal', new Map(tab.session)).autosave({});
    expect(await offerOf(duplicate)).to.equal(undefined);
    expect(browser.titles).to.eql(['Mine']);
    const reloaded = browser.open('normal', tab.session).autosave({});
    const search = reloaded.search(PAGE);
    setTimeout(() => {
      tab.crash();
    }, 2);
    await search;
    expect(reloaded.offered?.page.settings.title).to.equal('Mine');
  });

  for (const support of ['missing', 'refused', 'silent'] as const)
    it(`stores and recovers copies if locks are ${support}, and replaces no copy of another tab [PB12]`, async () => {
      const browser = new TestBrowser();
      const [first, second] = [browser.open(support), browser.open(support)];
      const stores = [first.autosave({}), second.autosave({})] as const;
      for (const [at, store] of stores.entries()) await stored(store, browser, `Tab ${String(at)}`);
      expect(browser.titles).to.eql(['Tab 0', 'Tab 1']);
      stores[1].clear();
      expect(browser.titles).to.eql(['Tab 0']);
      // Whether the first tab runs is not known here.
      const next = browser.open(support).autosave({});
      expect(await offerOf(next)).to.equal('Tab 0');
      next.keepOffered();
      await stored(next, browser, 'Recovered');
      expect(stores[0].isReplaced(KEY)).to.equal(true);
      await stored(stores[0], browser, 'Tab 0, later');
      expect(browser.titles).to.eql(['Recovered', 'Tab 0, later']);
      stores[0].clear();
      expect(browser.titles).to.eql(['Recovered']);
    });

  it('deletes no copy that another tab has replaced, where locks are missing [PB12]', async () => {
    const browser = new TestBrowser();
    const first = browser.open('missing').autosave({});
    await stored(first, browser, 'Earlier');
    const second = browser.open('missing').autosave({});
    expect(await offerOf(second)).to.equal('Earlier');
    await stored(first, browser, 'Later');
    await second.discardOffered(PAGE);
    expect(browser.titles).to.eql(['Later']);
    expect(second.offered?.page.settings.title).to.equal('Later');
    second.keepOffered();
    await stored(second, browser, 'Recovered');
    first.clear();
    expect(browser.titles).to.eql(['Recovered']);
  });

  it('stores a change at once when the tab closes while it waits for a lock [PB12]', () => {
    const browser = new TestBrowser();
    const store = browser.open('silent').autosave({});
    void store.search(PAGE);
    store.save(titled('Last words'));
    store.flush();
    expect(browser.titles).to.eql(['Last words']);
  });

  it('moves a copy that was stored without a lock if another tab has the lock [PB12]', async () => {
    const browser = new TestBrowser();
    const tabs = [browser.open(), browser.open()] as const;
    const [quick, slow] = [tabs[0].autosave({}), tabs[1].autosave({})];
    slow.save(titled('Slow'));
    await until(() => tabs[1].tab.slots.size === 1);
    slow.clear();
    quick.save(titled('Quick'));
    quick.flush();
    expect([...browser.items.keys()]).to.eql([KEY]);
    await until(() => !browser.items.has(KEY));
    expect(browser.titles).to.eql(['Quick']);
    expect(tabs[0].tab.slots.size).to.equal(1);
    await stored(slow, browser, 'Slow');
    expect(browser.titles).to.eql(['Quick', 'Slow']);
  });

  it('moves the copy of a component that mounts again before the lock of its copy is found to be taken, so that no other tab can delete it [PB12]', async () => {
    for (let turns = 0; turns < 7; turns += 1) {
      const browser = new TestBrowser();
      const [tab, other] = [browser.open(), browser.open()] as const;
      const editor = {};
      const first = tab.autosave(editor);
      first.save(titled('Mine'));
      first.flush();
      const searching = other.autosave({}).search(PAGE);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      first.dispose();
      const store = tab.autosave(editor);
      store.resume(PAGE.ID);
      await searching;
      await tab.tab.inTurn(() => Promise.resolve());
      await tab.tab.inTurn(() => Promise.resolve());
      expect(browser.titles, String(turns)).to.include('Mine');
      other.crash();
      await stored(store, browser, 'Mine, later');
      await tab.tab.inTurn(() => Promise.resolve());
      expect(await offerOf(browser.open().autosave({})), String(turns)).to.not.equal('Mine, later');
    }
  });

  it('stores the last change before a reload once, not under the empty key of a tab that has published [PB12]', async () => {
    const browser = new TestBrowser();
    const publisher = browser.open().autosave({});
    await stored(publisher, browser, 'Published');
    publisher.clear();
    const tab = browser.open();
    const store = tab.autosave({});
    expect(await offerOf(store)).to.equal(undefined);
    store.save(titled('Mine'));
    store.flush();
    expect([...browser.items.keys()]).to.eql([autosaveKeys(PAGE.ID)[1]]);
  });

  it('moves past the empty slots of several tabs, and then stops [PB12]', async () => {
    const browser = new TestBrowser();
    const others = [browser.open(), browser.open()].map((tab) => tab.autosave({}));
    for (const [at, other] of others.entries()) await stored(other, browser, `Other ${String(at)}`);
    for (const other of others) other.clear();
    const tab = browser.open();
    const store = tab.autosave({});
    store.save(titled('Mine'));
    store.flush();
    const [, , thirdKey] = autosaveKeys(PAGE.ID);
    await until(() => browser.items.size === 1 && browser.items.has(thirdKey ?? ''));
    expect([...tab.tab.slots.keys()]).to.eql([thirdKey]);
    expect(store.isReplaced(null)).to.equal(false);
  });

  it('stores nothing for a component that has unmounted, whose editor another component shows [PB12]', async () => {
    const browser = new TestBrowser();
    const tab = browser.open();
    const editor = {};
    const first = tab.autosave(editor);
    await stored(first, browser, 'Mine');
    first.dispose();
    const again = tab.autosave(editor);
    again.resume(PAGE.ID);
    // As when a publish ends late.
    first.save(titled('Late'));
    first.clear();
    await stored(again, browser, 'Mine, later');
    expect(browser.titles).to.eql(['Mine, later']);
  });

  it('stores the last changes to the previous page when the editor opens another [PB12]', async () => {
    const browser = new TestBrowser();
    const tab = browser.open();
    const store = tab.autosave({});
    const other = { ...PAGE, ID: 8 };
    store.save(titled('On the first page'));
    store.save(titled('On the second page', other));
    await until(() => browser.items.size === 2);
    store.leavePage();
    expect(await offerOf(tab.autosave({}))).to.equal('On the first page');
  });

  for (const support of ['normal', 'missing'] as const)
    it(`loses no changes that nobody has published or discarded, whatever tabs do (locks: ${support}) [PB12]`, async function () {
      this.timeout(60_000);
      for (let seed = 1; seed <= SEEDS; seed++) {
        const random = seededRandom(seed);
        const browser = new TestBrowser();
        const tabs: { tab: TestTab; editor: object; store: AutosaveStore; title: string | null }[] =
          [];
        const ofGone = new Set<string>();
        let edits = 0;
        let nowMs = 0;
        const storeIn = (tab: TestTab, editor: object) =>
          tab.autosave(editor, { now: () => ++nowMs });
        const begin = (tab: TestTab) => {
          const editor = {};
          const store = storeIn(tab, editor);
          void store.search(PAGE);
          return { tab, editor, store, title: null };
        };
        const abandon = (each: (typeof tabs)[number]) => {
          if (each.title !== null) ofGone.add(each.title);
        };
        for (let step = 0; step < 40; step++) {
          const at = Math.floor(random() * tabs.length);
          const each = tabs[at];
          const action = Math.floor(random() * 11);
          const offered = each?.store.offered?.page.settings.title;
          const log = `seed ${String(seed)}, step ${String(step)}, action ${String(action)}`;
          // A copy that is stored before it is locked may be offered to another tab, and then moves.
          const isAwaited = support === 'normal' && [1, 6, 7, 8].includes(action);
          if (isAwaited) await each?.tab.tab.inTurn(() => Promise.resolve());
          if (!each || (action === 0 && tabs.length < 4)) tabs.push(begin(browser.open(support)));
          else if (action <= 3) {
            each.title = `Edit ${String(++edits)}`;
            each.store.save(titled(each.title));
            if (isAwaited) await each.tab.tab.inTurn(() => Promise.resolve());
            if (action === 1) each.store.flush();
          } else if (action === 4) {
            each.store.clear();
            each.title = null;
          } else if (action === 5) {
            each.store.flush();
            each.tab.crash();
            abandon(each);
            tabs.splice(at, 1);
          } else if (action === 6) {
            each.store.dispose();
            each.tab.crash();
            abandon(each);
            tabs[at] = begin(browser.open(support, each.tab.session));
          } else if (action === 7) {
            each.store.dispose();
            abandon(each);
            tabs[at] = begin(each.tab);
          } else if (action === 8 && each.title !== null) {
            each.store.dispose();
            each.store = storeIn(each.tab, each.editor);
            each.store.resume(PAGE.ID);
          } else if (offered !== undefined) {
            if (action === 9) {
              abandon(each);
              each.store.keepOffered();
              each.title = offered;
              each.store.save(titled(offered));
            } else void each.store.discardOffered(PAGE);
            ofGone.delete(offered);
          }
          // Sometimes everything settles, sometimes the next step follows at once. Without locks,
          // an open tab learns that its copy was discarded elsewhere, and stores it again.
          const isDiscarded = support === 'missing' && offered !== undefined && action >= 8;
          if (random() < 0.3 && !isDiscarded) continue;
          for (let round = 0; round < 3; round++)
            for (const { tab, store, title } of tabs) {
              await tab.tab.inTurn(() => Promise.resolve());
              await new Promise((resolve) => setTimeout(resolve));
              // What a tab does on a storage event.
              if (title === null || !store.isReplaced(null)) continue;
              store.save(titled(title));
              store.flush();
            }
          const expected = [...ofGone, ...tabs.flatMap(({ title }) => title ?? [])];
          expect(browser.titles, log).to.include.members(expected);
          if (support === 'missing') continue;
          expect(browser.titles, log).to.eql(expected.sort());
          for (const { store } of tabs)
            if (store.offered)
              expect([...ofGone], log).to.include(store.offered.page.settings.title);
        }
        for (const { store } of tabs) store.dispose();
      }
    });

  it('reports that no more copies can be stored, instead of replacing one [PB10]', () => {
    const browser = new TestBrowser();
    for (const key of autosaveKeys(PAGE.ID)) browser.items.set(key, 'of another tab');
    const store = browser.open().autosave({});
    store.save(PAGE);
    store.flush();
    expect(store.hasProblem).to.equal(true);
    expect(new Set(browser.items.values())).to.eql(new Set(['of another tab']));
  });
});
