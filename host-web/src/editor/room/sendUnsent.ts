import type { Clock, RoomClient, RoomStorage } from '@cobble/engine/collaboration';
import { autorun } from 'mobx';
import type { RoomDatabase } from '../../device/RoomDatabase.ts';
import type { SlotLocks } from './SlotLocks.ts';
import { deleteIfEmpty, listSlots, type StoredSlot } from './storedSlots.ts';
import { storageOf } from './takeStorage.ts';
import type { UnsendableSlots } from '../../device/UnsendableSlots.ts';

/** Options of {@link sendUnsent}. */
export interface SendUnsentOptions {
  readonly database: RoomDatabase;
  readonly locks: SlotLocks;
  readonly clock: Pick<Clock, 'after'>;
  readonly accountId: number;
  /** What is not tried; receives what turns out to be so. */
  readonly unsendable: UnsendableSlots;
  /** Creates a client without an editor for a page. */
  readonly createClient: (pageId: number, storage: RoomStorage) => RoomClient;
}

/** How long a room may take to respond before the next page has its turn. */
const PATIENCE_MS = 10_000;

/**
 * Sends the edits that tabs have left on all pages of an account, over one connection at a time, in
 * one tab of the browser [LR15]. Texts that a room does not apply stay for the next tab that opens
 * the page [LR10]. Returns whether all of them were sent that can be; if not, they are in use by a
 * tab or a room did not respond.
 */
export async function sendUnsent(options: SendUnsentOptions): Promise<boolean> {
  const { database, locks, accountId, unsendable } = options;
  const endTurn = await locks.take(`unsent.${accountId}`);
  if (!endTurn) return false;
  try {
    let isComplete = true;
    for (const slot of await listSlots(database)) {
      if (slot.accountId !== accountId || slot.ops === 0 || unsendable.has(slot)) continue;
      if (!(await sendSlot(options, slot))) isComplete = false;
    }
    return isComplete;
  } finally {
    endTurn();
  }
}

/** Returns false if it should be tried again. */
async function sendSlot(
  { database, locks, clock, unsendable, createClient }: SendUnsentOptions,
  slot: StoredSlot,
): Promise<boolean> {
  const unlock = await locks.take(slot.id);
  if (!unlock) return false;
  try {
    const storage = storageOf(database, slot);
    const client = createClient(slot.pageId, storage);
    const { status, isSent } = await clientEnd(client, clock).finally(() => {
      client.close();
      return storage.settled();
    });
    const isDeleted = await deleteIfEmpty(database, slot);
    if (isDeleted) return true;
    // The next load of the app or the next login tries again.
    if (status === 'refused') unsendable.addPage(slot.pageId);
    else if (status === 'upgrade_required') unsendable.addSlot(slot);
    else if (isSent) {
      // What is left is a text that the room has not applied, or an op that no client can read.
      const [left] = (await listSlots(database, slot)).filter(({ id }) => id === slot.id);
      if (left && left.ops > 0) unsendable.addSlot(left);
    } else return false;
    return true;
  } finally {
    unlock();
  }
}

/** Waits until a client has sent everything, may not, or makes no progress. */
function clientEnd(
  client: RoomClient,
  clock: Pick<Clock, 'after'>,
): Promise<{ readonly status: RoomClient['status']; readonly isSent: boolean }> {
  return new Promise((resolve) => {
    let cancel = (): void => undefined;
    const isSent = (): boolean => client.status === 'live' && client.pendingCount === 0;
    const end = (): void => {
      stop();
      cancel();
      resolve({ status: client.status, isSent: isSent() });
    };
    const isOver = (): boolean =>
      isSent() || client.status === 'refused' || client.status === 'upgrade_required';
    const stop = autorun(() => {
      cancel();
      // Each acknowledged op is progress.
      const { pendingCount } = client;
      if (pendingCount >= 0 && isOver()) queueMicrotask(end);
      else cancel = clock.after(PATIENCE_MS, end);
    });
  });
}
