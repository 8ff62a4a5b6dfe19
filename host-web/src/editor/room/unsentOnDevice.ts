import { defaultEnvironment, maxBlocksOf } from '@cobble/engine';
import { createRoomClient } from '@cobble/engine/collaboration';
import { localPages, roomDatabase } from '../../device/onDevice.ts';
import { reportUnlessStorage } from '../../device/storageFailures.ts';
import type { SendingSession } from '../../stores/UnsentStore.ts';
import { wasQuiet } from './rememberQuiet.ts';
import { sendUnsent } from './sendUnsent.ts';
import { socketTransport } from './socketTransport.ts';
import { tellRejected } from './tellRejected.ts';
import { tabClock, tabLocks } from './thisTab.ts';
import type { UnsendableSlots } from '../../device/UnsendableSlots.ts';

/** Sends what this device has not sent of an account, as {@link sendUnsent} says. */
export function sendFromDevice(
  session: SendingSession,
  unsendable: UnsendableSlots,
): Promise<boolean> {
  const { account } = session;
  if (!account) return Promise.resolve(true);
  const accountId = account.ID;
  const maySend = (): boolean =>
    session.account?.ID === accountId &&
    session.state === 'signed-in' &&
    !session.hasExpired &&
    navigator.onLine;
  return sendUnsent({
    ...{ database: roomDatabase, locks: tabLocks, clock: tabClock, accountId, unsendable },
    maySend,
    onRejected: (pageId, count) => {
      void tellRejected(count, { accountId, pageId });
    },
    createClient: (pageId, storage) =>
      createRoomClient({
        transport: socketTransport({
          pageId,
          isSignedIn: () => session.isStillSignedIn(),
          onRefused: (code) => {
            // A connection of an account that has signed out meanwhile says nothing about this one.
            if (session.account?.ID !== accountId) return;
            if (code === 'err_unauthorized') {
              session.noteSession(true);
              return;
            }
            unsendable.addPage(pageId);
            localPages.remove(accountId, pageId).catch(reportUnlessStorage);
          },
        }),
        ...{ storage, clock: tabClock, random: Math.random, accountId },
        createId: defaultEnvironment.createId,
        isQuiet: wasQuiet(accountId),
        maxBlocks: maxBlocksOf(account),
        onFailure: reportUnlessStorage,
      }),
  });
}
