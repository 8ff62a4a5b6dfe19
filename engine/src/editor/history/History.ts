import { action, computed, observable } from 'mobx';
import type { Block } from '../../model/Block.ts';
import { withZIndex } from '../../model/blockEdit.ts';
import type { Change } from '../../model/Change.ts';
import {
  EMPTY_CHANGE,
  forEachRecord,
  invertChange,
  isEmptyChange,
  squashChanges,
  withPage,
} from '../../model/Change.ts';
import { deepFreeze } from '../../model/json.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import { isSubstantial } from './dependsOn.ts';
import { type CommittedEdit, Entry } from './Entry.ts';
import { changesHeights, type EntryPositions } from './EntryPositions.ts';
import type { EntriesInOrder } from './historyWithout.ts';
import { inUndoOrder, stackOf } from './undoOrder.ts';

/** A committed change, with the selection before and after it. */
export interface HistoryEntry extends CommittedEdit {
  /**
   * What undo reverts, or if it is undone, what redo applies: less once others have overwritten
   * parts of it.
   */
  readonly change: Change;
  readonly isUndone: boolean;
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
 * What the room has done with a reported change. All but `decided` mean that it has not decided on the
 * change: `hidden` that the page does not show it, for example because others are editing one of its
 * blocks, and `empty` that it changes nothing on the page as it is now. Without a room, all changes are
 * decided.
 */
export type Decision = 'decided' | 'pending' | 'hidden' | 'empty';

/** What the history asks the room client. */
export interface RoomDecisions {
  /** What the room has done with a reported change. */
  readonly decisionOn: (reported: Change) => Decision;
  /** Whether there are changes, in the history or not, that the room has not decided on. */
  readonly hasUndecided: () => boolean;
}

const WITHOUT_ROOM: RoomDecisions = { decisionOn: () => 'decided', hasUndecided: () => false };

/** What undo and redo do with an entry. */
interface Replaying {
  /** The part of an undo or redo that is still possible. */
  readonly applicable: (change: Change) => ApplicableChange;
  /** Applies that part, and reports it. */
  readonly apply: (reported: Change, edit: CommittedEdit) => void;
}

/** What undo does with an entry. */
interface Undoing extends Replaying {
  /** Whether a block is on the page. What undo leaves of others is kept until they return. */
  readonly isOnPage: (uuid: string) => boolean;
}

/** An entry that was undone or redone, and the change that was reported for it. */
interface Taken {
  readonly entry: Entry;
  readonly reported: Change;
}

/** Entries only reference records, so a long history takes little memory. */
const MAX_ENTRIES = 1000;

/** The undo and redo stacks of the loaded page. */
export class History {
  /** Set by the room client. A change that it hides is neither undone nor dropped. */
  room = WITHOUT_ROOM;
  /** Whether the page shows a part of a change that no one has overwritten. */
  isInEffect: (change: Change) => boolean = (change) => !isEmptyChange(change);
  /**
   * In the order of their ids. Hidden ones can be neither undone nor redone, but parts of them are in
   * effect again if the room rejects their undo or what has overwritten them, or if that is undone.
   */
  private entries: Entry[] = [];
  /** How many edits, undos and redos there were. */
  private stepCount = 0;
  /** The value of `stepCount` at the newest edit, which has cleared the redo stack. */
  private newestEdit = 0;
  /** How many entries are done and undone. */
  private counts = { done: 0, undone: 0 };
  /** Whether the page decides for some entries whether a part of them is in effect. */
  private dependsOnPage = false;
  /** The entry that is being undone or redone: the room client does not know its newest step yet. */
  private taken: Entry | null = null;
  private readonly shownCounts = observable.box(this.counts, { deep: false });

  // Kept without observers, too: hosts compare the list with the one they know.
  private readonly listed = computed(
    (): EditHistory => {
      const { done: position } = this.shownCounts.get();
      const entries = (['done', 'undone'] as const).flatMap((place) =>
        stackOf(this.entries, place).map(({ edit, [place]: change }) => ({
          ...edit,
          change,
          isUndone: place === 'undone',
        })),
      );
      return deepFreeze({ entries, position });
    },
    { keepAlive: true },
  );

  /** The entries; a new object after each change. */
  get list(): EditHistory {
    return this.listed.get();
  }

  isDone(id: number): boolean {
    return this.has(id, 'done');
  }

  isUndone(id: number): boolean {
    return this.has(id, 'undone');
  }

