import { action, computed, observable } from 'mobx';
import type { Block } from '../../model/Block.ts';
import type { Change } from '../../model/Change.ts';
import { invertChange, isEmptyChange, squashChanges } from '../../model/Change.ts';
import { deepFreeze } from '../../model/json.ts';
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
  /** The label passed to `begin` or `run`; null if there was none. */
  readonly label: string | null;
  /** When the edit began, in ms since 1970. */
  readonly time: number;
  /** What it changed; less once others have overwritten parts of it. */
  readonly change: Change;
  /** The newest change that `onChange` reported for it: its edit, undo or redo. */
  readonly reported: Change;
  /** The newest such change that was an edit or redo. */
  readonly edited: Change;
  /** Those of its commands that edited the whole page or a section. */
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

/**
 * The part of an undo or redo that is still possible: null if others have overwritten all of it,
 * `locked` while they are editing one of its blocks.
 */
export type ApplicableChange = Change | 'locked' | null;

/** Entries only reference records, so a long history takes little memory. */
const MAX_ENTRIES = 1000;

/** The undo and redo stacks of the loaded page. */
export class History {
  /**
   * Whether the page does not show a reported change although the room may still apply it, for
   * example while others are editing one of its blocks. Such an entry is neither undone nor
   * dropped.
   */
  isHidden: (reported: Change) => boolean = () => false;
  private done: HistoryEntry[] = [];
  private undone: HistoryEntry[] = [];
  private readonly counts = observable.box({ done: 0, undone: 0 }, { deep: false });

  private readonly listed = computed((): EditHistory => {
    const { done: position } = this.counts.get();
    const entries = [...this.done, ...this.undone.toReversed()];
    return deepFreeze({ entries, position });
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
   * Moves the latest entry to the redo stack, reduced to what can still be undone. Entries with
   * nothing left to undo are dropped. A locked one stays, and is not skipped, because it may depend
   * on those before it. The caller then applies `reported`.
   */
  takeUndo(applicable: (change: Change) => ApplicableChange): HistoryEntry | 'locked' | null {
    return this.take('done', 'undone', (entry) => {
      const inverse = invertChange(entry.change);
      const reported = applicable(inverse);
      if (!reported || reported === 'locked') return reported;
      // Usually all of it is undone, and the entry's own change saves inverting twice.
      const change = reported === inverse ? entry.change : invertChange(reported);
      return { ...entry, change, reported };
    });
  }

  /** Moves the latest undone entry back in the same way. */
  takeRedo(applicable: (change: Change) => ApplicableChange): HistoryEntry | 'locked' | null {
    return this.take('undone', 'done', (entry) => {
      const change = applicable(entry.change);
      if (!change || change === 'locked') return change;
      // A copy, since this may be the change of the edit: `amend` distinguishes the two by identity.
      const reported = { ...change };
      return { ...entry, change: reported, reported, edited: reported };
    });
  }

  /** Removes the latest entry. */
  dropLatest(): HistoryEntry | null {
    const entry = this.done.pop() ?? null;
    this.count();
    return entry;
  }

  /** The records of one block in all entries, those of the newest first. */
  *recordsOf(uuid: string): Iterable<Block> {
    for (const { change } of [...this.done, ...this.undone].toReversed()) {
      const [from, to] = change.updated[uuid] ?? [];
      for (const block of [to, from, change.added[uuid], change.removed[uuid]])
        if (block) yield block;
    }
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
        return isEmptyChange(change) ? [] : { ...entry, change, reported: change, edited: change };
      });
    this.done = forgetIn(this.done);
    this.undone = forgetIn(this.undone);
    this.count();
  }

  /**
   * Replaces a reported change with the one that the room applied; drops the entry if that is empty.
   * An edit that was undone before can be undone again, because its undo did not revert all of it.
   */
  amend(reported: Change, applied: Change): void {
    const amendAll = (entries: readonly HistoryEntry[], isUndone: boolean): HistoryEntry[] =>
      entries.flatMap((entry) => {
        if (entry.reported !== reported) return entry;
        if (isEmptyChange(applied)) return [];
        return { ...entry, change: isUndone ? invertChange(applied) : applied };
      });
    this.done = amendAll(this.done, false);
    this.undone = amendAll(this.undone, true);
    const undone = this.undone.find((entry) => entry.edited === reported);
    const isKnown = this.done.some((entry) => entry.reported === reported);
    if (undone && !isKnown && !isEmptyChange(applied))
      this.done.push({ ...undone, change: applied, reported });
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
    reduce: (entry: HistoryEntry) => HistoryEntry | 'locked' | null,
  ): HistoryEntry | 'locked' | null {
    let taken: HistoryEntry | 'locked' | null = null;
    for (let entry = this[from].at(-1); entry && !taken; entry = this[from].at(-1)) {
      taken = this.isHidden(entry.reported) ? 'locked' : reduce(entry);
      if (taken !== 'locked') this[from].pop();
    }
    if (taken && taken !== 'locked') this[to].push(taken);
    this.count();
    return taken;
  }

  private readonly count = action((): void => {
    this.counts.set({ done: this.done.length, undone: this.undone.length });
  });
}

function rewriteChange(
  change: Change,
  uuid: string,
  replaceRecord: (block: Block) => Block,
): Change {
  const replace = (block: Block): Block => deepFreeze(replaceRecord(block));
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
