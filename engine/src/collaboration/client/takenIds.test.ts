import { expect } from 'chai';
import { createEditor } from '../../createEditor.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { connectManually } from '../testing/connectManually.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';
import { createRoomClient } from './RoomClient.ts';
import { createMemoryStorage, type RoomStorage } from './RoomStorage.ts';
import type { RoomTransport } from './RoomTransport.ts';

/** A storage with the same entries as another one. */
async function copyOf(storage: RoomStorage): Promise<RoomStorage> {
  const copy = createMemoryStorage();
  for (const [key, value] of await storage.entries()) await copy.put(key, value);
  return copy;
}

interface TabOptions {
  readonly storage?: RoomStorage;
  readonly accountId?: number;
  /** The first client id that it creates; a unique one by default. */
  readonly id?: string;
  readonly isOnline?: boolean;
}

/** A room, and tabs whose connections can be cut on either side. */
async function open() {
  const opened = await openTestRoom();
  const { clock, room, log } = opened;
  let ids = 0;
  const pass = async (ms = 3000): Promise<void> => {
    for (let left = ms; left > 0; left -= 250) {
      await flushPromises();
      clock.advance(250);
    }
    await flushPromises();
  };
  const join = async ({
    storage = createMemoryStorage(),
    accountId = 1,
    id,
    isOnline = true,
  }: TabOptions = {}) => {
    const editor = createEditor({ page: firstPage() });
    let mayConnect = isOnline;
    let cut = (): void => undefined;
    let half = (): void => undefined;
    const late: (() => void)[] = [];
    let isLate = false;
    const transport: RoomTransport = {
      connect: ({ onOpen, onMessage, onClose }) => {
        if (!mayConnect) {
          void Promise.resolve().then(() => onClose(undefined));
          return { send: () => undefined, close: () => undefined };
        }
        let isAlive = true;
        const connection = room.connect({
          session: { accountId, role: 'owner' },
          send: (message) =>
            void Promise.resolve().then(() => {
              if (isAlive) onMessage(JSON.parse(JSON.stringify(message)));
            }),
          close: (reason) => {
            if (isAlive) onClose(reason);
          },
        });
        cut = () => {
          isAlive = false;
          connection.disconnected();
          onClose(undefined);
        };
        half = () => {
          isAlive = false;
          onClose(undefined);
        };
        void Promise.resolve().then(() => {
          if (isAlive) onOpen();
        });
        return {
          send: (message) => {
            const deliver = (): void => connection.receive(JSON.parse(JSON.stringify(message)));
            if (isLate) late.push(deliver);
            else deliver();
          },
          close: () => {
            if (isAlive) connection.disconnected();
          },
        };
      },
    };
    const wanted = id === undefined ? [] : [id];
    const createId = (): string => wanted.pop() ?? `id-${String(++ids)}`;
    const client = createRoomClient({
      ...{ transport, storage, clock, accountId, editor, createId },
      random: () => 0.5,
    });
    await pass(1000);
    return {
      editor,
      client,
      storage,
      describe: (uuid: string, altText: string): unknown => editor.update(uuid, { altText }),
      /** Cuts the connection, or lets the client connect again. */
      setOnline(value: boolean) {
        mayConnect = value;
        if (!value) cut();
      },
      /** The client loses its connection, which the room does not notice. */
      loseHalf: () => half(),
      /** Holds back what is sent on this connection. Returns a function that delivers it. */
      holdBack() {
        isLate = true;
        return () => {
          for (const deliver of late.splice(0)) deliver();
        };
      },
      sendNormally() {
        isLate = false;
      },
    };
  };
  const texts = async (): Promise<unknown> => {
    const things = (await room.read())?.page.things ?? {};
    return Object.fromEntries(['a', 'b', 'c', 't'].map((each) => [each, things[each]?.altText]));
  };
  return { ...opened, log, join, pass, texts };
}

