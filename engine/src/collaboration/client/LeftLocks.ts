import * as z from 'zod';
import { blockIdSchema } from '../../model/Block.ts';
import { clientIdSchema } from '../protocol/clientMessages.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { listOf } from '../protocol/listOf.ts';
import type { ClientStorage, StoredEntries } from './ClientStorage.ts';
import { isOfPage, readStoredJson } from './RoomStorage.ts';

/** What the locks of a client belong to. */
interface LocksOwner {
  /** The `ID` of the page; null for a client without an editor. */
  readonly pageId: number | null;
  readonly accountId: number;
}

const KEY = 'locks';

const storedLocksSchema = z.object({
  clientId: clientIdSchema,
  // As in the message that releases them.
  thingUuids: listOf(blockIdSchema, ROOM_LIMITS.maxLocksPerClient, 1),
  accountId: z.number(),
  pageId: z.number().optional(),
});

/**
 * The locks that the tab before had when it ended, so that its user need not wait until they expire.
 * Nobody else uses the storage, so that tab is gone. If it is not, because the storage was copied, it
 * learns that it has lost its locks, as after an expiry. A client without an editor, which only sends
 * ops, leaves them alone: it may have the storage of a tab that is frozen.
 */
export class LeftLocks {
  private left: z.infer<typeof storedLocksSchema> | null = null;
  private isStored = false;
  /** Whether this tab has stored locks of its own, in place of those left. */
  private hasOwn = false;
  private readonly storage: ClientStorage;
  private readonly owner: LocksOwner;

  constructor(storage: ClientStorage, owner: LocksOwner) {
    this.storage = storage;
    this.owner = owner;
  }

  /**
   * Reads what the tab before has stored.
   *
   * @param isOwnId whether an id is that of this tab, also of an earlier client of its editor
   */
  load(entries: StoredEntries, isOwnId: (clientId: string) => boolean): void {
    const value = entries.find(([key]) => key === KEY)?.[1];
    if (value === undefined) return;
    const { pageId, accountId } = this.owner;
    if (pageId === null) return;
    this.isStored = true;
    const { data } = storedLocksSchema.safeParse(readStoredJson(value));
    if (!data || data.accountId !== accountId || !isOfPage(data, pageId)) return;
    if (!isOwnId(data.clientId)) this.left = data;
  }

  /** The id under which they are released; null if there are none. */
  get clientId(): string | null {
    return this.left?.clientId ?? null;
  }

  /** Returns the blocks to release, once. */
  take(): readonly string[] {
    const { thingUuids = [] } = this.left ?? {};
    this.left = null;
    if (!this.hasOwn) this.delete();
    return thingUuids;
  }

  /**
   * Stores which blocks this tab has locked or wants to lock, for the next one.
   *
   * @param clientId empty before the storage is read: what was left stays in it
   */
  store(clientId: string, thingUuids: readonly string[]): void {
    if (clientId === '') return;
    this.hasOwn = thingUuids.length > 0;
    if (thingUuids.length > 0) {
      const { pageId, accountId } = this.owner;
      const locks = { clientId, thingUuids, accountId, ...(pageId === null ? {} : { pageId }) };
      void this.storage.put(KEY, locks);
      this.isStored = true;
    } else if (this.isStored) this.delete();
  }

  private delete(): void {
    this.isStored = false;
    void this.storage.delete(KEY);
  }
}
