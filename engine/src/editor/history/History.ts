import { action, computed, observable } from 'mobx';
import type { Block } from '../../model/Block.ts';
import type { Change } from '../../model/Change.ts';
import { forEachRecord, invertChange, isEmptyChange, squashChanges } from '../../model/Change.ts';
import { deepFreeze } from '../../model/json.ts';
import type { NamedEdit } from '../../model/NamedEdit.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import { dependsOn } from './dependsOn.ts';

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
  /** Whether that change was an undo. */
  readonly isUndone: boolean;
  /**
   * The entry as it was before its last undo or redo, which the room may reject; null if there was
   * none, or if the room has rejected the edit itself.
   */
  readonly before: HistoryEntry | null;
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
 * The part of an undo or redo that is still possible: null if others have overwritten all of it, a
 * refusal while it is not possible now.
 */
export type ApplicableChange = Change | EditorRefusal | null;

/**
 * What the room has done with a reported change: `hidden` means that it has not decided on the
 * change, and that the page does not show it, for example because others are editing one of its
 * blocks. Without a room, all changes are decided.
 */
export type Decision = 'decided' | 'pending' | 'hidden';

/** Entries only reference records, so a long history takes little memory. */
const MAX_ENTRIES = 1000;

/** The undo and redo stacks of the loaded page. */
export class History {
  /** What the room has done with a reported change. A hidden one is neither undone nor dropped. */
  decisionOn: (reported: Change) => Decision = () => 'decided';
  private done: HistoryEntry[] = [];
  private undone: HistoryEntry[] = [];
  /** Undone entries that cannot be redone, but are still in effect if the room rejects their undo. */
  private cleared: HistoryEntry[] = [];
  /**
   * How often the room has permanently rejected the undo or redo of an entry, by the change that the
   * entry had reported before it.
   */
  private readonly rejections = new Map<Change, number>();
  /** How many entries were pushed; each clears the redo stack. */
  private pushCount = 0;
  /** The value of `pushCount` at an undo, by the change that was reported for the undo. */
  private readonly pushCountAtUndo = new WeakMap<Change, number>();
  /** By reported change, the blocks that `forget` has dropped from it. */
  private readonly forgotten = new WeakMap<Change, Set<string>>();
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

  /** The latest entry that is done. */
  get latest(): HistoryEntry | null {
    return this.done.at(-1) ?? null;
  }

  /** The entry that is undone next: the latest, unless the room has permanently rejected its undo. */
  get next(): HistoryEntry | null {
    for (const entry of this.inOrder('done')) return entry;
    return null;
  }

  /** Adds an entry and clears the redo stack. */
  push(entry: HistoryEntry): void {
    this.pushCount += 1;
    this.done.push(entry);
    if (this.done.length > MAX_ENTRIES) this.done.splice(0, this.done.length - MAX_ENTRIES);
    const cleared = [...this.cleared, ...this.undone].slice(-MAX_ENTRIES);
    this.cleared = cleared.filter((each) => !this.isDecided(each));
    this.undone = [];
    this.count();
  }

  /**
   * Moves the latest entry to the redo stack, reduced to what can still be undone. Entries with
   * nothing left to undo are dropped. One whose undo is refused now stays, and is not skipped,
   * because it may depend on those before it. Those that were set aside come last, and those that
   * depend on them stay. The caller then applies `reported`.
   */
  takeUndo(applicable: (change: Change) => ApplicableChange): HistoryEntry | EditorRefusal | null {
    return this.take('done', 'undone', (entry) => {
      const inverse = invertChange(entry.change);
      const reported = applicable(inverse);
      if (!reported || typeof reported === 'string') return reported;
      // Usually all of it is undone, and the entry's own change saves inverting twice.
      const change = reported === inverse ? entry.change : invertChange(reported);
      this.pushCountAtUndo.set(reported, this.pushCount);
      return { ...entry, change, reported, isUndone: true, before: this.withoutDecided(entry) };
    });
  }

  /** Moves the latest undone entry back in the same way. */
  takeRedo(applicable: (change: Change) => ApplicableChange): HistoryEntry | EditorRefusal | null {
    return this.take('undone', 'done', (entry) => {
      const change = applicable(entry.change);
      if (!change || typeof change === 'string') return change;
      // A copy, since this may be the change of the edit: `amend` distinguishes the two by identity.
      const reported = { ...change };
      const before = this.withoutDecided(entry);
      return { ...entry, change: reported, reported, isUndone: false, before };
    });
  }

  /**
   * Removes the latest entry, whose edit is reverted.
   *
   * @param reported the change that reverts it; null if nothing of it is left
   */
  retractLatest(reported: Change | null): void {
    const entry = this.done.pop();
    if (entry && reported)
      this.cleared.push({ ...entry, reported, isUndone: true, before: this.withoutDecided(entry) });
    this.count();
  }