describe('a client id', () => {
  it('that someone else takes while its tab is offline costs the tab nothing: each edit is applied once, under a new id [R78]', async () => {
    const { join, pass, texts, log } = await open();
    const ada = await join();
    const id = ada.client.clientId ?? '';
    ada.setOnline(false);
    const mallory = await join({ accountId: 2, id });
    expect(mallory.client.clientId).to.equal(id);
    mallory.describe('c', 'Mallory');
    await pass();
    ada.describe('a', 'first');
    ada.describe('b', 'second');
    ada.setOnline(true);
    await pass(10_000);
    expect([ada.client.status, ada.client.pendingCount]).to.eql(['live', 0]);
    expect(ada.client.clientId).not.to.equal(id);
    ada.describe('t', 'third');
    await pass();
    expect(await texts()).to.eql({ a: 'first', b: 'second', c: 'Mallory', t: 'third' });
    expect(log.entries.map(({ accountId }) => accountId)).to.eql([2, 1, 1, 1]);
    expect(ada.editor.stablePage.things['c']?.altText).to.equal('Mallory');
    ada.editor.undo();
    ada.editor.undo();
    await pass();
    expect(await texts(), 'undone').to.include({ a: 'first', b: undefined, t: undefined });
    expect((await ada.storage.entries()).length).to.equal(0);
  });

  it('of someone who is in the room, or waits for a response, is refused to others, who get one of their own [R78]', async () => {
    const { join, pass, texts } = await open();
    const ada = await join();
    const id = ada.client.clientId ?? '';
    const mallory = await join({ accountId: 2, id });
    await pass();
    expect(mallory.client.status).to.equal('live');
    expect(mallory.client.clientId).not.to.equal(id);
    ada.describe('a', 'Ada');
    mallory.describe('b', 'Mallory');
    await pass();
    expect(await texts()).to.include({ a: 'Ada', b: 'Mallory' });
  });

  it('keeps its locks for its tab while that reconnects [R78, R23]', async () => {
    const { join, pass } = await open();
    const ada = await join();
    const id = ada.client.clientId ?? '';
    ada.client.acquireLocks(['t']);
    await pass(500);
    expect(ada.client.holdsLock('t')).to.equal(true);
    ada.setOnline(false);
    const mallory = await join({ accountId: 2, id });
    mallory.client.acquireLocks(['t']);
    await pass(1000);
    expect(mallory.client.holdsLock('t')).to.equal(false);
    ada.setOnline(true);
    await pass(5000);
    expect([ada.client.holdsLock('t'), ada.client.clientId]).to.eql([true, id]);
  });

  it('is replaced in the storage before anything is sent, or a crash would apply edits twice [R78, R5]', async () => {
    const memory = createMemoryStorage();
    let isFrozen = false;
    const frozen: (() => void)[] = [];
    const storage: RoomStorage = {
      ...memory,
      put: (key, value) =>
        isFrozen
          ? new Promise((resolve) => {
              frozen.push(() => void memory.put(key, value).then(resolve));
            })
          : memory.put(key, value),
    };
    const tab = await connectManually({ storage });
    tab.editor.update('a', { altText: 'mine' });
    await flushPromises();
    tab.open();
    const { clientId } = tab.client;
    isFrozen = true;
    tab.receive({ type: 'error', code: 'client_id_taken' });
    tab.clock.advance(1000);
    await flushPromises();
    expect(tab.connections(), 'before it is stored').to.equal(1);
    for (const write of frozen) write();
    await flushPromises();
    tab.clock.advance(1000);
    expect(tab.connections()).to.equal(2);
    tab.open();
    tab.welcome();
    await flushPromises();
    tab.clock.advance(100);
    expect(tab.client.clientId).not.to.equal(clientId);
    expect(tab.sentOps().map(({ mid }) => mid)).to.eql([1]);
    const stored = (await memory.entries()).map(([, op]) => (op as { clientId: string }).clientId);
    expect(stored).to.eql([tab.client.clientId]);
  });

  it('is replaced even if the storage does not work, because the edits would be sent by no one else [R78, R60]', async () => {
    const storage: RoomStorage = {
      ...createMemoryStorage(),
      put: () => Promise.reject(new Error('full')),
    };
    const tab = await connectManually({ storage, onFailure: () => undefined });
    tab.editor.update('a', { altText: 'mine' });
    tab.open();
    tab.receive({ type: 'error', code: 'client_id_taken' });
    await flushPromises();
    tab.clock.advance(1000);
    tab.open();
    tab.welcome();
    tab.clock.advance(100);
    expect([tab.client.status, tab.sentOps().length]).to.eql(['live', 1]);
  });
});

