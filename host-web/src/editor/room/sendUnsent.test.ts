import { createPage, createEditor, defaultEnvironment, type Page } from '@cobble/engine';
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
import { observable, runInAction } from 'mobx';
import { type BrowserTab, createBrowser } from '../../testing/browserTabs.ts';
import { countUnsent } from './countUnsent.ts';
import { sendUnsent } from './sendUnsent.ts';
import { listSlots } from './storedSlots.ts';
import { storageOf, takeStorage } from './takeStorage.ts';
import { UnsendableSlots } from '../../device/UnsendableSlots.ts';

const clock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

const OFFLINE: RoomTransport = {
  connect: () => ({ send: () => undefined, close: () => undefined }),
};

/** @param editorVersion that of the rooms' pages, if it is a newer one */
function setUp({
  editorVersion,
  maxBlocks = null,
}: { readonly editorVersion?: string; readonly maxBlocks?: number | null } = {}) {
  const pages = new Map([7, 8].map((ID) => [ID, createPage({ ID })] as const));
  const roomOf = (own: Page) => {
    const page = editorVersion ? { ...own, settings: { ...own.settings, editorVersion } } : own;
    return createRoom({ log: createMemoryLog({ page, clock }), clock, maxBlocks });
  };
  const rooms = new Map([...pages].map(([ID, page]) => [ID, roomOf(page)] as const));
  let role: RoomRole = 'owner';
  const unsendable = new UnsendableSlots();
  const open = createBrowser();
  const connected: number[] = [];
  let most = 0;
  let current = 0;
  const refused = new Set<number>();
  /** Pages whose rooms find that another account has signed in. */
  const mismatched = new Set<number>();
  const silent = new Set<number>();
  const transportOf = (pageId: number): RoomTransport => ({
    connect: ({ onOpen, onMessage, onClose }) => {
      connected.push(pageId);
      const room = rooms.get(pageId);
      if (!room || refused.has(pageId) || mismatched.has(pageId)) {
        queueMicrotask(() => {
          onClose('refused');
          if (!mismatched.has(pageId)) unsendable.addPage(pageId);
        });
        return { send: () => undefined, close: () => undefined };
      }
      if (silent.has(pageId)) return { send: () => undefined, close: () => undefined };
      current += 1;
      most = Math.max(most, current);
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
          current -= 1;
          connection.disconnected();
        },
      };
    },
  });
  const clientOf = (pageId: number, storage: RoomStorage, isOnline = true) => ({
    ...{ transport: isOnline ? transportOf(pageId) : OFFLINE, storage, clock, accountId: 1 },
    ...{ random: Math.random, createId: defaultEnvironment.createId },
  });
  /** Adds a note in a tab that is offline, and closes the tab. */
  const leaveNote = async (pageId: number): Promise<string> => {
    const tab = open();
    const { storage } = await takeStorage({ ...tab, accountId: 1, pageId });
    const page = pages.get(pageId);
    if (!page) throw new Error('There is no such page');
    const editor = createEditor({ page });
    const client = createRoomClient({ ...clientOf(pageId, storage, false), editor, baseSeq: 0 });
    while (client.clientId === null) await new Promise((resolve) => setTimeout(resolve, 1));
    const [uuid = ''] = editor.add({ type: 'sticky-note' }).unwrap();
    while (!(await storage.entries()).some(([key]) => key.startsWith('op:')));
    client.close();
    tab.close();
    return uuid;
  };
  const rejected: (readonly [pageId: number, count: number])[] = [];
  let sending = 0;
  /** Ends as soon as a silent room has been asked, and never for another one. */
  const patience = (isImpatient: boolean): Pick<Clock, 'after'> => ({
    after: (_, run) => {
      const timer = setInterval(() => {
        if (!isImpatient || !silent.has(sending) || !connected.includes(sending)) return;
        clearInterval(timer);
        run();
      }, 1);
      return () => {
        clearInterval(timer);
      };
    },
  });
  const send = (tab: BrowserTab, maySend = () => true, isImpatient = true) =>
    sendUnsent({
      ...{
        database: tab.database,
        locks: tab.locks,
        clock: patience(isImpatient),
        accountId: 1,
        unsendable,
      },
      maySend,
      onRejected: (pageId, count) => rejected.push([pageId, count]),
      createClient: (pageId, storage) => {
        sending = pageId;
        return createRoomClient(clientOf(pageId, storage));
      },
    });
  const has = async (pageId: number, uuid: string): Promise<boolean> => {
    const tab = open();
    const { storage } = await takeStorage({ ...tab, accountId: 2, pageId });
    const client = createRoomClient(clientOf(pageId, storage));
    while (client.status !== 'live') await new Promise((resolve) => setTimeout(resolve, 1));
    const found = client.page?.things[uuid] !== undefined;
    client.close();
    tab.close();
    return found;
  };
  const count = async (tab: BrowserTab) => [
    ...(await countUnsent(tab.database, 1, unsendable)).entries(),
  ];
  const close = () => Promise.all([...rooms.values()].map((room) => room.close()));
  return {
    ...{
      open,
      leaveNote,
      send,
      has,
      count,
      close,
      refused,
      mismatched,
      silent,
      connected,
      unsendable,
    },
    most: () => most,
    rejected,
    setRole: (next: RoomRole) => {
      role = next;
    },
  };
}

