import { dependsOn, hasBlocks, needsBlocksOf } from './dependsOn.ts';
import type { Entry } from './Entry.ts';

/** A stack of the history. */
type Stack = 'done' | 'undone';

/**
 * The entries of a stack, by their newest steps: those that are done from the oldest to the newest,
 * and those that can be redone from the newest to the oldest. What an undo has left is as old as that
 * undo: it may cover what is left of an entry that was made later. But it comes after the redo that
 * has brought back the blocks in which it is (docs/decisions/0175).
 */
export function stackOf(entries: readonly Entry[], stack: Stack): Entry[] {
  const sign = stack === 'done' ? 1 : -1;
  const found = entries.filter((entry) => entry.place === stack);
  found.sort((a, b) => sign * (a.serial - b.serial));
  return stack === 'done' ? withPartsOnTop(found) : found;
}

/**
 * The entries of a stack in the order in which they are undone or redone, those last that were set
 * aside. An entry comes only after those whose newest step is newer, or for redo after those that
 * were made before it, if it depends on them: a part of it would count as overwritten.
 */
export function* inUndoOrder(entries: readonly Entry[], stack: Stack): Iterable<Entry> {
  const wanted = stackOf(entries, stack);
  if (stack === 'done') wanted.reverse();
  const order = new Map(wanted.map((entry, at) => [entry, stack === 'done' ? at : entry.edit.id]));
  const isBefore = (a: Entry, b: Entry): boolean => (order.get(a) ?? 0) < (order.get(b) ?? 0);
  wanted.sort((a, b) => a.rejections - b.rejections);
  if (!wanted.some((entry, at) => at > 0 && isBefore(entry, wanted[at - 1] ?? entry))) {
    yield* wanted;
    return;
  }
  const left = new Set(wanted);
  const isFree = (entry: Entry): boolean =>
    ![...left].some((each) => isBefore(each, entry) && dependsOn(entry[stack], each[stack]));
  for (let next = wanted.find(isFree); next; next = wanted.find(isFree)) {
    wanted.splice(wanted.indexOf(next), 1);
    left.delete(next);
    yield next;
  }
}

/** Moves what undos have left of entries behind redos of older ones that have brought back its blocks. */
function withPartsOnTop(entries: Entry[]): Entry[] {
  const redone = entries.filter((entry) => entry.isRedone);
  // Comparing all with all would take a tenth of a second in a long history.
  const redoneBlocks = redone.filter(({ done }) => hasBlocks(done));
  // The newest first: an older one of the same redo is moved below it.
  for (const part of entries.filter(({ hasPart }) => hasPart).reverse()) {
    const last = (hasBlocks(part.done) ? redone : redoneBlocks).findLast(
      ({ edit, serial, done }) =>
        edit.id < part.edit.id && serial > part.serial && needsBlocksOf(done, part.done),
    );
    if (!last) continue;
    entries.splice(entries.indexOf(part), 1);
    entries.splice(entries.indexOf(last) + 1, 0, part);
  }
  return entries;
}