  get canUndo(): boolean {
    return this.shownCounts.get().done > 0;
  }

  get canRedo(): boolean {
    return this.shownCounts.get().undone > 0;
  }

  /** The latest entry that is done. */
  get latest(): Entry | null {
    return stackOf(this.entries, 'done').at(-1) ?? null;
  }

  /** The entry that is undone next: the latest, unless the room has permanently rejected its undo. */
  get next(): Entry | null {
    for (const entry of inUndoOrder(this.entries, 'done')) return entry;
    return null;
  }

  /** Adds an entry and clears the redo stack. Must be called in an action. */
  push(edit: CommittedEdit): void {
    this.newestEdit = this.nextSerial();
    this.dropOverwritten();
    const { entries, counts, dependsOnPage } = this;
    const areOthersDone = entries.length === counts.done && !dependsOnPage;
    entries.push(new Entry(edit, this.newestEdit));
    if (!areOthersDone) {
      this.update();
      return;
    }
    if (entries.length > MAX_ENTRIES) entries.shift();
    this.setCounts({ done: entries.length, undone: 0 });
  }

  /**
   * Undoes the latest entry that is done, as far as that is still possible. Entries of which others
   * have overwritten all are dropped, unless the room may still reject what has overwritten them. One
   * whose undo is refused now stays, and is not skipped, because it may depend on those before it. Those
   * whose undo was permanently rejected come last, and those that depend on them stay.
   *
   * @returns whether an entry is undone; a refusal if it is not possible now
   */
  undo({ applicable, apply, isOnPage }: Undoing): EditorRefusal | boolean {
    return this.replay('done', (entry) => {
      const inverse = invertChange(entry.done);
      const reported = applicable(inverse);
      if (!reported || typeof reported === 'string') return reported;
      // Usually all blocks are undone, and the entry's own records save inverting twice.
      this.taken = entry;
      const step = this.stepOf('undo', reported, inverseOf(reported, inverse, entry.done));
      // The same records are reported only if all of their blocks are on the page.
      const isWhole = reported.updated === inverse.updated;
      const absent = isWhole ? null : onlyAbsent(entry.done, isOnPage);
      entry.add({ ...step, absent });
      this.letPartsFollow(entry);
      this.update();
      apply(reported, entry.edit);
      return { entry, reported };
    });
  }

  /** Redoes the first entry that is undone in the same way. */
  redo({ applicable, apply }: Replaying): EditorRefusal | boolean {
    return this.replay('undone', (entry) => {
      const change = applicable(entry.undone);
      if (!change || typeof change === 'string') return change;
      // A copy, since this may be the change of the edit: `amend` distinguishes the two by identity.
      const reported = { ...change };
      this.taken = entry;
      entry.add(this.stepOf('redo', reported));
      this.letPartsFollow(entry);
      this.update();
      apply(reported, entry.edit);
      return { entry, reported };
    });
  }

  /**
   * Removes the latest entry, whose edit is reverted.
   *
   * @param reported the change that reverts it; null if nothing of it is left
   */
  retractLatest(reported: Change | null): void {
    const { latest } = this;
    if (!latest) return;
    if (reported) {
      latest.add(this.stepOf('undo', reported));
      latest.clear();
    } else this.entries.splice(this.entries.indexOf(latest), 1);
    this.update();
  }

  /** The ids of the blocks with a record in the entries that fits. */
  idsOf(fits: (block: Block) => boolean): ReadonlySet<string> {
    const ids = new Set<string>();
    this.visitRecords((block) => {
      if (fits(block)) ids.add(block.uuid);
    });
    return ids;
  }

  /** Calls `visit` for each record in the entries. */
  visitRecords(visit: (block: Block) => void): void {
    for (const { added, removed, updated } of this.entries.flatMap(({ changes }) => changes)) {
      forEachRecord(added, (_, block) => visit(block));
      forEachRecord(removed, (_, block) => visit(block));
      forEachRecord(updated, (_, pair) => pair.forEach(visit));
    }
  }

  /** The records of one block in all entries, those of the newest first. */
  *recordsOf(uuid: string): Iterable<Block> {
    for (const entry of this.entries.toReversed()) yield* entry.recordsOf(uuid);
  }

  /**
   * Rewrites the records of one block in all entries and drops entries that become empty. For
   * changes that cannot be undone, such as the end of an upload.
   */
  rewrite(uuid: string, replace: (block: Block) => Block): void {
    for (const entry of this.entries)
      entry.rewrite(uuid, (change) => rewriteChange(change, uuid, replace));
    this.update();
  }

