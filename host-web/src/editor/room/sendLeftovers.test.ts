import { createEditor, createPage, defaultEnvironment } from '@cobble/engine';
import {
  type Clock,
  createMemoryLog,
  createRoom,
  createRoomClient,
  type RoomRole,
  type RoomStorage,
  type RoomTransport,
} from '@cobble/engine/collaboration';
import { expect } from 'chai';
import { when } from 'mobx';
import { type BrowserTab, createBrowser } from '../../testing/browserTabs.ts';
import { sendLeftovers } from './sendLeftovers.ts';
import { listSlots } from './storedSlots.ts';
import { storageOf, takeStorage } from './takeStorage.ts';

const clock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** A page with a room, and tabs that open it. */
function setUp(role: RoomRole = 'owner', maxBlocks: number | null = null) {
  const page = createPage({ ID: 7 });
  const room = createRoom({ log: createMemoryLog({ page, clock }), clock, maxBlocks });
  let connections = 0;
  const transportOf = (isOnline: boolean): RoomTransport => ({
    connect: ({ onOpen, onMessage, onClose }) => {
      if (!isOnline) return { send: () => undefined, close: () => undefined };
      connections += 1;
      const connection = room.connect({
        session: { accountId: 1, role },
        send: (message) => {
          queueMicrotask(() => {
            onMessage(JSON.parse(JSON.stringify(message)));
          });
        },
        close: onClose,
      });
      queueMicrotask(onOpen);
      return {
        send: (message) => {
          connection.receive(message);
        },
        close: () => {
          connection.disconnected();
        },
      };
    },
  });
  const options = (storage: RoomStorage, isOnline: boolean) => ({
    transport: transportOf(isOnline),
    storage,
    clock,
    accountId: 1,
    random: Math.random,
    createId: defaultEnvironment.createId,
  });
  const join = async (tab: BrowserTab, isOnline = true) => {
    const taken = await takeStorage({ ...tab, accountId: 1, pageId: 7 });
    const editor = createEditor({ page });
    const client = createRoomClient({ ...options(taken.storage, isOnline), editor, baseSeq: 0 });
    return { ...taken, editor, client };
  };
  /** Adds a note in a tab that is offline, and closes the tab. */
  const leaveNote = async (tab: BrowserTab): Promise<string> => {
    const { editor, client, storage } = await join(tab, false);
    while (client.clientId === null) await new Promise((resolve) => setTimeout(resolve, 1));
    const [uuid = ''] = editor.add({ type: 'sticky-note' }).unwrap();
    while (!(await storage.entries()).some(([key]) => key.startsWith('op:')));
    client.close();
    tab.close();
    return uuid;
  };
  const send = (tab: BrowserTab, client: Awaited<ReturnType<typeof join>>['client']) => {
    const failures: unknown[] = [];
    const rejected: number[] = [];
    const stop = sendLeftovers({
      ...{ database: tab.database, locks: tab.locks, accountId: 1, pageId: 7, client },
      createClient: (storage, baseSeq) => createRoomClient({ ...options(storage, true), baseSeq }),
      onRejected: (count) => rejected.push(count),
      onFailure: (error) => failures.push(error),
    });
    return { stop, failures, rejected };
  };
  return { room, join, leaveNote, send, connections: () => connections };
}

/** Mocha's time limit is long enough for a busy machine. */
const until = (condition: () => boolean) => when(condition);

for (const isReliable of [true, false])
  describe(`the edits that closed tabs have left, ${isReliable ? 'with' : 'without'} reliable locks`, () => {
    it('all get sent by the next tab that opens the page, and their storages are deleted [LR7]', async () => {
      const { join, leaveNote, send, room } = setUp();
      const open = createBrowser({ isReliable });
      const tabs = [open(), open(), open()];
      const left: string[] = [];
      for (const tab of tabs) left.push(await leaveNote(tab));
      const tab = open();
      const { editor, client, release } = await join(tab);
      const { stop, failures } = send(tab, client);
      await until(() => left.every((uuid) => editor.blocks.has(uuid)));
      await until(() => client.pendingCount === 0);
      while ((await listSlots(tab.database)).length > 1)
        await new Promise((resolve) => setTimeout(resolve, 5));
      stop();
      client.close();
      await release();
      expect(await listSlots(tab.database)).to.eql([]);
      expect(failures).to.eql([]);
      await room.close();
    });

    it('stay where they are while there is no connection [LR7]', async () => {
      const { join, leaveNote, send, connections, room } = setUp();
      const open = createBrowser({ isReliable });
      for (const tab of [open(), open()]) await leaveNote(tab);
      const tab = open();
      const { client } = await join(tab, false);
      const { stop } = send(tab, client);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(connections()).to.equal(0);
      const ops = (await listSlots(tab.database)).reduce((sum, each) => sum + each.ops, 0);
      expect(ops).to.equal(2);
      stop();
      client.close();
      await room.close();
    });
  });

