import { observable, runInAction } from 'mobx';
import type { Block } from '../model/Block.ts';
import { type Change, isEmptyChange, squashChanges } from '../model/Change.ts';

/**
 * What an entry is about: the page replaced as a whole, its own fields patched, room opened or
 * closed by slicing, or blocks ("things").
 */
export type HistoryEntryType = 'Full' | 'Patch' | 'Slice' | 'Things';

/** A committed change, with what was selected before and after it. */
export interface HistoryEntry {
  readonly type: HistoryEntryType;
  readonly change: Change;
  readonly selectionBefore: readonly string[];
  readonly selectionAfter: readonly string[];
}

/** Entries hold references to records only, so that a long history is small. */
const MAX_ENTRIES = 1000;

/** What can be undone and redone on the page that is loaded. */
export class History {
  private done: HistoryEntry[] = [];
  private undone: HistoryEntry[] = [];
  private readonly counts = observable.box({ done: 0, undone: 0 }, { deep: false });

  get canUndo(): boolean {
    return this.counts.get().done > 0;
  }

  get canRedo(): boolean {
    return this.counts.get().undone > 0;
  }

  /** The latest entry that can be undone. */
  get latest(): HistoryEntry | null {
    return this.done.at(-1) ?? null;
  }

  /** Adds an entry; what was undone can no longer be redone. */
  push(entry: HistoryEntry): void {
    this.done.push(entry);
    if (this.done.length > MAX_ENTRIES) this.done.shift();
    this.undone = [];
    this.count();
  }

  /**
   * Takes the latest entry that `undo` can still do something about, and keeps what it did, so that
   * exactly that can be redone. Entries of which others have left nothing are passed over for good.
   *
   * @param undo does it and says what it has undone, the way round in which it was done first; null:
   *   nothing is left to do
   */
  takeUndo(undo: (entry: HistoryEntry) => Change | null): HistoryEntry | null {
    return this.take(this.done, this.undone, undo);
  }

  /** The same of what was undone last; it can be undone from then on. */
  takeRedo(redo: (entry: HistoryEntry) => Change | null): HistoryEntry | null {
    return this.take(this.undone, this.done, redo);
  }

  /** Takes the latest entry away without a trace. */
  dropLatest(): HistoryEntry | null {
    const entry = this.done.pop() ?? null;
    this.count();
    return entry;
  }

  /**
   * Rewrites the records of one block in all entries; an entry that then changes nothing is gone.
   * For what a person did not do and must not undo, as the end of an upload.
   */
  rewrite(uuid: string, replace: (block: Block) => Block): void {
    const each = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
      entries.flatMap((entry) => {
        const { change } = entry;
        const names = [change.added, change.updated, change.removed];
        if (!names.some((records) => Object.hasOwn(records, uuid))) return entry;
        const rewritten = rewriteChange(change, uuid, replace);
        return isEmptyChange(rewritten) ? [] : { ...entry, change: rewritten };
      });
    this.done = each(this.done);
    this.undone = each(this.undone);
    this.count();
  }

  /**
   * Puts in the place of a committed change what has become of it elsewhere; an entry of which
   * nothing is left is gone.
   */
  amend(committed: Change, done: Change): void {
    const each = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
      entries.flatMap((entry) => {
        if (entry.change !== committed) return entry;
        return isEmptyChange(done) ? [] : { ...entry, change: done };
      });
    this.done = each(this.done);
    this.undone = each(this.undone);
    this.count();
  }

  clear(): void {
    this.done = [];
    this.undone = [];
    this.count();
  }

  private take(
    from: HistoryEntry[],
    to: HistoryEntry[],
    act: (entry: HistoryEntry) => Change | null,
  ): HistoryEntry | null {
    let taken: HistoryEntry | null = null;
    while (!taken) {
      const entry = from.pop();
      if (!entry) break;
      const change = act(entry);
      if (!change) continue;
      taken = { ...entry, change };
      to.push(taken);
    }
    this.count();
    return taken;
  }

  private count(): void {
    runInAction(() => {
      this.counts.set({ done: this.done.length, undone: this.undone.length });
    });
  }
}

function rewriteChange(change: Change, uuid: string, replace: (block: Block) => Block): Change {
  const added = change.added[uuid];
  const removed = change.removed[uuid];
  const pair = change.updated[uuid];
  // Squashing leaves out what no longer differs.
  return squashChanges([
    {
      ...change,
      added: added ? { ...change.added, [uuid]: replace(added) } : change.added,
      removed: removed ? { ...change.removed, [uuid]: replace(removed) } : change.removed,
      updated: pair
        ? { ...change.updated, [uuid]: [replace(pair[0]), replace(pair[1])] }
        : change.updated,
    },
  ]);
}