  /** The entries that can be undone and redone, in the order in which their edits were made. */
  get inOrder(): EntriesInOrder {
    const { entries } = this;
    return { done: stackOf(entries, 'done'), undone: stackOf(entries, 'undone') };
  }

  /**
   * Drops the records of blocks from all entries, and entries that become empty, or whose redo would
   * only renumber others.
   *
   * @param positions what becomes of positions in entries without the blocks
   */
  forget(uuids: ReadonlySet<string>, positions: ReadonlyMap<Entry, EntryPositions>): void {
    for (const entry of this.entries) {
      const concerned = [...uuids].filter((uuid) => entry.forget(uuid));
      const moved = positions.get(entry);
      if (moved) entry.setPositions(moved);
      if (concerned.length === 0 || entry.place !== 'undone') continue;
      if (!isSubstantial(entry.undone) && !changesHeights(entry.undone)) entry.clear();
    }
    this.update();
  }

  /**
   * Sets aside the entry of an undo or redo that the room will always reject, so that it does not
   * keep those before it from being undone: it comes after all that were rejected less often. Call it
   * before `amend`.
   */
  setAside(reported: Change): void {
    this.entryOf(reported)?.countRejection(reported);
  }

  /**
   * Replaces a reported change with the one that the room applied. If that is empty, the room has
   * rejected it: an edit is dropped, and a rejected undo or redo puts its entry back as it was
   * before. An entry of which an undo has then not reverted all can be undone again.
   */
  amend(reported: Change, applied: Change): void {
    const entry = this.entryOf(reported);
    // What a change without an entry has overwritten is in effect again.
    if (!entry && isEmptyChange(applied))
      for (const each of this.entries) each.isOverwritten = false;
    const expected = entry?.amend(reported, applied);
    for (const each of this.entries) if (each.follows(reported)) each.amend(reported, applied);
    if (entry?.hasPart) entry.follow(this.entries);
    if (expected) for (const each of renumberings(expected, applied)) this.renumber(each, entry);
    this.update();
  }

  /**
   * Call it when the page has changed without a new entry, or when an undecided change no longer has an
   * effect, or has one again: the page may now show nothing, or again a part, of what an undo has left
   * of an entry.
   */
  pageChanged(): void {
    if (this.dependsOnPage) this.update();
  }

  clear(): void {
    this.entries = [];
    this.update();
  }

  private replay(
    from: 'done' | 'undone',
    take: (entry: Entry) => Taken | EditorRefusal | null,
  ): EditorRefusal | boolean {
    this.dropOverwritten();
    if (this.dependsOnPage) this.update();
    let taken: Taken | EditorRefusal | null = null;
    for (const entry of inUndoOrder(this.entries, from)) {
      taken = this.room.decisionOn(entry.reported) === 'hidden' ? 'block_locked' : take(entry);
      if (taken) break;
      // What cannot be redone is in effect if the room rejects its undo.
      if (from === 'undone') entry.clear();
      else {
        entry.isOverwritten = true;
        this.dependsOnPage = true;
      }
    }
    this.dropOverwritten();
    if (!taken || typeof taken === 'string') {
      this.update();
      return taken ?? false;
    }
    const { entry, reported } = taken;
    this.taken = null;
    entry.confirm(reported);
    this.update();
    // Not if the room client knows that the room will reject it.
    return entry.reported === reported && entry.place !== from;
  }

  /** Decides which entries are done, and drops those that cannot be in effect any more. */
  private readonly update = action((): void => {
    const counts = { done: 0, undone: 0, hidden: 0 };
    const entries = this.entries.filter((entry) => {
      entry.dropDecided(this.isDecided);
      entry.place = this.placeOf(entry);
      if (entry.place === 'hidden' && !this.mayReturn(entry)) return false;
      counts[entry.place] += 1;
      return true;
    });
    const surplus = { ...counts };
    this.entries = entries.filter(
      ({ place }) => place === 'undone' || surplus[place]-- <= MAX_ENTRIES,
    );
    this.dependsOnPage = this.entries.some((each) => each.hasPart || each.isOverwritten);
    this.setCounts({ done: Math.min(counts.done, MAX_ENTRIES), undone: counts.undone });
  });

