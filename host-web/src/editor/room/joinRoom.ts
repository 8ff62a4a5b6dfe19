import type { Editor } from '@cobble/engine';
import { defaultEnvironment } from '@cobble/engine';
import { createRoomClient, type RoomClient, type RoomStorage } from '@cobble/engine/collaboration';
import { reaction } from 'mobx';
import type { AccountStore } from '../../stores/AccountStore.ts';
import { tabStorage } from '../../stores/LocalValue.ts';
import { keepLocalPage } from './keepLocalPage.ts';
import { localPages, roomDatabase } from '../../device/onDevice.ts';
import { SLOT_RELEASED } from '../../device/slotReleased.ts';
import { reportUnlessStorage } from '../../device/storageFailures.ts';
import { rememberQuiet, wasQuiet } from './rememberQuiet.ts';
import { sendLeftovers } from './sendLeftovers.ts';
import { type RoomRefusal, socketTransport } from './socketTransport.ts';
import { takeStorage } from './takeStorage.ts';
import { tellRejected } from './tellRejected.ts';
import { tabClock, tabLocks } from './thisTab.ts';
import { watchConnection } from './watchConnection.ts';

/** The room of an open page. */
export interface JoinedRoom {
  readonly client: RoomClient;
  /** Leaves the room. What is not acknowledged stays in the browser, and is sent the next time. */
  readonly leave: () => void;
}

/** Options of {@link joinRoom}. */
export interface JoinRoomOptions {
  readonly editor: Editor;
  /** Who joins. */
  readonly accountId: number;
  /** The seq that the editor's page corresponds to; null if it is in no version of the stream. */
  readonly baseSeq: number | null;
  /** The page's address, at which it can be opened offline. */
  readonly address: { readonly siteSlug: string; readonly pageSlug: string };
  readonly isPublished: boolean;
  readonly account: Pick<
    AccountStore,
    'hasExpired' | 'checkRenewed' | 'isStillSignedIn' | 'noteSession'
  >;
  /** The server admits the client to the room no more, or not before the user has logged in again. */
  readonly onRefused: (code: RoomRefusal) => void;
}

/**
 * Connects an editor to the room of its page. Resolves before the room has responded, once the tab
 * has a storage for what it edits. Never rejects.
 */
export async function joinRoom(options: JoinRoomOptions): Promise<JoinedRoom> {
  const { editor, accountId, baseSeq, account, address, isPublished } = options;
  const pageId = editor.fields.ID;
  const owner = { database: roomDatabase, locks: tabLocks, accountId, pageId };
  const taken = await takeStorage({ ...owner, tab: tabStorage() });
  const createTransport = () =>
    socketTransport({
      pageId,
      isSignedIn: () => account.isStillSignedIn(),
      onRefused: (code) => {
        if (code === 'err_unauthorized') account.noteSession(true);
        else localPages.remove(accountId, pageId).catch(reportUnlessStorage);
        options.onRefused(code);
      },
    });
  const common = {
    ...{ clock: tabClock, random: Math.random, createId: defaultEnvironment.createId, accountId },
    isQuiet: wasQuiet(accountId),
    onFailure: reportUnlessStorage,
  };
  const transport = createTransport();
  const client = createRoomClient({
    ...common,
    ...{ transport, storage: taken.storage, editor, baseSeq },
  });
  const createClient = (storage: RoomStorage, leftSeq: number | null): RoomClient =>
    createRoomClient({
      ...common,
      ...{ transport: createTransport(), storage, baseSeq: leftSeq },
      ...{ kits: editor.kits, maxBlocks: editor.maxBlocks },
    });
  const stops = [
    watchConnection({ client, transport }),
    sendLeftovers({
      ...{ ...owner, client, createClient, onFailure: reportUnlessStorage },
      onRejected: (count) => void tellRejected(count, { accountId, pageId }),
    }),
    watchSession(account),
    rememberQuiet(client, accountId),
    reaction(
      () => account.hasExpired,
      (hasExpired) => {
        if (!hasExpired && client.status === 'refused') client.reconnect();
      },
    ),
    keepLocalPage({
      client,
      // Others may use this browser, too [PB8].
      pages: {
        save: (page) =>
          page.page.isPublic && client.status !== 'refused'
            ? localPages.save(page)
            : localPages.remove(accountId, pageId),
      },
      describe: () => ({ ...address, accountId, isPublished }),
    }),
  ];
  return {
    client,
    leave: () => {
      for (const stop of stops.toReversed()) stop();
      client.close();
      void taken.release().then(() => {
        window.dispatchEvent(new Event(SLOT_RELEASED));
      });
    },
  };
}

/** Checks whether the user has logged in again, as in another tab, when they come back to this one. */
function watchSession(account: JoinRoomOptions['account']): () => void {
  const check = (): void => {
    if (account.hasExpired) void account.checkRenewed();
  };
  window.addEventListener('focus', check);
  return () => {
    window.removeEventListener('focus', check);
  };
}
