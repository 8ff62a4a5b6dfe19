import type { RoomClient, RoomStorage } from '@cobble/engine/collaboration';
import { reaction, when } from 'mobx';
import type { RoomDatabase } from '../../device/RoomDatabase.ts';
import { countRejected } from './countRejected.ts';
import { mayOnlyView } from './mayOnlyView.ts';
import type { SlotLocks } from './SlotLocks.ts';
import { deleteIfEmpty, listSlots, type StoredSlot } from './storedSlots.ts';
import { storageOf } from './takeStorage.ts';

/** Options of {@link sendLeftovers}. */
export interface SendLeftoversOptions {
  readonly database: RoomDatabase;
  readonly locks: SlotLocks;
  readonly accountId: number;
  /** The `ID` of the page. */
  readonly pageId: number;
  /** The client of this tab, which is open. */
  readonly client: Pick<RoomClient, 'status' | 'seq' | 'role' | 'isReadOnly'>;
  /**
   * Creates a client without an editor, with a transport of its own; `baseSeq` is for its option of
   * that name.
   */
  readonly createClient: (storage: RoomStorage, baseSeq: number | null) => RoomClient;
  /** Called with how many edits the room has rejected, as `countRejected` counts them. */
  readonly onRejected: (count: number) => void;
  /** Called with what the database or the browser rejects; it is tried again. */
  readonly onFailure?: (error: unknown) => void;
}

/** A tab that is closed while others stay open leaves ops at any time. */
const CHECK_MS = 30_000;

/**
 * While the tab's client is live and may edit, sends the pending ops that closed tabs of the account
 * have left on this page, one tab after the other, and deletes slots that nobody needs [LR7]. Texts
 * that the room does not apply stay in their slot until the next tab takes them over (`takeStorage`).
 *
 * Returns a function that stops it.
 */
export function sendLeftovers(options: SendLeftoversOptions): () => void {
  const { client, onFailure = () => undefined } = options;
  const stopped = new AbortController();
  let isChecking = false;
  const unreadable = new Set<string>();
  const check = async (): Promise<void> => {
    if (isChecking || client.status !== 'live') return;
    isChecking = true;
    try {
      await checkSlots(options, unreadable, stopped.signal);
    } catch (error) {
      if (!stopped.signal.aborted) onFailure(error);
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  const stopReaction = reaction(
    () => client.status,
    () => void check(),
    { fireImmediately: true },
  );
  return () => {
    stopped.abort();
    clearInterval(timer);
    stopReaction();
  };
}

/** @param unreadable states of slots that no client can read; receives more of them */
async function checkSlots(
  options: SendLeftoversOptions,
  unreadable: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const { database, locks, accountId, pageId, client } = options;
  for (const slot of await listSlots(database)) {
    if (signal.aborted || client.status !== 'live') return;
    const isOwn = slot.accountId === accountId && slot.pageId === pageId;
    const isEmpty = slot.ops === 0 && slot.texts === 0;
    const state = `${slot.id} ${slot.ops}`;
    const maySend = isOwn && slot.ops > 0 && !mayOnlyView(client);
    if (!isEmpty && (!maySend || unreadable.has(state))) continue;
    const unlock = await locks.take(slot.id);
    if (!unlock) continue;
    try {
      const isSent = isEmpty || (await sendOps(options, slot, signal));
      const isDeleted = await deleteIfEmpty(database, slot);
      if (isSent && !isDeleted) unreadable.add(state);
    } finally {
      unlock();
    }
  }
}

/** Sends the ops of a slot. Returns whether the room has decided on all that could be read. */
async function sendOps(
  { database, client, createClient, onRejected }: SendLeftoversOptions,
  slot: StoredSlot,
  signal: AbortSignal,
): Promise<boolean> {
  const storage = storageOf(database, slot);
  const sender = createClient(storage, client.seq);
  const rejected = countRejected(sender);
  const isDone = (): boolean => sender.status === 'live' && sender.pendingCount === 0;
  const isHopeless = (): boolean =>
    client.status !== 'live' ||
    sender.status === 'refused' ||
    sender.status === 'upgrade_required' ||
    mayOnlyView(sender);
  try {
    await when(() => isDone() || isHopeless(), { signal });
    return isDone() && sender.storageStatus === 'working';
  } finally {
    sender.close();
    await storage.settled();
    if (rejected() > 0) onRejected(rejected());
  }
}
