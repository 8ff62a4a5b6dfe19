import type { Block } from '@cobble/engine';
import { readBlock } from '../safe/readBlock.ts';

/** What was read from records that cannot change any more; gone with them. */
const readBefore = new WeakMap<object, Block>();
const lasting = new WeakSet<Block>();

/**
 * Reads a block, or gives what was read from the same record before. Only frozen records are kept,
 * as the editor's are (`deepFreeze`: to the bottom): others may be changed where they lie, and are
 * read each time.
 */
export function readBlockOnce(uuid: string, value: unknown): Block | null {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value))
    return readBlock(uuid, value);
  const known = readBefore.get(value);
  if (known?.uuid === uuid) return known;
  const block = readBlock(uuid, value);
  if (block === null) return null;
  readBefore.set(value, block);
  lasting.add(block);
  return block;
}

/** Whether a block is the same object each time that its record is read: worth keeping things by. */
export function isLasting(block: Block): boolean {
  return lasting.has(block);
}
