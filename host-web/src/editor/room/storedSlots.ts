import { entriesOf, type Slot } from './IndexedDbStorage.ts';
import type { RoomDatabase } from '../../device/RoomDatabase.ts';

/** A slot that has entries, and how many of them must not be lost. */
export interface StoredSlot extends Slot {
  /** Ops that the room has not acknowledged. */
  readonly ops: number;
  /** Texts that did not get into the page and that nobody has dismissed. */
  readonly texts: number;
}

/** Which slots to list. */
export type SlotOwner = Pick<Slot, 'accountId' | 'pageId'>;

const isOp = (key: string): boolean => key.startsWith('op:');
const isText = (key: string): boolean => key.startsWith('text:');

/** The slots that have entries, of an account on a page or all of them, the oldest first. */
export function listSlots(database: RoomDatabase, owner?: SlotOwner): Promise<StoredSlot[]> {
  const range = owner && [owner.accountId, owner.pageId];
  return database.run(async (open) => {
    const keys = await open.getAllKeys(
      'entries',
      range && IDBKeyRange.bound(range, [...range, []]),
    );
    const slots = new Map<string, StoredSlot>();
    for (const [accountId, pageId, id, key] of keys) {
      const slot = slots.get(id) ?? { accountId, pageId, id, ops: 0, texts: 0 };
      slots.set(id, {
        ...slot,
        ops: slot.ops + Number(isOp(key)),
        texts: slot.texts + Number(isText(key)),
      });
    }
    return [...slots.values()];
  });
}

/** Deletes a slot that no tab uses, unless it has pending ops or texts. Returns whether it did. */
export function deleteIfEmpty(database: RoomDatabase, slot: Slot): Promise<boolean> {
  return database.run(async (open) => {
    const transaction = open.transaction('entries', 'readwrite');
    const range = entriesOf(slot);
    const keys = await transaction.store.getAllKeys(range);
    const isEmpty = !keys.some(([, , , key]) => isOp(key) || isText(key));
    if (isEmpty) await transaction.store.delete(range);
    await transaction.done;
    return isEmpty;
  });
}

/**
 * Moves the texts of a slot that no tab uses to another one, whose client has not read it yet, and
 * deletes the slot. Does nothing if it has pending ops.
 */
export function moveTexts(database: RoomDatabase, from: Slot, to: Slot): Promise<void> {
  return database.run(async (open) => {
    const transaction = open.transaction('entries', 'readwrite', { durability: 'strict' });
    const { store } = transaction;
    const range = entriesOf(from);
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
    if (!keys.some(([, , , key]) => isOp(key))) {
      for (const [index, [, , , key]] of keys.entries())
        if (isText(key)) await store.put(values[index], [to.accountId, to.pageId, to.id, key]);
      await store.delete(range);
    }
    await transaction.done;
  });
}
