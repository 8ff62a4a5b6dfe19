import type { RoomStorage } from '@cobble/engine/collaboration';
import { z } from 'zod';
import { type LocalStorage, LocalValue } from '../../stores/LocalValue.ts';
import { IndexedDbStorage, type Slot } from './IndexedDbStorage.ts';
import type { RoomDatabase } from '../../device/RoomDatabase.ts';
import { noteStorageFailure } from '../../device/storageFailures.ts';
import { newId, type SlotLocks } from './SlotLocks.ts';
import { deleteIfEmpty, listSlots, moveTexts, type StoredSlot } from './storedSlots.ts';

/** Options of {@link takeStorage}. */
export interface TakeStorageOptions {
  readonly database: RoomDatabase;
  readonly locks: SlotLocks;
  /** The signed-in account, whose storages no other account gets. */
  readonly accountId: number;
  /** The `ID` of the page. */
  readonly pageId: number;
  /** The tab's `sessionStorage`; null if it is blocked. */
  readonly tab: LocalStorage | null;
  /** How long the database may take, ms; default: 1500. */
  readonly databaseMs?: number;
}

/** A storage that no other tab uses. */
export interface TakenStorage {
  readonly storage: RoomStorage;
  /**
   * Gives the storage back: call it when its client is closed. What the client has begun to store is
   * stored first.
   */
  readonly release: () => Promise<void>;
}

/** Longer than any healthy database needs. */
const DATABASE_MS = 1500;
/** A tab that is reloaded releases its lock a moment after the new document has begun to load. */
const RELOAD_MS = 500;

/** The storages of this tab. A slot that is taken again has the same one, see `createRoomClient`. */
const storages = new WeakMap<RoomDatabase, Map<string, IndexedDbStorage>>();

/**
 * Takes a storage for the room client of this tab: that which the tab had before it was reloaded,
 * else one that a closed tab has left, of those with pending ops the newest, else a new one. Of
 * those left without pending ops, it takes over the texts. A tab that was duplicated gets another
 * one than the original.
 *
 * Never rejects, and resolves within seconds: if the database does not work, the storage rejects.
 * Without reliable locks, it is always a new one, and `sendLeftovers` sends the ops of closed tabs.
 */
export async function takeStorage(options: TakeStorageOptions): Promise<TakenStorage> {
  const { database, locks, accountId, pageId, tab, databaseMs = DATABASE_MS } = options;
  const lastSlot = new LocalValue(`cobble.slot.${accountId}.${pageId}`, z.string(), tab);
  const left = locks.isReliable
    ? await within(databaseMs, listSlots(database, { accountId, pageId }), [])
    : [];
  try {
    const { slot, unlock } = await takeSlot(options, left, lastSlot.read());
    lastSlot.write(slot.id);
    await within(databaseMs, takeTexts(options, left, slot), undefined);
    const storage = storageOf(database, slot);
    return {
      storage,
      release: async () => {
        await storage.settled();
        await within(databaseMs, deleteIfEmpty(database, slot), false);
        unlock();
      },
    };
  } catch (error) {
    return { storage: failingStorage(error), release: () => Promise.resolve() };
  }
}

/** The storage of a slot that is locked. */
export function storageOf(database: RoomDatabase, slot: Slot): IndexedDbStorage {
  const ofDatabase = storages.get(database) ?? new Map<string, IndexedDbStorage>();
  storages.set(database, ofDatabase);
  const storage = ofDatabase.get(slot.id) ?? new IndexedDbStorage(database, slot);
  ofDatabase.set(slot.id, storage);
  return storage;
}

/** @throws if the browser grants no locks */
async function takeSlot(
  { locks, accountId, pageId }: TakeStorageOptions,
  left: readonly StoredSlot[],
  lastId: string | null,
): Promise<{ readonly slot: Slot; readonly unlock: () => void }> {
  const rank = ({ id, ops, texts }: StoredSlot): number => {
    if (id === lastId) return 0;
    return ops > 0 ? 1 : texts > 0 ? 2 : 3;
  };
  const newestFirst = left.toReversed().sort((a, b) => rank(a) - rank(b));
  for (const slot of newestFirst) {
    const unlock = await locks.take(slot.id, slot.id === lastId ? RELOAD_MS : 0);
    if (unlock) return { slot, unlock };
  }
  const slot = { accountId, pageId, id: newId() };
  const unlock = await locks.take(slot.id);
  if (!unlock) throw new Error('The browser does not grant a lock on an unused name');
  return { slot, unlock };
}

/** Takes over the texts of closed tabs that have left nothing else. */
async function takeTexts(
  { database, locks }: TakeStorageOptions,
  left: readonly StoredSlot[],
  own: Slot,
): Promise<void> {
  for (const slot of left) {
    if (slot.id === own.id || slot.ops > 0 || slot.texts === 0) continue;
    const unlock = await locks.take(slot.id);
    if (!unlock) continue;
    try {
      await moveTexts(database, slot, own);
    } finally {
      unlock();
    }
  }
}

/** What a promise resolves with; `fallback` if it rejects or takes too long. */
function within<Value>(ms: number, promise: Promise<Value>, fallback: Value): Promise<Value> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(fallback);
    }, ms);
    const settle = (value: Value): void => {
      clearTimeout(timer);
      resolve(value);
    };
    promise.then(settle, () => {
      settle(fallback);
    });
  });
}

function failingStorage(error: unknown): RoomStorage {
  const failure = error instanceof Error ? error : new Error(String(error));
  // A mistake of the app, which is reported.
  if (!(failure instanceof TypeError)) noteStorageFailure(failure);
  const fail = (): Promise<never> => Promise.reject(failure);
  return { entries: fail, put: fail, delete: fail };
}