describe('sendUnsent', () => {
  it('sends what is left on all pages without opening them, over one connection at a time [LR15]', async () => {
    const { open, leaveNote, send, has, count, close, most } = setUp();
    const notes = [
      [7, await leaveNote(7)],
      [8, await leaveNote(8)],
    ] as const;
    const tab = open();
    expect(await count(tab)).to.eql([
      [7, 1],
      [8, 1],
    ]);
    expect(await send(tab)).to.equal(true);
    expect(await listSlots(tab.database)).to.eql([]);
    expect(await count(tab)).to.eql([]);
    expect(most()).to.equal(1);
    for (const [pageId, uuid] of notes) expect(await has(pageId, uuid)).to.equal(true);
    await close();
  });

  it('sends nothing in two tabs at once, or that an open tab uses [LR15]', async () => {
    const { open, leaveNote, send, connected, close } = setUp();
    await leaveNote(7);
    const [tab, other] = [open(), open()];
    const [slot] = await listSlots(tab.database);
    const unlock = await other.locks.take(slot?.id ?? '');
    expect(await send(tab), 'in use').to.equal(false);
    unlock?.();
    const endTurn = await other.locks.take('unsent.1');
    expect(await send(tab), 'the turn of another tab').to.equal(false);
    expect(connected).to.eql([]);
    endTurn?.();
    expect(await send(tab)).to.equal(true);
    expect(connected).to.eql([7]);
    await close();
  });

  it('keeps the edits of a page that is gone, and does not connect to it again and again [LR15]', async () => {
    const { open, leaveNote, send, count, connected, refused, unsendable, close } = setUp();
    await leaveNote(7);
    await leaveNote(8);
    refused.add(7);
    const tab = open();
    expect(await send(tab)).to.equal(true);
    expect(await send(tab)).to.equal(true);
    expect(connected).to.eql([7, 8]);
    expect(await count(tab)).to.eql([]);
    expect((await listSlots(tab.database)).map(({ pageId, ops }) => [pageId, ops])).to.eql([
      [7, 1],
    ]);
    refused.clear();
    unsendable.clear();
    expect(await send(tab)).to.equal(true);
    expect(await listSlots(tab.database)).to.eql([]);
    await close();
  });

  it('keeps the edits of a page that its account may only view at the moment, or nobody would learn that they were rejected [LR15]', async () => {
    const { open, leaveNote, send, has, count, setRole, connected, unsendable, close } = setUp();
    const uuid = await leaveNote(7);
    setRole('viewer');
    const tab = open();
    expect(await send(tab)).to.equal(true);
    expect(await send(tab)).to.equal(true);
    expect(connected).to.eql([7]);
    expect(await count(tab)).to.eql([]);
    expect((await listSlots(tab.database)).map(({ ops }) => ops)).to.eql([1]);
    setRole('owner');
    unsendable.clear();
    expect(await send(tab)).to.equal(true);
    expect(await has(7, uuid)).to.equal(true);
    await close();
  });

  it('keeps the edits of a page that a newer build has made, or a tab that was not reloaded would discard them [LR15]', async () => {
    const { open, leaveNote, send, close } = setUp({ editorVersion: '99.0.0' });
    await leaveNote(7);
    const tab = open();
    expect(await send(tab)).to.equal(true);
    expect((await listSlots(tab.database)).map(({ ops }) => ops)).to.eql([1]);
    await close();
  });

  it('says how many edits a room has rejected, which are gone from then on [LR15]', async () => {
    const { open, leaveNote, send, rejected, close } = setUp({ maxBlocks: 1 });
    await leaveNote(7);
    await leaveNote(7);
    const tab = open();
    expect(await send(tab)).to.equal(true);
    expect(rejected).to.eql([[7, 2]]);
    expect(await listSlots(tab.database)).to.eql([]);
    await close();
  });

  it('tries again what another account could not send, or the edits would stay behind when their author is back [LR8, LR15]', async () => {
    const { open, leaveNote, send, has, count, mismatched, unsendable, close } = setUp();
    const uuid = await leaveNote(7);
    mismatched.add(7);
    const tab = open();
    expect(await send(tab)).to.equal(false);
    expect(await count(tab)).to.eql([[7, 1]]);
    expect(unsendable.has({ id: '', pageId: 7, ops: 1 })).to.equal(false);
    mismatched.clear();
    expect(await send(tab)).to.equal(true);
    expect(await has(7, uuid)).to.equal(true);
    await close();
  });

  it('stops when its account is signed out, instead of connecting for each page as nobody or someone else [LR8, LR15]', async () => {
    const { open, leaveNote, send, silent, connected, count, close } = setUp();
    await leaveNote(7);
    await leaveNote(8);
    const tab = open();
    const isSignedIn = observable.box(true);
    // The first room never responds.
    silent.add(7);
    const sent = send(tab, () => isSignedIn.get(), false);
    while (!connected.includes(7)) await new Promise((resolve) => setTimeout(resolve, 1));
    runInAction(() => {
      isSignedIn.set(false);
    });
    expect(await sent).to.equal(false);
    expect(connected).to.eql([7]);
    expect(await count(tab)).to.eql([
      [7, 1],
      [8, 1],
    ]);
    await close();
  });

  it('tries again what it could not read, or the edits would count as unsendable after a short failure of the disk [LR5, LR15]', async () => {
    const { open, leaveNote, send, has, count, close } = setUp();
    const uuid = await leaveNote(7);
    const tab = open();
    const [slot] = await listSlots(tab.database);
    if (!slot) throw new Error('There is no slot');
    const storage = storageOf(tab.database, slot);
    const entries = storage.entries.bind(storage);
    storage.entries = () => Promise.reject(new DOMException('broken', 'UnknownError'));
    expect(await send(tab)).to.equal(false);
    expect(await count(tab)).to.eql([[7, 1]]);
    storage.entries = entries;
    expect(await send(tab)).to.equal(true);
    expect(await has(7, uuid)).to.equal(true);
    await close();
  });

  it('goes on with the other pages while one room does not respond [LR15]', async () => {
    const { open, leaveNote, send, count, silent, close } = setUp();
    await leaveNote(7);
    await leaveNote(8);
    silent.add(7);
    const tab = open();
    expect(await send(tab), 'to be tried again').to.equal(false);
    expect(await count(tab)).to.eql([[7, 1]]);
    silent.clear();
    expect(await send(tab)).to.equal(true);
    expect(await count(tab)).to.eql([]);
    await close();
  });
});
