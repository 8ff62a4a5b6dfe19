import type { Clock, RoomClient, RoomStorage } from '@cobble/engine/collaboration';
import { autorun } from 'mobx';
import type { RoomDatabase } from '../../device/RoomDatabase.ts';
import type { UnsendableSlots } from '../../device/UnsendableSlots.ts';
import { countRejected } from './countRejected.ts';
import { mayOnlyView } from './mayOnlyView.ts';
import type { SlotLocks } from './SlotLocks.ts';
import { deleteIfEmpty, listSlots, type StoredSlot } from './storedSlots.ts';
import { storageOf } from './takeStorage.ts';

/** Options of {@link sendUnsent}. */
export interface SendUnsentOptions {
  readonly database: RoomDatabase;
  readonly locks: SlotLocks;
  readonly clock: Pick<Clock, 'after'>;
  readonly accountId: number;
  /** Whether to go on: the account is still signed in. May read observables. */
  readonly maySend: () => boolean;
  /** What is not tried; receives what turns out to be so. */
  readonly unsendable: UnsendableSlots;
  /**
   * Creates a client without an editor for a page. If its connection is refused because the page is
   * gone, it is for the creator to add the page to `unsendable`.
   */
  readonly createClient: (pageId: number, storage: RoomStorage) => RoomClient;
  /** Called with how many edits of a page its room has rejected, as `countRejected` counts them. */
  readonly onRejected: (pageId: number, count: number) => void;
}

/**
 * How long a room may take to respond, or to acknowledge the next op, before the next page has its
 * turn: a large page or op takes this long on a slow network.
 */
const PATIENCE_MS = 30_000;

/**
 * Sends the edits that tabs have left on all pages of an account, over one connection at a time, in
 * one tab of the browser [LR15]. Texts that a room does not apply stay for the next tab that opens
 * the page [LR10]. Returns whether all of them were sent that can be; if not, they are in use by a
 * tab, a room did not respond or the account is no longer signed in.
 */
export async function sendUnsent(options: SendUnsentOptions): Promise<boolean> {
  const { database, locks, accountId, unsendable, maySend } = options;
  const endTurn = await locks.take(`unsent.${accountId}`);
  if (!endTurn) return false;
  try {
    let isComplete = true;
    for (const slot of await listSlots(database)) {
      if (slot.accountId !== accountId || slot.ops === 0 || unsendable.has(slot)) continue;
      if (!maySend()) return false;
      if (!(await sendSlot(options, slot))) isComplete = false;
    }
    return isComplete;
  } finally {
    endTurn();
  }
}

/** Returns false if it should be tried again. */
async function sendSlot(options: SendUnsentOptions, slot: StoredSlot): Promise<boolean> {
  const { database, locks, unsendable, createClient, onRejected } = options;
  const unlock = await locks.take(slot.id);
  if (!unlock) return false;
  try {
    const storage = storageOf(database, slot);
    const client = createClient(slot.pageId, storage);
    const rejected = countRejected(client);
    const end = await untilEnd(client, options).finally(() => {
      client.close();
      return storage.settled();
    });
    if (rejected() > 0) onRejected(slot.pageId, rejected());
    if (await deleteIfEmpty(database, slot)) return true;
    // The next load of the app or the next login tries again.
    if (end === 'view-only') unsendable.addPage(slot.pageId);
    else if (end === 'upgrade') unsendable.addSlot(slot);
    // What could not be read is not sent, and what could not be deleted is still stored.
    else if (end === 'sent' && client.storageStatus === 'working') {
      // What is left is a text that the room has not applied, or an op that no client can read.
      const [left] = (await listSlots(database, slot)).filter(({ id }) => id === slot.id);
      if (left && left.ops > 0) unsendable.addSlot(left);
    } else return unsendable.has(slot);
    return true;
  } finally {
    unlock();
  }
}

/** How a client has ended; `unfinished`: it should be tried again, unless its page is gone. */
type End = 'sent' | 'view-only' | 'upgrade' | 'unfinished';

/** Waits until a client has sent everything, may not, or makes no progress. */
function untilEnd(
  client: RoomClient,
  { clock, maySend }: Pick<SendUnsentOptions, 'clock' | 'maySend'>,
): Promise<End> {
  return new Promise((resolve) => {
    let cancel = (): void => undefined;
    let isOver = false;
    const endWith = (end: End): void => {
      isOver = true;
      // At once: the room's next message would be that it rejects the ops, which would delete them.
      if (end === 'view-only') client.close();
      queueMicrotask(() => {
        stop();
        cancel();
        resolve(end);
      });
    };
    const stop = autorun(() => {
      cancel();
      if (isOver) return;
      // Each acknowledged op is progress.
      const { pendingCount, status } = client;
      const isSent = status === 'live' && pendingCount === 0;
      if (mayOnlyView(client)) endWith('view-only');
      else if (status === 'upgrade_required') endWith('upgrade');
      else if (isSent) endWith('sent');
      else if (status === 'refused' || !maySend()) endWith('unfinished');
      else
        cancel = clock.after(PATIENCE_MS, () => {
          endWith('unfinished');
        });
    });
  });
}
