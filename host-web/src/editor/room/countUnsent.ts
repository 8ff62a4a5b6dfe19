import { listSlots } from './storedSlots.ts';
import type { UnsendableSlots } from '../../device/UnsendableSlots.ts';
import type { RoomDatabase } from '../../device/RoomDatabase.ts';

/**
 * How many edits of an account this device has not sent, by page, without those that are tried again
 * only after a reload or login.
 */
export async function countUnsent(
  database: RoomDatabase,
  accountId: number,
  unsendable: UnsendableSlots,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const slot of await listSlots(database)) {
    if (slot.accountId !== accountId || slot.ops === 0 || unsendable.has(slot)) continue;
    counts.set(slot.pageId, (counts.get(slot.pageId) ?? 0) + slot.ops);
  }
  return counts;
}
