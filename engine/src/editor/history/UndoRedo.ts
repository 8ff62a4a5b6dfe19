import type { BlockDefinition } from '../../blocks/BlockDefinition.ts';
import type { Block } from '../../model/Block.ts';
import { type Change, invertChange, isEmptyChange } from '../../model/Change.ts';
import type { EventSource } from '../../model/EventQueue.ts';
import { type NamedEdit, NO_EDITS, redoneEdits, undoneEdits } from '../../model/NamedEdit.ts';
import type { PageFields } from '../../model/Page.ts';
import type { EditInProgress } from '../EditInProgress.ts';
import type { ChangeOrigin } from '../Editor.ts';
import { refuseOverCap } from '../blockCap.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { Permissions } from '../../permissions/Permissions.ts';
import type { PageStore } from '../PageStore.ts';
import type { Entry } from './Entry.ts';
import type { ApplicableChange, History } from './History.ts';
import { isSubstantial } from './dependsOn.ts';
import type { CurrentVersions } from './inCurrentVersions.ts';
import { type CurrentPage, ownChangesOnly } from './ownChangesOnly.ts';

/** The state that undo and redo change and report to. */
interface UndoState extends Pick<CurrentPage, 'blocks' | 'fields'>, CurrentVersions {
  readonly history: History;
  readonly inProgress: Pick<EditInProgress<never>, 'checkNotAskingHooks' | 'commit'>;
  readonly layout: Pick<CurrentPage, 'childIds'>;
  /** Blocks that other users are editing now. */
  readonly lockedByOthers: ReadonlySet<string>;
  readonly maxBlocks: number | null;
  readonly permissions: Permissions;
  readonly refused: EventSource<[code: EditorRefusal]>;
  readonly store: PageStore;
  act<Value>(work: () => Value): Value;
  definitionOf(block: Block): BlockDefinition | null;
  reportChange(change: Change, origin: ChangeOrigin, edits: readonly NamedEdit[]): void;
  select(uuids: Iterable<string>): void;
  setPublishable(value: boolean): void;
}

/** Whether a change was in effect when its blocks had these records and the page these fields. */
interface Finding {
  readonly records: readonly (Block | undefined)[];
  /** Null if the change has none. */
  readonly fields: PageFields | null;
  readonly isInEffect: boolean;
}

/**
 * Undo and redo: takes entries from the history and applies them to the page. The edit in progress is
 * committed first. Without permission to edit, all of it is refused and the history stays.
 */
export class UndoRedo {
  private readonly state: UndoState;
  /** What `isInEffect` has found: the history asks again about all parts whenever the page changes. */
  private readonly found = new WeakMap<Change, Finding>();

  constructor(state: UndoState) {
    this.state = state;
    state.history.isInEffect = (change) => this.isInEffect(change);
  }

  /**
   * Undoes the user's last edit, except for properties that others have changed since. Refused while
   * others are editing one of its blocks, or if the blocks that it restores would exceed the block limit.
   */
  undo(): boolean {
    const { history, inProgress } = this.state;
    inProgress.checkNotAskingHooks('undo');
    if (!this.isPermitted()) return false;
    // One action, so that the undo is not applied to an edit that a listener of the commit begins.
    return this.state.act(() => {
      inProgress.commit();
      return this.report(
        history.undo({
          applicable: this.applicable,
          isOnPage: (uuid) => this.state.blocks.has(uuid),
          apply: (change, { selectionBefore, edits }) =>
            this.replay(change, selectionBefore, 'undo', undoneEdits(edits)),
        }),
      );
    });
  }

  redo(): boolean {
    const { history, inProgress } = this.state;
    inProgress.checkNotAskingHooks('redo');
    if (!this.isPermitted()) return false;
    return this.state.act(() => {
      inProgress.commit();
      return this.report(
        history.redo({
          applicable: this.applicable,
          apply: (change, { selectionAfter, edits }) =>
            this.replay(change, selectionAfter, 'redo', redoneEdits(edits)),
        }),
      );
    });
  }

  /**
   * Undoes or redoes edits until the one with this id is the latest that is not undone; null undoes
   * all. False if there is no such entry, others have overwritten it completely, or one on the way
   * is refused because another user is editing a block.
   */
  jumpTo(id: number | null): boolean {
    const { history, inProgress } = this.state;
    if (!this.isPermitted()) return false;
    return this.state.act(() => {
      inProgress.commit();
      if (id !== null && !history.isDone(id) && !history.isUndone(id)) return false;
      const isBefore = (): boolean => id !== null && history.isUndone(id);
      // An entry whose undo the room rejects stays even after those before it are undone.
      const isThere = (): boolean =>
        [history.latest, history.next].some((entry) => (entry?.edit.id ?? null) === id);
      // An entry that the room client rejects is undone later: those before it come first.
      const tried = new Set<Entry | null>();
      while (!isBefore() && !isThere()) {
        const { next } = history;
        if (this.undo()) continue;
        if (tried.has(next) || history.next === next) break;
        tried.add(next);
      }
      // Entries that others have overwritten are skipped, which can lead past the entry.
      while (isBefore()) if (!this.redo()) break;
      return isThere();
    });
  }