  /** The ids of the blocks with a record in the entries that fits. */
  idsOf(fits: (block: Block) => boolean): ReadonlySet<string> {
    const ids = new Set<string>();
    const visit = (uuid: string, block: Block): void => {
      if (fits(block)) ids.add(uuid);
    };
    for (const { change } of [...this.cleared, ...this.done, ...this.undone].flatMap(chainOf)) {
      forEachRecord(change.added, visit);
      forEachRecord(change.removed, visit);
      forEachRecord(change.updated, (uuid, pair) => pair.forEach((block) => visit(uuid, block)));
    }
    return ids;
  }

  /** The records of one block in all entries, those of the newest first. */
  *recordsOf(uuid: string): Iterable<Block> {
    const entries = [...this.cleared, ...this.done, ...this.undone].reverse();
    for (const { change } of entries.flatMap(chainOf)) {
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
    this.replaceAll(uuid, (entry) => ({
      ...entry,
      change: rewriteChange(entry.change, uuid, replace),
    }));
  }

  /** Drops the records of one block from all entries, and entries that become empty. */
  forget(uuid: string): void {
    this.replaceAll(uuid, (entry) => {
      const { change, reported } = entry;
      // What the room has done with the change may arrive later, and contain the block.
      this.forgotten.set(reported, new Set(this.forgotten.get(reported)).add(uuid));
      return { ...entry, change: withoutBlocks(change, [uuid]) };
    });
  }

  /**
   * Sets aside the entry of an undo or redo that the room will always reject, so that it does not
   * keep those before it from being undone: it comes after all that were rejected less often. Call it
   * before `amend`.
   */
  setAside(reported: Change): void {
    for (const entry of [...this.done, ...this.undone, ...this.cleared])
      for (const each of chainOf(entry))
        if (each.reported === reported && each.before)
          this.rejections.set(each.before.reported, this.rejectionsOf(each.before) + 1);
  }

  /**
   * Replaces a reported change with the one that the room applied. If that is empty, the room has
   * rejected it: an edit is dropped, and a rejected undo or redo puts its entry back as it was
   * before. An edit that was undone before can be undone again, because its undo did not revert all
   * of it.
   */
  amend(reported: Change, applied: Change): void {
    const moved: HistoryEntry[] = [];
    const effect = withoutBlocks(applied, this.forgotten.get(reported) ?? []);
    const amendAll = (entries: readonly HistoryEntry[], areUndone: boolean): HistoryEntry[] =>
      entries.flatMap((entry) => {
        const amended = amendEntry(entry, reported, effect);
        if (amended?.isUndone === areUndone) return amended;
        if (amended) moved.push(amended);
        return [];
      });
    this.done = amendAll(this.done, false);
    this.undone = amendAll(this.undone, true);
    this.cleared = amendAll(this.cleared, true);
    for (const { before } of [...this.undone, ...this.cleared])
      if (before?.reported === reported && !before.isUndone) moved.push(before);
    for (const entry of moved) this.putBack(entry);
    this.count();
  }

  clear(): void {
    this.done = [];
    this.undone = [];
    this.cleared = [];
    this.rejections.clear();
    this.count();
  }

  private take(
    from: 'done' | 'undone',
    to: 'done' | 'undone',
    reduce: (entry: HistoryEntry) => HistoryEntry | EditorRefusal | null,
  ): HistoryEntry | EditorRefusal | null {
    let taken: HistoryEntry | EditorRefusal | null = null;
    for (const entry of this.inOrder(from)) {
      taken = this.decisionOn(entry.reported) === 'hidden' ? 'block_locked' : reduce(entry);
      if (typeof taken === 'string') break;
      this[from].splice(this[from].lastIndexOf(entry), 1);
      if (taken) break;
      // It cannot be redone, but is in effect if the room rejects its undo.
      if (from === 'undone' && !this.isDecided(entry)) this.cleared.push(entry);
    }
    if (taken && typeof taken !== 'string') this[to].push(taken);
    this.count();
    return taken;
  }

  /**
   * The entries of a stack in the order in which they are undone or redone. While an entry is set
   * aside, those that depend on it are left out: a part of them would count as overwritten.
   */
  private *inOrder(stack: 'done' | 'undone'): Iterable<HistoryEntry> {
    const entries = this[stack].toReversed();
    if (this.rejections.size === 0) {
      yield* entries;
      return;
    }
    const passed = new Set<HistoryEntry>();
    for (const entry of entries.toSorted((a, b) => this.rejectionsOf(a) - this.rejectionsOf(b))) {
      const later = entries.slice(0, entries.indexOf(entry));
      const left = later.filter((each) => !passed.has(each));
      if (left.some((each) => dependsOn(entry.change, each.change))) continue;
      passed.add(entry);
      yield entry;
    }
  }

  private rejectionsOf({ reported }: HistoryEntry): number {
    return this.rejections.get(reported) ?? 0;
  }

  /** Adds an entry to its stack among those made before and after it, unless it is there. */
  private putBack(entry: HistoryEntry): void {
    const { id, reported, isUndone } = entry;
    const isCleared = isUndone && this.pushCountAtUndo.get(reported) !== this.pushCount;
    if (isCleared && this.isDecided(entry)) return;
    const undone = isCleared ? this.cleared : this.undone;
    const stack = isUndone ? undone : this.done;
    if (stack.some((each) => each.reported === reported)) return;
    // The latest that is done is the last, and so is the one that is redone first.
    const next = stack.findIndex((each) => (isUndone ? each.id < id : each.id > id));
    stack.splice(next === -1 ? stack.length : next, 0, entry);
  }

  private isDecided({ reported }: HistoryEntry): boolean {
    return this.decisionOn(reported) === 'decided';
  }

  /** The entry without what it was before a change that the room cannot reject any more. */
  private withoutDecided(entry: HistoryEntry): HistoryEntry {
    const all = chainOf(entry);
    const decided = all.findIndex((each) => this.isDecided(each));
    const chain = decided < 0 ? all : all.slice(0, decided + 1);
    // What the entry was at first stays, in case the room rejects everything since. Half of the rest
    // is dropped, since what is left is linked again.
    if (chain.length > MAX_ENTRIES)
      chain.splice(MAX_ENTRIES / 2, chain.length - MAX_ENTRIES / 2 - 1);
    return linked(chain) ?? entry;
  }

  /** Replaces the entries with records of a block, and drops those that become empty. */
  private replaceAll(uuid: string, replace: (entry: HistoryEntry) => HistoryEntry): void {
    const replaceIn = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
      entries.flatMap((entry) => replaceEntry(entry, uuid, replace) ?? []);
    this.done = replaceIn(this.done);
    this.undone = replaceIn(this.undone);
    this.cleared = replaceIn(this.cleared);
    this.count();
  }

  private readonly count = action((): void => {
    this.counts.set({ done: this.done.length, undone: this.undone.length });
  });
}

/** An entry, and what it was before each undo and redo, newest first. */
function chainOf(entry: HistoryEntry): HistoryEntry[] {
  const chain: HistoryEntry[] = [];
  for (let each: HistoryEntry | null = entry; each; each = each.before) chain.push(each);
  return chain;
}

/** The first of these entries, with each of the others as `before` of the one in front of it. */
function linked(chain: readonly HistoryEntry[]): HistoryEntry | null {
  return chain.reduceRight<HistoryEntry | null>(
    (before, each) => (each.before === before ? each : { ...each, before }),
    null,
  );
}

/** What an entry is after `History.amend`; null if the room has rejected all of its changes. */
function amendEntry(entry: HistoryEntry, reported: Change, applied: Change): HistoryEntry | null {
  let found: HistoryEntry | null = entry;
  while (found && found.reported !== reported) found = found.before;
  if (!found) return entry;
  const chain = chainOf(entry);
  const change = found.isUndone ? invertChange(applied) : applied;
  chain.splice(chain.indexOf(found), 1, ...(isEmptyChange(applied) ? [] : [{ ...found, change }]));
  return linked(chain);
}

/** What an entry is after `replace`, if it has records of the block; null if it becomes empty. */
function replaceEntry(
  entry: HistoryEntry,
  uuid: string,
  replace: (entry: HistoryEntry) => HistoryEntry,
): HistoryEntry | null {
  const chain: HistoryEntry[] = [];
  for (const each of chainOf(entry)) {
    const { added, updated, removed } = each.change;
    const isConcerned = [added, updated, removed].some((records) => Object.hasOwn(records, uuid));
    const replaced = isConcerned ? replace(each) : each;
    if (isConcerned && isEmptyChange(replaced.change)) break;
    chain.push(replaced);
  }
  return linked(chain);
}

function withoutBlocks(change: Change, uuids: Iterable<string>): Change {
  const dropped = new Set(uuids);
  if (dropped.size === 0) return change;
  const without = <Records extends object>(records: Records): Records =>
    Object.fromEntries(Object.entries(records).filter(([uuid]) => !dropped.has(uuid))) as Records;
  return {
    ...change,
    added: without(change.added),
    updated: without(change.updated),
    removed: without(change.removed),
  };
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