describe('sendLeftovers', () => {
  it('leaves alone the edits of a page that its account may only view at the moment, instead of sending them over and over [LR7]', async () => {
    const { join, leaveNote, send, room, connections } = setUp('viewer');
    const open = createBrowser();
    await leaveNote(open());
    const tab = open();
    const [left] = await listSlots(tab.database);
    const unlock = await tab.locks.take(left?.id ?? '');
    const { client } = await join(tab);
    unlock?.();
    // Looked at after what is left, and deleted.
    await storageOf(tab.database, { accountId: 1, pageId: 9, id: 'empty' }).put('locks', {});
    const { stop } = send(tab, client);
    while ((await listSlots(tab.database)).some(({ id }) => id === 'empty'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    stop();
    expect((await listSlots(tab.database)).map(({ id, ops }) => [id, ops])).to.eql([[left?.id, 1]]);
    expect(connections(), 'its own').to.equal(1);
    client.close();
    await room.close();
  });

  it('says how many edits the room has rejected, which are gone from then on [LR7, LR15]', async () => {
    const { join, leaveNote, send, room } = setUp('owner', 1);
    const open = createBrowser();
    await leaveNote(open());
    const tab = open();
    const [left] = await listSlots(tab.database);
    const unlock = await tab.locks.take(left?.id ?? '');
    const { client, release } = await join(tab);
    unlock?.();
    const { stop, rejected } = send(tab, client);
    while (rejected.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(rejected).to.eql([1]);
    stop();
    client.close();
    await release();
    await room.close();
  });

  it('leaves alone what an open tab uses, and what belongs to another account or page [LR7, LR8]', async () => {
    const { join, leaveNote, send, room, connections } = setUp();
    const open = createBrowser();
    const offline = open();
    const other = await join(offline, false);
    other.editor.add({ type: 'sticky-note' }).unwrap();
    while (!(await other.storage.entries()).some(([key]) => key.startsWith('op:')));
    const others = open();
    for (const [accountId, pageId] of [
      [2, 7],
      [1, 8],
    ] as const) {
      const { storage } = await takeStorage({ ...others, accountId, pageId });
      await storage.put('op:1', 1);
    }
    others.close();
    const tab = open();
    const { client, release } = await join(tab);
    const { stop } = send(tab, client);
    await until(() => client.status === 'live');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(connections(), 'its own').to.equal(1);
    stop();
    client.close();
    await release();
    expect((await listSlots(tab.database)).map(({ ops }) => ops)).to.eql([1, 1, 1]);
    other.client.close();
    await leaveNote(open());
    await room.close();
  });

  it('deletes what closed tabs of any page have left without edits, and does not connect for entries that it cannot read again and again [LR7]', async () => {
    const { join, send, room, connections } = setUp();
    const open = createBrowser();
    const closed = open();
    for (const [key, accountId, pageId] of [
      ['identity', 1, 7],
      ['identity', 2, 9],
      ['op:broken', 1, 7],
    ] as const) {
      const { storage } = await takeStorage({ ...closed, accountId, pageId });
      await storage.put(key, 'nonsense');
    }
    const tab = open();
    const { client } = await join(tab);
    closed.close();
    const { stop } = send(tab, client);
    await until(() => client.status === 'live');
    const slots = async () =>
      (await listSlots(tab.database)).map(({ ops, pageId }) => [ops, pageId]);
    while ((await slots()).length > 1) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await slots()).to.eql([[1, 7]]);
    const connected = connections();
    client.reconnect();
    await until(() => client.status === 'live');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(connections()).to.equal(connected + 1);
    stop();
    client.close();
    await room.close();
  });
});
