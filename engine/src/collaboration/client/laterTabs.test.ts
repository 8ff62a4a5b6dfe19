import { expect } from 'chai';
import { createEditor } from '../../createEditor.ts';
import type { RoomRole } from '../protocol/codes.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';
import { createRoomClient, type RoomClient } from './RoomClient.ts';
import { createMemoryStorage, type RoomStorage } from './RoomStorage.ts';
import type { RoomTransport } from './RoomTransport.ts';

const full = new Error('full');

/** A disk that outlives the tabs using it, one after the other. */
function createDisk() {
  const memory = createMemoryStorage();
  const disk = {
    ...memory,
    failsToPut: (_key: string): boolean => false,
    isFrozen: false,
    keys: async () => (await memory.entries()).map(([key]) => key),
    /** The storage of one tab. */
    open: (): RoomStorage => ({
      entries: memory.entries,
      put: (key, value) =>
        disk.failsToPut(key) ? Promise.reject(full) : disk.write(() => memory.put(key, value)),
      delete: (key) => disk.write(() => memory.delete(key)),
    }),
    write: (act: () => Promise<void>) =>
      disk.isFrozen ? new Promise<void>(() => undefined) : act(),
  };
  return disk;
}

interface TabOptions {
  readonly storage?: RoomStorage;
  readonly accountId?: number;
  readonly isOnline?: boolean;
  readonly role?: RoomRole;
}

/** A room, and tabs that join it. */
async function open() {
  const { clock, room, log } = await openTestRoom();
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
    isOnline = true,
    role = 'owner',
  }: TabOptions = {}) => {
    const editor = createEditor({ page: firstPage() });
    let connections = 0;
    const transport: RoomTransport = {
      connect: ({ onOpen, onMessage, onClose }) => {
        if (!isOnline) return { send: () => undefined, close: () => undefined };
        connections += 1;
        const connection = room.connect({
          session: { accountId, role },
          send: (message) => void Promise.resolve().then(() => onMessage(message)),
          close: (reason) => onClose(reason),
        });
        void Promise.resolve().then(onOpen);
        return {
          send: (message) => connection.receive(JSON.parse(JSON.stringify(message))),
          close: () => {
            connection.disconnected();
            clock.after(1000, () => onClose());
          },
        };
      },
    };
    const client = createRoomClient({
      ...{ transport, storage, clock, accountId, editor },
      random: () => 0.5,
      createId: () => `id-${String(++ids)}`,
      onFailure: () => undefined,
    });
    const rejected: string[] = [];
    client.listen({ onRejected: ({ code }) => rejected.push(code) });
    await pass(1000);
    const describe = (uuid: string, altText: string): unknown => editor.update(uuid, { altText });
    return { editor, client, rejected, describe, connections: () => connections };
  };
  const inRoom = async (uuid: string): Promise<unknown> =>
    (await room.read())?.page.things[uuid]?.altText;
  return { clock, room, log, join, pass, inRoom };
}

const close = async (client: RoomClient): Promise<void> => {
  client.close();
  await flushPromises();
};

