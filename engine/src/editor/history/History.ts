import { computed, observable, runInAction } from 'mobx';
import type { Block } from '../../model/Block.ts';
import type { Change } from '../../model/Change.ts';
import { isEmptyChange, squashChanges } from '../../model/Change.ts';
import type { NamedEdit } from '../../model/NamedEdit.ts';

/**
 * The kind of edit: the whole page was replaced, its fields were patched, a section was sliced, or
 * blocks ("things") were edited.
 */
export type HistoryEntryType = 'Full' | 'Patch' | 'Slice' | 'Things';

/** A committed change, with the selection before and after it. */
export interface HistoryEntry {
  /** Unique in its editor; increases. */
  readonly id: number;
  readonly type: HistoryEntryType;
  /** What `begin` or `run` was given; null if nothing. */
  readonly label: string | null;
  /** When the edit began, in ms since 1970. */
  readonly time: number;
  /** What it changed; less once others have overwritten parts of it. */
  readonly change: Change;
  /** The commands on the whole page or a section that made it. */
  readonly edits: readonly NamedEdit[];
  readonly selectionBefore: readonly string[];
  readonly selectionAfter: readonly string[];
}

/** The entries of a history from the oldest to the newest. */
export interface EditHistory {
  /** Those that are done, and then those that can be redone. */
  readonly entries: readonly HistoryEntry[];
  /** How many of them are done. */
  readonly position: number;
}

/** Entries only reference records, so a long history takes little memory. */
const MAX_ENTRIES = 1000;

/** The undo and redo stacks of the loaded page. */
export class History {
  private done: HistoryEntry[] = [];
  private undone: HistoryEntry[] = [];
  private readonly counts = observable.box({ done: 0, undone: 0 }, { deep: false });

  private readonly listed = computed((): EditHistory => {
    const { done: position } = this.counts.get();
    const entries = Object.freeze([...this.done, ...this.undone.toReversed()]);
    return Object.freeze({ entries, position });
  });

  /** The entries; a new object after each change. */
  get list(): EditHistory {
    return this.listed.get();
  }

  isDone(id: number): boolean {
    return this.done.some((entry) => entry.id === id);
  }

  isUndone(id: number): boolean {
    return this.undone.some((entry) => entry.id === id);
  }

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

  /** Adds an entry and clears the redo stack. */
  push(entry: HistoryEntry): void {
    this.done.push(entry);
    if (this.done.length > MAX_ENTRIES) this.done.shift();
    this.undone = [];
    this.count();
  }

  /**
   * Undoes the latest entry and moves it to the redo stack, with the change that `undo` actually
   * reverted. Entries with nothing left to undo are dropped.
   *
   * @param undo reverts an entry and returns the part of its change that it reverted, in the original
   *   direction; null if nothing was left to revert
   */
  takeUndo(undo: (entry: HistoryEntry) => Change | null): HistoryEntry | null {
    return this.take('done', 'undone', undo);
  }

  /** Redoes the latest undone entry in the same way. */
  takeRedo(redo: (entry: HistoryEntry) => Change | null): HistoryEntry | null {
    return this.take('undone', 'done', redo);
  }

  /** Removes the latest entry. */
  dropLatest(): HistoryEntry | null {
    const entry = this.done.pop() ?? null;
    this.count();
    return entry;
  }

  /**
   * Rewrites the records of one block in all entries and drops entries that become empty. For
   * changes that cannot be undone, such as the end of an upload.
   */
  rewrite(uuid: string, replace: (block: Block) => Block): void {
    const rewriteAll = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
      entries.flatMap((entry) => {
        const { change } = entry;
        const recordMaps = [change.added, change.updated, change.removed];
        if (!recordMaps.some((records) => Object.hasOwn(records, uuid))) return entry;
        const rewritten = rewriteChange(change, uuid, replace);
        return isEmptyChange(rewritten) ? [] : { ...entry, change: rewritten };
      });
    this.done = rewriteAll(this.done);
    this.undone = rewriteAll(this.undone);
    this.count();
  }

  /** Drops the records of one block from all entries, and entries that become empty. */
  forget(uuid: string): void {
    const forgetIn = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
      entries.flatMap((entry) => {
        const { added, updated, removed } = entry.change;
        if (![added, updated, removed].some((records) => Object.hasOwn(records, uuid)))
          return entry;
        const { [uuid]: _added, ...otherAdded } = added;
        const { [uuid]: _updated, ...otherUpdated } = updated;
        const { [uuid]: _removed, ...otherRemoved } = removed;
        const change = {
          ...entry.change,
          added: otherAdded,
          updated: otherUpdated,
          removed: otherRemoved,
        };
        return isEmptyChange(change) ? [] : { ...entry, change };
      });
    this.done = forgetIn(this.done);
    this.undone = forgetIn(this.undone);
    this.count();
  }

  /**
   * Replaces a committed change with the one that the room applied; drops the entry if that is empty.
   */
  amend(committed: Change, done: Change): void {
    const amendAll = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
      entries.flatMap((entry) => {
        if (entry.change !== committed) return entry;
        return isEmptyChange(done) ? [] : { ...entry, change: done };
      });
    this.done = amendAll(this.done);
    this.undone = amendAll(this.undone);
    this.count();
  }

  clear(): void {
    this.done = [];
    this.undone = [];
    this.count();
  }

  private take(
    from: 'done' | 'undone',
    to: 'done' | 'undone',
    replay: (entry: HistoryEntry) => Change | null,
  ): HistoryEntry | null {
    let reverted: HistoryEntry | null = null;
    while (!reverted) {
      const entry = this[from].pop();
      if (!entry) break;
      // Moved before it is replayed: a listener that edits when notified adds an entry after it.
      this[to].push(entry);
      const change = replay(entry);
      reverted = change && { ...entry, change };
      const at = this[to].lastIndexOf(entry);
      if (at !== -1) this[to].splice(at, 1, ...(reverted ? [reverted] : []));
    }
    this.count();
    return reverted;
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
  // Squashing drops records that no longer differ.
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
