import type { BlockDefinition } from '../../blocks/BlockDefinition.ts';
import type { Block } from '../../model/Block.ts';
import { type Change, invertChange, isEmptyChange } from '../../model/Change.ts';
import type { EventSource } from '../../model/EventQueue.ts';
import { type NamedEdit, NO_EDITS, redoneEdits, undoneEdits } from '../../model/NamedEdit.ts';
import type { EditInProgress } from '../EditInProgress.ts';
import type { ChangeOrigin } from '../Editor.ts';
import { refuseOverCap } from '../blockCap.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { Permissions } from '../../permissions/Permissions.ts';
import type { PageStore } from '../PageStore.ts';
import type { ApplicableChange, History } from './History.ts';
import { type CurrentPage, ownChangesOnly } from './ownChangesOnly.ts';

/** The state that undo and redo change and report to. */
interface UndoState extends Pick<CurrentPage, 'blocks' | 'fields'> {
  readonly history: History;
  readonly inProgress: Pick<EditInProgress<never>, 'checkNotAskingHooks' | 'commit'>;
  /** Whether a room shares the page. */
  readonly isShared: boolean;
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

/**
 * Undo and redo: takes entries from the history and applies them to the page. The edit in progress is
 * committed first. Without permission to edit, all of it is refused and the history stays.
 */
export class UndoRedo {
  private readonly state: UndoState;

  constructor(state: UndoState) {
    this.state = state;
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
      const entry = history.takeUndo((change) => this.applicable(change));
      if (typeof entry === 'string') this.state.refused.emit(entry);
      if (!entry || typeof entry === 'string') return false;
      this.replay(entry.reported, entry.selectionBefore, 'undo', undoneEdits(entry.edits));
      // Not if the room client knows that the room will reject it.
      return history.isUndone(entry.id);
    });
  }

  redo(): boolean {
    const { history, inProgress } = this.state;
    inProgress.checkNotAskingHooks('redo');
    if (!this.isPermitted()) return false;
    return this.state.act(() => {
      inProgress.commit();
      const entry = history.takeRedo((change) => this.applicable(change));
      if (typeof entry === 'string') this.state.refused.emit(entry);
      if (!entry || typeof entry === 'string') return false;
      this.replay(entry.reported, entry.selectionAfter, 'redo', redoneEdits(entry.edits));
      // Not if the room client knows that the room will reject it.
      return history.isDone(entry.id);
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
        [history.latest, history.next].some((entry) => (entry?.id ?? null) === id);
      while (!isBefore() && !isThere()) if (!this.undo()) break;
      // Entries that others have overwritten are skipped, which can lead past the entry.
      while (isBefore()) if (!this.redo()) break;
      return isThere();
    });
  }

  /** Whether the last edit added this block, and added or removed no other. */
  isLatestAddition(uuid: string): boolean {
    const { latest } = this.state.history;
    if (!latest || Object.keys(latest.change.removed).length > 0) return false;
    const added = Object.keys(latest.change.added);
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
    if (history.decisionOn(latest.reported) === 'hidden') return false;
    const change = this.applicable(invertChange(latest.change));
    if (typeof change === 'string') return false;
    history.retractLatest(change);
    if (change) this.replay(change, latest.selectionBefore, 'undo');
    return true;
  }

  /** Whether the user may edit; reports the refusal if not. */
  private isPermitted(): boolean {
    const { permissions, refused } = this.state;
    if (!permissions.canEdit) refused.emit('not_permitted');
    return permissions.canEdit;
  }

  private applicable(change: Change): ApplicableChange {
    const { blocks, lockedByOthers, layout, store } = this.state;
    const childIds = (uuid: string): readonly string[] => layout.childIds(uuid);
    const containsBlocks = (block: Block): boolean =>
      this.state.definitionOf(block)?.capabilities.containsBlocks === true;
    const page = { blocks, childIds, containsBlocks, fields: store.fields };
    const applicable = ownChangesOnly(page, change);
    if (isEmptyChange(applicable)) return null;
    // Applying only a part, such as the section's new height, would not undo or redo the edit.
    const isLocked = [applicable.added, applicable.updated, applicable.removed].some((records) =>
      Object.keys(records).some((uuid) => lockedByOthers.has(uuid)),
    );
    if (isLocked) return 'block_locked';
    // Alone, this only restores blocks that were on the page before.
    const more = Object.keys(applicable.added).length - Object.keys(applicable.removed).length;
    const overCap = this.state.isShared ? refuseOverCap(this.state, more) : null;
    return overCap?.code ?? applicable;
  }

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
