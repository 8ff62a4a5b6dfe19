import { expect } from 'chai';
import { createEditor } from '../../createEditor.ts';
import type { Editor } from '../../editor/Editor.ts';
import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import { SimClock } from '../testing/SimClock.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';
import { ClientStorage } from './ClientStorage.ts';
import { LeftLocks } from './LeftLocks.ts';
import { createRoomClient, type RoomClient } from './RoomClient.ts';
import { createMemoryStorage, type RoomStorage } from './RoomStorage.ts';
import type { RoomTransport } from './RoomTransport.ts';

/** A storage of which a tab that has ended cannot change anything any more. */
function createDisk() {
  const memory = createMemoryStorage();
  const keys = async () => (await memory.entries()).map(([key]) => key);
  const open = () => {
    let isOpen = true;
    const act = <Value>(call: () => Promise<Value>) =>
      isOpen ? call() : new Promise<Value>(() => undefined);
    const storage: RoomStorage = {
      entries: () => act(memory.entries),
      put: (key, value) => act(() => memory.put(key, value)),
      delete: (key) => act(() => memory.delete(key)),
    };
    return { storage, end: () => void (isOpen = false) };
  };
  return { keys, open };
}

/** A room with a note, and tabs that join it. */
async function openRoom() {
  const { clock, room } = await openTestRoom();
  let ids = 0;
  const pass = async (ms = 2000): Promise<void> => {
    for (let left = ms; left > 0; left -= 100) {
      await flushPromises();
      clock.advance(100);
    }
    await flushPromises();
  };
  const join = async (disk = createDisk(), accountId = 1, hasEditor = true) => {
    const opened = disk.open();
    const editor: Editor | undefined = hasEditor ? createEditor({ page: firstPage() }) : undefined;
    let isAlive = true;
    let isOnline = true;
    const hellos: ClientMessageOf<'hello'>[] = [];
    let end = (): void => undefined;
    let connections = 0;
    const transport: RoomTransport = {
      connect: ({ onOpen, onMessage, onClose }) => {
        if (!isAlive) return { send: () => undefined, close: () => undefined };
        connections += 1;
        const connection = room.connect({
          session: { accountId, role: 'owner' },
          send: (message) =>
            void Promise.resolve().then(() => isAlive && isOnline && onMessage(message)),
          close: (reason) => {
            onClose(reason);
          },
        });
        end = () => {
          connection.disconnected();
        };
        void Promise.resolve().then(onOpen);
        return {
          send: (message) => {
            if (message.type === 'hello') hellos.push(message);
            if (isAlive && isOnline) connection.receive(JSON.parse(JSON.stringify(message)));
          },
          close: () => {
            connection.disconnected();
          },
        };
      },
    };
    const client: RoomClient = createRoomClient({
      ...{ transport, storage: opened.storage, clock, accountId },
      ...(editor && { editor }),
      random: () => 0.5,
      createId: () => `client-${String(++ids)}`,
    });
    /** Ends the tab, without anything being sent or stored. */
    const crash = (): void => {
      isAlive = false;
      opened.end();
      end();
    };
    /** Loses what is sent from now on, without noticing. */
    const goOffline = (): void => void (isOnline = false);
    await pass();
    const mustEditor = (): Editor => {
      if (!editor) throw new Error('without an editor');
      return editor;
    };
    return { editor: mustEditor, client, crash, goOffline, hellos, connections: () => connections };
  };
  const first = await join(createDisk(), 9);
  const [note = ''] = first.editor().add({ type: 'sticky-note' }).unwrap();
  await pass();
  return { join, pass, note, watcher: first };
}