describe('the edits of a tab', () => {
  it('reach the room even if an earlier tab could store nothing [R5, R60]', async () => {
    const { join, pass, inRoom } = await open();
    const disk = createDisk();
    const first = await join({ storage: disk.open(), isOnline: false });
    first.describe('a', 'offline');
    await close(first.client);
    disk.failsToPut = () => true;
    const second = await join({ storage: disk.open() });
    second.describe('b', 'second');
    second.describe('t', 'third');
    await pass();
    expect([await inRoom('a'), await inRoom('b'), await inRoom('t')]).to.eql([
      'offline',
      'second',
      'third',
    ]);
    expect([second.client.status, second.client.pendingCount]).to.eql(['live', 0]);
    expect(second.connections(), 'one for each client id').to.equal(2);
    await close(second.client);
    disk.failsToPut = () => false;
    const third = await join({ storage: disk.open() });
    third.describe('c', 'not lost');
    await pass();
    expect([await inRoom('c'), third.client.pendingCount]).to.eql(['not lost', 0]);
    expect(third.rejected).to.eql([]);
  });

  it('reach the room in order, under one id, however many they are and whether or not they can be stored [R5, R25, R60]', async () => {
    const { join, pass, inRoom, log } = await open();
    const disk = createDisk();
    const first = await join({ storage: disk.open() });
    first.client.acquireLocks(['t']);
    await pass(1000);
    expect(first.client.holdsLock('t')).to.equal(true);
    for (let edit = 1; edit <= 1010; edit++) {
      if (edit === 400) disk.failsToPut = () => true;
      first.describe('a', String(edit));
      if (edit % 100 === 0) await pass(1000);
    }
    await pass(10_000);
    expect([first.client.status, first.client.pendingCount, await inRoom('a')]).to.eql([
      'live',
      0,
      '1010',
    ]);
    expect(log.entries).to.have.length(1010);
    expect(new Set(log.entries.map(({ clientId }) => clientId)).size).to.equal(1);
    expect(first.client.holdsLock('t'), 'its lock').to.equal(true);
    await close(first.client);
    disk.failsToPut = () => false;
    const second = await join({ storage: disk.open() });
    second.describe('b', 'not lost');
    await pass();
    expect([await inRoom('b'), second.client.pendingCount]).to.eql(['not lost', 0]);
  });

  it('can be undone when its first edits are acknowledged under an earlier id [R5, R35]', async () => {
    const { join, pass, inRoom } = await open();
    const disk = createDisk();
    const first = await join({ storage: disk.open(), isOnline: false });
    first.describe('a', 'offline');
    await close(first.client);
    disk.failsToPut = () => true;
    const second = await join({ storage: disk.open() });
    second.describe('b', 'second');
    await pass();
    second.editor.undo();
    await pass();
    expect([await inRoom('a'), await inRoom('b')]).to.eql(['offline', undefined]);
  });

  it('are not applied again over the edits of others if the tab was killed before it deleted them [R5, R60]', async () => {
    const { join, pass, inRoom, log } = await open();
    const disk = createDisk();
    disk.failsToPut = (key) => !key.startsWith('op:');
    const ada = await join({ storage: disk.open() });
    ada.describe('a', 'Ada');
    await flushPromises();
    // The tab is killed before it deletes the op.
    disk.isFrozen = true;
    await pass(1000);
    expect(await inRoom('a')).to.equal('Ada');
    await close(ada.client);
    const ben = await join({ accountId: 2 });
    ben.describe('a', 'Ben');
    await pass();
    disk.isFrozen = false;
    disk.failsToPut = () => false;
    expect(await disk.keys()).to.eql(['op:0000000000000001:id-1']);
    const again = await join({ storage: disk.open() });
    await pass();
    expect([await inRoom('a'), again.client.pendingCount]).to.eql(['Ben', 0]);
    again.describe('b', 'Ada');
    await pass();
    expect([await inRoom('b'), log.entries.length]).to.eql(['Ada', 3]);
    expect(await disk.keys()).to.eql([]);
  });

  it('are sent under the client id stored beside them if an older version stored them [R5]', async () => {
    const { join, pass, inRoom, log } = await open();
    const disk = createDisk();
    const first = await join({ storage: disk.open(), isOnline: false });
    first.describe('a', 'offline');
    await close(first.client);
    for (const [key, value] of await disk.entries()) {
      const { clientId: _, ...op } = value as Record<string, unknown>;
      if (key.startsWith('op:')) await disk.put(key, op);
    }
    await disk.delete('identity');
    await disk.put('client', { clientId: 'older', reservedMid: 1000 });
    const second = await join({ storage: disk.open() });
    second.describe('b', 'second');
    await pass();
    expect([await inRoom('a'), await inRoom('b')]).to.eql(['offline', 'second']);
    expect(log.entries.map(({ clientId, mid }) => [clientId === 'older', mid])).to.eql([
      [true, 1],
      [false, 2],
    ]);
  });

  it('are rejected for a role only if the room has not applied them before [R17, R5]', async () => {
    const { join, pass, inRoom } = await open();
    const disk = createDisk();
    const first = await join({ storage: disk.open(), isOnline: false });
    first.describe('a', 'first');
    await close(first.client);
    disk.failsToPut = (key) => !key.startsWith('op:');
    const second = await join({ storage: disk.open() });
    await flushPromises();
    disk.isFrozen = true;
    second.describe('b', 'second');
    await pass();
    disk.isFrozen = false;
    await close(second.client);
    const third = await join({ storage: disk.open(), isOnline: false });
    third.describe('c', 'third');
    await close(third.client);
    const fourth = await join({ storage: disk.open(), role: 'viewer' });
    await pass();
    expect(await Promise.all(['a', 'b', 'c'].map(inRoom))).to.eql(['first', 'second', undefined]);
    expect([fourth.rejected, fourth.client.pendingCount]).to.eql([['not_permitted'], 0]);
    expect(await disk.keys()).to.eql([]);
  });
});
