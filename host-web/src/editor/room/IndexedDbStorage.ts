import type { RoomStorage } from '@cobble/engine/collaboration';
import type { OpenRoomDatabase, RoomDatabase, RoomSchema } from '../../device/RoomDatabase.ts';

/** The entries of one tab: of one account on one page. */
export interface Slot {
  readonly accountId: number;
  /** The `ID` of the page. */
  readonly pageId: number;
  readonly id: string;
}

type EntryKey = RoomSchema['entries']['key'];

/** The keys of the entries of a slot. */
export function entriesOf({ accountId, pageId, id }: Slot): IDBKeyRange {
  // Arrays come after all strings.
  return IDBKeyRange.bound([accountId, pageId, id], [accountId, pageId, id, []]);
}

/**
 * The storage of a room client in the browser's database. What `put` and `delete` have resolved for
 * is on the disk, not only in a cache of the system. Where the disk is full, pages that are kept for
 * opening them offline are deleted first [LR5].
 */
export class IndexedDbStorage implements RoomStorage {
  private readonly database: RoomDatabase;
  private readonly slot: Slot;
  private readonly calls = new Set<Promise<unknown>>();

  constructor(database: RoomDatabase, slot: Slot) {
    this.database = database;
    this.slot = slot;
  }

  entries(): Promise<readonly (readonly [key: string, value: unknown])[]> {
    return this.track(
      this.database.run(async (database) => {
        const { store } = database.transaction('entries');
        const range = entriesOf(this.slot);
        const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
        return keys.map(([, , , key], index) => [key, values[index]] as const);
      }),
    );
  }

  put(key: string, value: unknown): Promise<void> {
    return this.track(
      this.putNow(key, value).catch(async (error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
        await this.deletePages();
        await this.putNow(key, value);
      }),
    );
  }

  delete(key: string): Promise<void> {
    return this.track(
      this.database.run(async (database) => {
        const transaction = durably(database);
        const deleted = transaction.store.delete(this.keyOf(key));
        transaction.commit();
        await Promise.all([deleted, transaction.done]);
      }),
    );
  }

  /** Resolves when no call is in progress, nor one that followed right after it. */
  async settled(): Promise<void> {
    while (this.calls.size > 0) {
      await Promise.allSettled(this.calls);
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
    }
  }

  private putNow(key: string, value: unknown): Promise<void> {
    return this.database.run(async (database) => {
      const transaction = durably(database);
      const stored = transaction.store.put(value, this.keyOf(key));
      // Otherwise the browser would wait for this tab, which may be closing, and then discard it.
      transaction.commit();
      await Promise.all([stored, transaction.done]);
    });
  }

  private async deletePages(): Promise<void> {
    await this.database.run(async (database) => {
      const transaction = database.transaction(['pageHeads', 'pages'], 'readwrite');
      await Promise.all([
        transaction.objectStore('pageHeads').clear(),
        transaction.objectStore('pages').clear(),
        transaction.done,
      ]);
    });
  }

  private keyOf(key: string): EntryKey {
    const { accountId, pageId, id } = this.slot;
    return [accountId, pageId, id, key];
  }

  private track<Value>(call: Promise<Value>): Promise<Value> {
    this.calls.add(call);
    const forget = (): void => {
      this.calls.delete(call);
    };
    call.then(forget, forget);
    return call;
  }
}

function durably(database: OpenRoomDatabase) {
  return database.transaction('entries', 'readwrite', { durability: 'strict' });
}