  /** Whether the last edit added this block, and added or removed no other. */
  isLatestAddition(uuid: string): boolean {
    const { latest } = this.state.history;
    if (!latest || Object.keys(latest.done.removed).length > 0) return false;
    const added = Object.keys(latest.done.added);
    return added.length === 1 && added[0] === uuid;
  }

  /**
   * Reverts the last edit and drops it from the history, if it added this block and no other. False
   * otherwise, while another user is editing a block that this would change, and while the page does
   * not show the edit.
   */
  retractAddition(uuid: string): boolean {
    const { history } = this.state;
    const { latest } = history;
    if (!latest || !this.isLatestAddition(uuid)) return false;
    if (history.room.decisionOn(latest.reported) === 'hidden') return false;
    const change = this.applicable(invertChange(latest.done));
    if (typeof change === 'string') return false;
    history.retractLatest(change);
    if (change) this.replay(change, latest.edit.selectionBefore, 'undo');
    return true;
  }

  /** Whether the user may edit; reports the refusal if not. */
  private isPermitted(): boolean {
    const { permissions, refused } = this.state;
    if (!permissions.canEdit) refused.emit('not_permitted');
    return permissions.canEdit;
  }

  /** Emits the refusal of an undo or redo. */
  private report(outcome: EditorRefusal | boolean): boolean {
    if (typeof outcome !== 'string') return outcome;
    this.state.refused.emit(outcome);
    return false;
  }

  /** Whether the page shows a part of a change that others have not overwritten. */
  private isInEffect(change: Change): boolean {
    const find = (): boolean => isSubstantial(this.ownChanges(invertChange(change)));
    if (!keepsStructure(change)) return find();
    const { blocks, store } = this.state;
    const fields = change.page ? store.fields : null;
    const uuids = Object.keys(change.updated);
    const known = this.found.get(change);
    // Records are replaced on change.
    if (
      known?.fields === fields &&
      uuids.every((uuid, at) => blocks.get(uuid) === known.records[at])
    )
      return known.isInEffect;
    const records = uuids.map((uuid) => blocks.get(uuid));
    const isInEffect = find();
    this.found.set(change, { records, fields, isInEffect });
    return isInEffect;
  }

  /** The part of a change that others have not overwritten. */
  private ownChanges(change: Change): Change {
    const { blocks, isShared, kits, layout, store } = this.state;
    const childIds = (uuid: string): readonly string[] => layout.childIds(uuid);
    const containsBlocks = (block: Block): boolean =>
      this.state.definitionOf(block)?.capabilities.containsBlocks === true;
    return ownChangesOnly(
      {
        ...{ blocks, childIds, containsBlocks, isShared, kits },
        ...{ fields: store.fields, formerParents: store.formerParents },
      },
      change,
    );
  }

  private readonly applicable = (change: Change): ApplicableChange => {
    const { lockedByOthers } = this.state;
    const applicable = this.ownChanges(change);
    if (isEmptyChange(applicable)) return null;
    // Applying only a part, such as the section's new height, would not undo or redo the edit.
    const isLocked =
      lockedByOthers.size > 0 &&
      [applicable.added, applicable.updated, applicable.removed].some((records) =>
        Object.keys(records).some((uuid) => lockedByOthers.has(uuid)),
      );
    if (isLocked) return 'block_locked';
    // Alone, this only restores blocks that were on the page before.
    const { blocks, isShared, maxBlocks, store } = this.state;
    if (!isShared || maxBlocks === null) return applicable;
    const more = Object.keys(applicable.added).length - Object.keys(applicable.removed).length;
    const most = Math.max(maxBlocks, store.mostBlocks);
    return refuseOverCap({ blocks, maxBlocks: most }, more)?.code ?? applicable;
  };

  /** @param change from `applicable` */
  private replay(
    change: Change,
    selection: readonly string[],
    origin: ChangeOrigin,
    edits: readonly NamedEdit[] = NO_EDITS,
  ): void {
    const { state } = this;
    state.act(() => {
      state.store.apply(change);
      state.select(selection);
      state.setPublishable(true);
      state.reportChange(change, origin, edits);
    });
  }
}

/** Whether a change adds, removes and moves no blocks, and so does not depend on others. */
function keepsStructure({ added, updated, removed }: Change): boolean {
  return (
    Object.keys(added).length === 0 &&
    Object.keys(removed).length === 0 &&
    Object.values(updated).every(([from, to]) => from.parentUuid === to.parentUuid)
  );
}