describe('a lock that the tab before had when it ended', () => {
  it('is released by the next tab with its storage, at once [RL20]', async () => {
    const { join, note, watcher } = await openRoom();
    const disk = createDisk();
    const before = await join(disk);
    expect(before.editor().startTextEditing(note)).to.equal(true);
    before.editor().setEditedText('Typed');
    await flushPromises();
    expect(before.client.holdsLock(note)).to.equal(true);
    before.crash();
    const next = await join(disk);
    expect(next.client.locksOfOthers.size).to.equal(0);
    expect(watcher.client.locksOfOthers.size, 'nor for others').to.equal(0);
    expect(next.editor().startTextEditing(note)).to.equal(true);
    await flushPromises();
    expect(next.client.holdsLock(note)).to.equal(true);
    expect(next.connections(), 'one for the release').to.equal(2);
    next.editor().stopTextEditing();
    await flushPromises();
    expect(await disk.keys()).to.eql([]);
  });

  it('is released after the ops that were made under it [RL20]', async () => {
    const { join, note, watcher, pass } = await openRoom();
    const disk = createDisk();
    const before = await join(disk);
    before.editor().startTextEditing(note);
    before.editor().setEditedText('Typed');
    await pass(300);
    // The edit is stored, but neither it nor the release is sent before the tab ends.
    before.editor().stopTextEditing();
    await flushPromises();
    before.editor().startTextEditing(note);
    await flushPromises();
    before.crash();
    const next = await join(disk);
    await pass();
    expect(JSON.stringify(next.editor().stablePage.things[note])).to.include('Typed');
    expect(JSON.stringify(watcher.editor().stablePage.things[note])).to.include('Typed');
    expect([next.client.lostTexts, next.client.locksOfOthers.size]).to.eql([[], 0]);
  });

  it('is released after ops that were made offline, and the tab is then there as itself [RL20]', async () => {
    const { join, note, pass, watcher } = await openRoom();
    const disk = createDisk();
    const before = await join(disk);
    before.editor().startTextEditing(note);
    await pass(300);
    before.goOffline();
    before.editor().stopTextEditing();
    const [added = ''] = before.editor().add({ type: 'sticky-note' }).unwrap();
    before.editor().startTextEditing(note);
    await flushPromises();
    before.crash();
    const next = await join(disk);
    expect(watcher.editor().blocks.has(added)).to.equal(true);
    expect([watcher.client.locksOfOthers.size, next.client.locksOfOthers.size]).to.eql([0, 0]);
    expect(watcher.client.peers.has(next.client.clientId ?? '')).to.equal(true);
    expect(next.editor().startTextEditing(note)).to.equal(true);
    await flushPromises();
    expect(next.client.holdsLock(note)).to.equal(true);
  });

  it('is released without another download of what the tab before did [RL20]', async () => {
    const { join, note, pass } = await openRoom();
    const disk = createDisk();
    const before = await join(disk);
    for (let op = 1; op <= 3; op += 1) {
      before.editor().add({ type: 'sticky-note' }).unwrap();
      await pass(300);
    }
    before.editor().startTextEditing(note);
    await pass(300);
    before.crash();
    const next = await join(disk);
    const [release, own] = next.hellos;
    expect(release?.clientId).to.not.equal(own?.clientId);
    expect(release?.lastMid, 'asks for no acknowledgements').to.be.at.least(3);
    expect(next.client.locksOfOthers.size).to.equal(0);
  });

  it('stays stored while a tab that has not read its storage yet locks a block [RL20]', async () => {
    const memory = createMemoryStorage();
    const left = { clientId: 'before', thingUuids: ['note'], accountId: 1, pageId: 1 };
    await memory.put('locks', left);
    const storage = new ClientStorage(memory, new SimClock(), () => undefined);
    new LeftLocks(storage, { accountId: 1, pageId: 1 }).store('', ['image']);
    await storage.read();
    await flushPromises();
    expect(await memory.entries()).to.eql([['locks', left]]);
  });

  it('is left alone by other tabs and accounts, and by a client that only sends what the tab has left [RL20]', async () => {
    const { join, note } = await openRoom();
    const disk = createDisk();
    const before = await join(disk);
    before.editor().startTextEditing(note);
    await flushPromises();
    const others = [await join(), await join(createDisk(), 2), await join(disk, 1, false)];
    expect(others.map(({ client }) => client.locksOfOthers.has(note))).to.eql([true, true, true]);
    expect(before.client.holdsLock(note)).to.equal(true);
    const stranger = await join(disk, 2);
    expect(stranger.client.locksOfOthers.has(note), 'with the same storage').to.equal(true);
  });

  it('costs nothing where the tab before had none, or its storage is damaged [RL20]', async () => {
    const { join, note, watcher } = await openRoom();
    const disk = createDisk();
    const before = await join(disk);
    before.editor().startTextEditing(note);
    before.editor().stopTextEditing();
    await flushPromises();
    before.crash();
    expect((await join(disk)).connections()).to.equal(1);
    const owner = { clientId: 'before', accountId: 1, pageId: watcher.editor().fields.ID };
    const tooMany = Array.from({ length: 101 }, (_, index) => `block-${String(index)}`);
    const values = [
      { ...owner, clientId: 7, thingUuids: note },
      { ...owner, thingUuids: tooMany },
      { ...owner, thingUuids: [note, ''] },
    ];
    for (const [index, value] of values.entries()) {
      const damaged = createDisk();
      await damaged.open().storage.put('locks', value);
      expect((await join(damaged)).connections(), String(index)).to.equal(1);
    }
  });
});
