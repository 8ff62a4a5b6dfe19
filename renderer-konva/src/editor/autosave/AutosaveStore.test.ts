import { defineBlock, defineKit, findDefinition, type Page } from '@cobble/engine';
import { expect } from 'chai';
import * as z from 'zod';
import { testPage } from '../testing/testPage.ts';
import { autosaveKey, type AutosaveStorage, AutosaveStore } from './AutosaveStore.ts';

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

function setUp(storage: AutosaveStorage | null) {
  let problems = 0;
  const store = new AutosaveStore({
    storage,
    now: () => NOW,
    onProblem: () => (problems += 1),
    delayMs: 0,
  });
  return { store, problems: () => problems };
}

describe('AutosaveStore', () => {
  it('stores the last of several changes, and finds it on the next load [PB7]', () => {
    const storage = memory();
    const { store } = setUp(storage);
    const page = testPage();
    store.save(page);
    store.save({ ...page, settings: { ...page.settings, title: 'Later' } });
    store.flush();
    const found = store.find(page);
    expect(found?.page.settings.title).to.equal('Later');
    expect(found?.updatedAtMs).to.equal(NOW);
    store.clear(page.ID);
    expect(storage.items.size).to.equal(0);
  });

  it("checks blocks of a host's kits and leaves out those with an upload in progress", () => {
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
    expect(store.find(page)?.page.things).to.have.property('photo');
    store.save(withPhoto('blob:https://app.example/1'));
    store.flush();
    expect(store.find(page)?.page.things).to.not.have.property('photo');
    store.save(withPhoto('/assets/b.png'));
    store.flush();
    const text = storage.items.get(autosaveKey(page.ID)) ?? '';
    storage.setItem(autosaveKey(page.ID), text.replace('/assets/b.png', '//evil.example/b.png'));
    const found = store.find(page)?.page;
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

  it('deletes damaged or hostile copies and offers none older than the server’s page [PB8]', () => {
    const storage = memory();
    const { store } = setUp(storage);
    const page = testPage();
    store.save(page);
    store.flush();
    expect(store.find({ ...page, revision: 4 })).to.equal(null);
    for (const text of ['{', '{"page":{"__proto__":{}},"updatedAtMs":1,"revision":3}']) {
      storage.items.set(autosaveKey(page.ID), text);
      expect(store.find(page)).to.equal(null);
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
});
