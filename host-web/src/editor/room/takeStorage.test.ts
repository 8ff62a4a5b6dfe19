import { expect } from 'chai';
import { type BrowserTab, createBrowser } from '../../testing/browserTabs.ts';
import { listSlots } from './storedSlots.ts';
import { takeStorage } from './takeStorage.ts';

const take = (tab: BrowserTab, accountId = 1, pageId = 2) =>
  takeStorage({ ...tab, accountId, pageId });

const keysOf = async ({ storage }: Awaited<ReturnType<typeof take>>): Promise<string[]> =>
  (await storage.entries()).map(([key]) => key);

describe('takeStorage', () => {
  it('gives two open tabs of a person different storages: one would overwrite ops of the other [LR6]', async () => {
    const open = createBrowser();
    const first = await take(open());
    const second = await take(open());
    await first.storage.put('op:1', 'first');
    await second.storage.put('op:1', 'second');
    expect(await first.storage.entries()).to.eql([['op:1', 'first']]);
    expect(await second.storage.entries()).to.eql([['op:1', 'second']]);
  });

  it('gives a tab that is reloaded its own storage again, even if another tab has left edits too [LR6]', async () => {
    const open = createBrowser();
    const [before, other] = [open(), open()];
    await (await take(before)).storage.put('op:1', 'own');
    await (await take(other)).storage.put('op:2', 'other');
    before.close();
    other.close();
    const after = await take(open(before.tab.values));
    expect(await keysOf(after)).to.eql(['op:1']);
  });

  it('gives a duplicated tab, which has the same session, another storage [LR6]', async () => {
    const open = createBrowser();
    const original = open();
    await (await take(original)).storage.put('op:1', 'own');
    const duplicate = open(original.tab.values);
    const taken = await take(duplicate);
    expect(await keysOf(taken)).to.eql([]);
    await taken.storage.put('identity', 'as a client does');
    duplicate.close();
    original.close();
    const reloaded = open(duplicate.tab.values);
    await (await take(reloaded)).storage.put('op:2', 'duplicate');
    expect(await keysOf(await take(open(original.tab.values)))).to.eql(['op:1']);
  });

  it('gives the next tab that opens the page what a closed one has left: otherwise its edits would never be sent [LR7]', async () => {
    const open = createBrowser();
    const [empty, closed] = [open(), open()];
    await (await take(closed)).storage.put('op:1', 'left');
    await (await take(empty)).storage.put('identity', 'x');
    closed.close();
    empty.close();
    expect(await keysOf(await take(open(), 1, 3)), 'another page').to.eql([]);
    expect(await keysOf(await take(open()))).to.eql(['op:1']);
    expect(await keysOf(await take(open()))).to.eql(['identity']);
    expect(await keysOf(await take(open()))).to.eql([]);
  });

  it('gives nobody the edits of another account, which wait until that one signs in again [LR8]', async () => {
    const open = createBrowser();
    const ada = open();
    await (await take(ada)).storage.put('op:1', 'of ada');
    ada.close();
    const ben = open(ada.tab.values);
    const taken = await take(ben, 2);
    expect(await keysOf(taken)).to.eql([]);
    await taken.release();
    ben.close();
    expect(await keysOf(await take(open(ben.tab.values)))).to.eql(['op:1']);
  });

  it('takes over the texts of closed tabs, which are offered in one place [LR10]', async () => {
    const open = createBrowser();
    const tabs = [open(), open(), open()];
    for (const [index, tab] of tabs.entries()) {
      const { storage } = await take(tab);
      await storage.put(`text:${index}`, index);
      await storage.put('identity', index);
      if (index === 2) await storage.put('op:1', 'pending');
    }
    for (const tab of tabs) tab.close();
    const tab = open();
    const taken = await take(tab);
    expect(await keysOf(taken)).to.eql(['identity', 'op:1', 'text:0', 'text:1', 'text:2']);
    expect(await listSlots(tab.database)).to.have.length(1);
  });

  it('deletes a storage that is given back with nothing in it, and keeps one with edits or texts [LR7]', async () => {
    const open = createBrowser();
    const tab = open();
    for (const key of ['identity', 'op:1', 'text:1']) {
      const taken = await take(tab, 1, key.length);
      void taken.storage.put(key, 1);
      await taken.release();
    }
    const kept = await listSlots(tab.database);
    expect(kept.map(({ pageId }) => pageId)).to.eql(['op:1'.length, 'text:1'.length]);
    const again = await take(tab, 1, 'op:1'.length);
    expect(await keysOf(again)).to.eql(['op:1']);
  });

  it('gives the same storage when a tab takes the same one again, so that its clients know of each other [LR6]', async () => {
    const tab = createBrowser()();
    const first = await take(tab);
    await first.storage.put('op:1', 1);
    await first.release();
    expect((await take(tab)).storage).to.equal(first.storage);
  });

  it('gives a storage that rejects if the database does not respond, and later works [LR5]', async () => {
    const tab = createBrowser()();
    indexedDB.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    let taken: Awaited<ReturnType<typeof take>>;
    try {
      taken = await take(tab);
      expect(await taken.storage.entries().catch((error: unknown) => error)).to.have.property(
        'name',
        'SecurityError',
      );
    } finally {
      Reflect.deleteProperty(indexedDB, 'open');
    }
    await taken.storage.put('op:1', 1);
    expect(await keysOf(taken)).to.eql(['op:1']);
    const failing = await takeStorage({
      ...{ ...createBrowser()(), accountId: 1, pageId: 2 },
      locks: { isReliable: true, take: () => Promise.reject(new Error('no locks')) },
    });
    expect(await failing.storage.entries().catch(String)).to.equal('Error: no locks');
  });

  it('always gives a new one without reliable locks: a frozen tab could return and share it [LR6]', async () => {
    const open = createBrowser({ isReliable: false });
    const tab = open();
    await (await take(tab)).storage.put('op:1', 1);
    tab.close();
    expect(await keysOf(await take(open(tab.tab.values)))).to.eql([]);
  });
});