  private placeOf(entry: Entry): Entry['place'] {
    if (!entry.isReverted) return entry.isDone && !entry.isOverwritten ? 'done' : 'hidden';
    if (entry.hasPart && !this.isEmpty(entry.reported) && this.isInEffect(entry.done))
      return 'done';
    const isRedoable = !entry.isCleared && entry.serial > this.newestEdit && entry.isUndone;
    return isRedoable ? 'undone' : 'hidden';
  }

  private mayReturn(entry: Entry): boolean {
    const isOverwritten = entry.isDone && entry.isOverwritten;
    const isUndecided = entry === this.taken || !this.isDecided(entry.reported);
    return entry.hasPart || isOverwritten || isUndecided;
  }

  /**
   * Drops the entries that were overwritten, unless the room may still reject what has overwritten
   * them. Call it when the page shows what the room has decided.
   */
  private dropOverwritten(): void {
    if (!this.dependsOnPage || this.room.hasUndecided()) return;
    this.entries = this.entries.filter(({ isOverwritten }) => !isOverwritten);
  }

  /** Lets what undos have left of other entries follow the newest step of an entry. */
  private letPartsFollow(entry: Entry): void {
    if (!this.dependsOnPage) return;
    for (const each of this.entries) if (each.hasPart) each.follow([entry]);
  }

  private entryOf(reported: Change): Entry | null {
    return this.entries.find((entry) => entry.has(reported)) ?? null;
  }

  private isEmpty(reported: Change): boolean {
    return this.room.decisionOn(reported) === 'empty';
  }

  private readonly isDecided = (reported: Change): boolean =>
    this.room.decisionOn(reported) === 'decided';

  /** Adopts a number that the room has given a block: to other entries, it is not another order. */
  private renumber({ uuid, from, to }: Renumbering, except: Entry | null): void {
    const replace = (block: Block): Block =>
      block.position.zIndex === from ? withZIndex(block, to) : block;
    for (const entry of this.entries)
      if (entry !== except) entry.rewrite(uuid, (change) => rewriteChange(change, uuid, replace));
  }

  private stepOf<Kind extends string>(kind: Kind, reported: Change, inverse: Change | null = null) {
    const { newestEdit } = this;
    return { kind, reported, inverse, serial: this.nextSerial(), newestEdit };
  }

  private nextSerial(): number {
    this.stepCount += 1;
    return this.stepCount;
  }

  private has(id: number, place: Entry['place']): boolean {
    return this.entries.some((entry) => entry.edit.id === id && entry.place === place);
  }

  /** Must be called in an action. */
  private setCounts(counts: { done: number; undone: number }): void {
    this.counts = counts;
    this.shownCounts.set(counts);
  }
}

/** The part of a change that updates blocks which are not on the page; null if there is none. */
function onlyAbsent({ updated }: Change, isOnPage: (uuid: string) => boolean): Change | null {
  const absent = Object.entries(updated).filter(([uuid]) => !isOnPage(uuid));
  return absent.length === 0 ? null : { ...EMPTY_CHANGE, updated: Object.fromEntries(absent) };
}

/** The inverse of a change that may be the inverse of `done`; null if it has other records. */
function inverseOf(change: Change, inverse: Change, done: Change): Change | null {
  const { added, updated, removed, page } = change;
  if (change === inverse) return done;
  const hasSameRecords =
    added === inverse.added && updated === inverse.updated && removed === inverse.removed;
  return hasSameRecords
    ? withPage(
        { added: done.added, updated: done.updated, removed: done.removed },
        page && { from: page.to, to: page.from },
      )
    : null;
}

/** The place in the z-order that a block was to have, and the one that the room has given it. */
interface Renumbering {
  readonly uuid: string;
  readonly from: number;
  readonly to: number;
}

/** A block that keeps its number is in its new place because the room has renumbered others. */
function* renumberings(expected: Change, applied: Change): Iterable<Renumbering> {
  if (isEmptyChange(applied)) return;
  for (const [uuid, [before, after]] of Object.entries(expected.updated)) {
    const from = after.position.zIndex;
    const to = (applied.updated[uuid]?.[1] ?? before).position.zIndex;
    if (from !== to && before.position.zIndex !== from) yield { uuid, from, to };
  }
  for (const [uuid, { position }] of Object.entries(expected.added)) {
    const from = position.zIndex;
    const to = applied.added[uuid]?.position.zIndex ?? from;
    if (from !== to) yield { uuid, from, to };
  }
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