describe('a tab that was duplicated with its storage', () => {
  it('and its copy apply each edit once, whichever is offline meanwhile [R78, R5]', async () => {
    for (const isFirstOffline of [true, false]) {
      const { join, pass, texts, log } = await open();
      const first = await join({ isOnline: false });
      first.describe('a', 'before');
      await flushPromises();
      const copy = await join({ storage: await copyOf(first.storage), isOnline: false });
      expect(copy.editor.stablePage.things['a']?.altText).to.equal('before');
      first.describe('b', 'first');
      copy.describe('c', 'copy');
      const [early, late] = isFirstOffline ? [copy, first] : [first, copy];
      early.setOnline(true);
      await pass(20_000);
      late.setOnline(true);
      await pass(60_000);
      expect([first.client.pendingCount, copy.client.pendingCount]).to.eql([0, 0]);
      expect(await texts()).to.include({ a: 'before', b: 'first', c: 'copy' });
      expect(log.entries).to.have.length(3);
      expect(first.client.clientId).not.to.equal(copy.client.clientId);
      for (const { client } of [first, copy]) client.close();
    }
  });

  it('shows the page of the room when its original has sent what two earlier tabs left [R78, R7]', async () => {
    const { join, pass, texts } = await open();
    const first = await join({ isOnline: false });
    first.describe('a', 'first');
    await flushPromises();
    first.client.close();
    const second = await join({ storage: first.storage, isOnline: false });
    second.describe('b', 'second');
    await flushPromises();
    const copy = await join({ storage: await copyOf(first.storage), isOnline: false });
    second.setOnline(true);
    await pass(10_000);
    const ben = await join({ accountId: 2 });
    ben.describe('b', 'Ben');
    await pass();
    copy.setOnline(true);
    await pass(60_000);
    expect(await texts()).to.include({ a: 'first', b: 'Ben' });
    expect([copy.client.pendingCount, copy.client.page?.things['b']?.altText]).to.eql([0, 'Ben']);
  });

  it('does not get the locks of its original while it sends what that has left [R78, R12]', async () => {
    const { join, pass } = await open();
    const first = await join();
    first.client.acquireLocks(['t']);
    await pass(500);
    const finish = first.holdBack();
    first.describe('a', 'before');
    first.client.flush();
    await flushPromises();
    const storage = await copyOf(first.storage);
    // With these, it would release them: it could not know that its original is open.
    await storage.delete('locks');
    const copy = await join({ storage });
    copy.client.acquireLocks(['t']);
    await pass(2000);
    expect([first.client.holdsLock('t'), copy.client.holdsLock('t')]).to.eql([true, false]);
    finish();
    first.sendNormally();
    await pass(3000);
    expect([first.client.pendingCount, copy.client.pendingCount]).to.eql([0, 0]);
    expect([first.client.holdsLock('t'), copy.client.holdsLock('t')]).to.eql([true, false]);
  });
});

describe('a tab that reconnects before the room notices that its connection is dead', () => {
  it('continues under its id and with its locks, and what arrives late on the old one counts once [R78, R25]', async () => {
    const { join, pass, texts, log } = await open();
    const tab = await join();
    const id = tab.client.clientId;
    tab.client.acquireLocks(['t']);
    await pass(500);
    const deliverLate = tab.holdBack();
    tab.describe('a', 'first');
    tab.client.flush();
    tab.loseHalf();
    tab.sendNormally();
    tab.describe('b', 'second');
    await pass();
    expect([tab.client.status, tab.client.pendingCount, tab.client.clientId]).to.eql([
      'live',
      0,
      id,
    ]);
    deliverLate();
    await pass();
    expect(tab.client.holdsLock('t')).to.equal(true);
    expect(await texts()).to.include({ a: 'first', b: 'second' });
    expect(log.entries).to.have.length(2);
  });
});

describe('a storage', () => {
  it('with the edits of another account sends them in its name only, and keeps them for it [R67, R78]', async () => {
    const { join, pass, texts } = await open();
    const ada = await join({ isOnline: false });
    ada.describe('a', 'Ada');
    await flushPromises();
    ada.client.close();
    const { storage } = ada;
    const { client } = await join({ storage, accountId: 2 });
    await pass();
    expect([client.pendingCount, await texts()]).to.eql([
      0,
      { a: undefined, b: undefined, c: undefined, t: undefined },
    ]);
    client.close();
    const again = await join({ storage });
    await pass();
    expect([again.client.pendingCount, await texts()]).to.eql([
      0,
      { a: 'Ada', b: undefined, c: undefined, t: undefined },
    ]);
  });
});
