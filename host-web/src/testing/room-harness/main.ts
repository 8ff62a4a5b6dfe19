import { createEditor, defaultEnvironment, type Editor } from '@cobble/engine';
import {
  type Clock,
  createRoomClient,
  type RoomClient,
  type RoomStorage,
  type RoomTransport,
} from '@cobble/engine/collaboration';
import { migratePage } from '@cobble/engine/migrations';
import { calls } from '@cobble/host-server/contract';
import { ApiClient } from '../../api/ApiClient.ts';
import { keepLocalPage } from '../../editor/room/keepLocalPage.ts';
import { LocalPages } from '../../device/LocalPages.ts';
import { RoomDatabase } from '../../device/RoomDatabase.ts';
import { sendLeftovers } from '../../editor/room/sendLeftovers.ts';
import { channelLocks, slotLocks } from '../../editor/room/SlotLocks.ts';
import { type SocketTransport, socketTransport } from '../../editor/room/socketTransport.ts';
import { listSlots, type StoredSlot } from '../../editor/room/storedSlots.ts';
import { takeStorage } from '../../editor/room/takeStorage.ts';
import { watchConnection } from '../../editor/room/watchConnection.ts';

/** A page of the real server, in its room, without an interface: `window.room`. */
export interface RoomHarness {
  readonly editor: Editor;
  readonly client: RoomClient;
  /** The number of connections that the tab's own client has begun. */
  readonly connections: number;
  /** Codes with which the server has refused the client. */
  readonly refusals: readonly string[];
  /** Whether the page came from this browser. */
  readonly isLocal: boolean;
  /** Adds an empty sticky note and returns its id. */
  readonly addNote: () => string;
  /** Adds sticky notes with a text in one edit, and returns their ids. */
  readonly addNotes: (count: number, text: string) => readonly string[];
  readonly listSlots: () => Promise<readonly StoredSlot[]>;
  /** Keeps the page for opening it offline, and gives the storage back. */
  readonly leave: () => Promise<void>;
}

/** How a page is opened. */
export interface OpenOptions {
  readonly site: string;
  readonly page: string;
  /** Another page's room to join. */
  readonly roomOf?: number;
  /** Whether to get the whole page from the room; default: what has changed. */
  readonly needsPage?: boolean;
  /** Whether connections fail. */
  readonly isOffline?: boolean;
}

declare global {
  interface Window {
    openRoom: (options: OpenOptions) => Promise<void>;
    room: RoomHarness;
    channelLocks: typeof channelLocks;
  }
}

const clock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

const api = new ApiClient();
const database = new RoomDatabase();
const pages = new LocalPages(database);
const locks = slotLocks();

async function load({ site, page: slug }: OpenOptions) {
  try {
    const { account } = await api.call(calls.getAccount, {});
    const received = await api.call(calls.getPage, { query: { site, page: slug } });
    localStorage.setItem('account', String(account?.ID));
    const { page } = migratePage(received);
    return { accountId: account?.ID ?? -1, page, seq: page.revision, isLocal: false };
  } catch {
    const accountId = Number(localStorage.getItem('account'));
    const found = await pages.find(site, slug, accountId);
    if (!found) throw new Error('The page is not on this device');
    return { accountId, page: found.page, seq: found.seq, isLocal: true };
  }
}

window.channelLocks = channelLocks;
window.openRoom = async (options) => {
  const { accountId, page, seq, isLocal } = await load(options);
  const { roomOf = page.ID, isOffline = false, needsPage = false } = options;
  const taken = await takeStorage({
    ...{ database, locks, accountId, pageId: page.ID },
    tab: sessionStorage,
    // A busy machine may be slow, but its database works.
    databaseMs: 60_000,
  });
  const refusals: string[] = [];
  let connections = 0;
  const createTransport = (): SocketTransport =>
    socketTransport({
      pageId: roomOf,
      isSignedIn: async () => (await api.call(calls.getAccount, {})).email !== null,
      onRefused: (code) => refusals.push(code),
    });
  const transport = createTransport();
  const counted: RoomTransport = {
    connect: (handlers) => {
      connections += 1;
      if (!isOffline) return transport.connect(handlers);
      setTimeout(handlers.onClose);
      return { send: () => undefined, close: () => undefined };
    },
  };
  const editor = createEditor({ page });
  const create = (storage: RoomStorage, more: object) =>
    createRoomClient({
      ...{ transport: counted, storage, clock, accountId },
      random: Math.random,
      createId: defaultEnvironment.createId,
      onFailure: reportError,
      ...more,
    });
  const client = create(taken.storage, { editor, baseSeq: needsPage ? null : seq });
  const describe = () => ({
    ...{ accountId, siteSlug: options.site, pageSlug: options.page, isPublished: true },
  });
  const stops = [
    watchConnection({ client, transport }),
    keepLocalPage({ client, pages, describe, onFailure: reportError }),
    sendLeftovers({
      ...{ database, locks, accountId, pageId: page.ID, client },
      createClient: (storage, baseSeq) =>
        create(storage, { transport: createTransport(), baseSeq }),
      onRejected: (count) => {
        reportError(new Error(`The room has rejected ${count} edits`));
      },
      onFailure: reportError,
    }),
  ];
  window.room = {
    ...{ editor, client, refusals, isLocal },
    get connections() {
      return connections;
    },
    addNote: () => {
      const [uuid = ''] = editor.add({ type: 'sticky-note' }).unwrap();
      return uuid;
    },
    addNotes: (count, text) => {
      const note = { type: 'sticky-note', content: { stickyNoteText: { text } } } as const;
      return editor.add(Array.from({ length: count }, () => note)).unwrap();
    },
    listSlots: () => listSlots(database),
    leave: async () => {
      for (const stop of stops) stop();
      client.close();
      await taken.release();
    },
  };
};
