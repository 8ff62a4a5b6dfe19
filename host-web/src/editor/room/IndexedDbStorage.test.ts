import { createPage } from '@cobble/engine';
import { expect } from 'chai';
import { createBrowser } from '../../testing/browserTabs.ts';
import { IndexedDbStorage } from './IndexedDbStorage.ts';
import { LocalPages } from '../../device/LocalPages.ts';
import { RoomDatabase } from '../../device/RoomDatabase.ts';

const slot = { accountId: 1, pageId: 2, id: 'a' };

const rejection = (promise: Promise<unknown>): Promise<Error | null> =>
  promise.then(
    () => null,
    (error: unknown) => error as Error,
  );

describe("a room client's storage in the browser", () => {
  it('keeps entries of each tab apart, in the order of their keys, for the next tab [LR5]', async () => {
    const open = createBrowser();
    const first = open();
    const storage = new IndexedDbStorage(first.database, slot);
    const other = new IndexedDbStorage(first.database, { ...slot, id: 'aa' });
    await Promise.all([
      storage.put('op:2', { mid: 2 }),
      storage.put('op:1', { mid: 0 }),
      storage.put('op:1', { mid: 1 }),
      storage.put('identity', { clientId: 'x' }),
      other.put('op:1', 'other'),
    ]);
    await storage.delete('op:2');
    await storage.delete('op:3');
    first.close();
    const later = new IndexedDbStorage(open().database, slot);
    expect(await later.entries()).to.eql([
      ['identity', { clientId: 'x' }],
      ['op:1', { mid: 1 }],
    ]);
  });

  it('rejects where IndexedDB is missing or fails, and works once it does: the client says so meanwhile [LR5]', async () => {
    const { database } = createBrowser()();
    const storage = new IndexedDbStorage(database, slot);
    const { indexedDB } = globalThis;
    try {
      Reflect.deleteProperty(globalThis, 'indexedDB');
      expect(await rejection(storage.put('a', 1))).to.be.instanceOf(ReferenceError);
      globalThis.indexedDB = {
        open: () => {
          throw new DOMException('private', 'SecurityError');
        },
      } as unknown as IDBFactory;
      expect(await rejection(storage.entries())).to.have.property('name', 'SecurityError');
    } finally {
      globalThis.indexedDB = indexedDB;
    }
    await storage.put('a', 1);
    expect(await storage.entries()).to.eql([['a', 1]]);
  });

  it('makes room where the disk is full: a page for reading offline costs nobody an edit [LR5]', async () => {
    const { database } = createBrowser()();
    const storage = new IndexedDbStorage(database, slot);
    const pages = new LocalPages(database);
    const rest = { accountId: 1, siteSlug: 's', pageSlug: 'p', seq: 1, isPublished: false };
    await pages.save({ ...rest, page: createPage({ ID: 2 }), role: 'owner' });
    let isFull = true;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its store
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...args) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    };
    try {
      expect(await rejection(storage.put('op:1', 1))).to.have.property(
        'name',
        'QuotaExceededError',
      );
      expect(await pages.find('s', 'p', 1)).to.equal(null);
      isFull = false;
      await pages.save({ ...rest, page: createPage({ ID: 2 }), role: 'owner' });
      let failures = 1;
      IDBObjectStore.prototype.put = function (...args) {
        failures -= 1;
        if (failures >= 0) throw new DOMException('full', 'QuotaExceededError');
        return put.apply(this, args);
      };
      await storage.put('op:2', 2);
      expect(await storage.entries()).to.eql([['op:2', 2]]);
      expect(await pages.find('s', 'p', 1)).to.equal(null);
    } finally {
      IDBObjectStore.prototype.put = put;
    }
  });

  it('rejects while a tab of an older version keeps the database open, and works when it is closed [LR5]', async () => {
    const old = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('old', 1);
      request.onsuccess = () => {
        resolve(request.result);
      };
      // As the older version has made it.
      request.onupgradeneeded = () => {
        for (const store of ['entries', 'pageHeads', 'pages'])
          request.result.createObjectStore(store);
      };
    });
    const storage = new IndexedDbStorage(new RoomDatabase('old', 2), slot);
    expect(await rejection(storage.put('a', 1))).to.match(/older version/);
    expect(await rejection(storage.put('a', 1))).to.match(/older version/);
    old.close();
    while (await rejection(storage.put('b', 2)))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await storage.entries()).to.eql([['b', 2]]);
  });

  it('lets go of the database when a tab of a newer version needs it, and then rejects: the newer one would not start [LR5]', async () => {
    const older = new IndexedDbStorage(new RoomDatabase('newer', 1), slot);
    await older.put('a', 1);
    const newer = new IndexedDbStorage(new RoomDatabase('newer', 2), slot);
    expect(await newer.entries()).to.eql([['a', 1]]);
    expect(await rejection(older.put('b', 2))).to.have.property('name', 'VersionError');
  });

  it('knows when nothing is being stored any more [LR6]', async () => {
    const { database } = createBrowser()();
    const storage = new IndexedDbStorage(database, slot);
    const stored: string[] = [];
    void storage.put('a', 1).then(() => {
      stored.push('a');
      void storage.put('b', 1).then(() => stored.push('b'));
    });
    await storage.settled();
    expect(stored).to.eql(['a', 'b']);
  });
});
