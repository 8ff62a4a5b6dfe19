import { observable, runInAction } from 'mobx';
import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import type { BlockDefinition } from '../blocks/BlockDefinition.ts';
import { readKits } from '../blocks/readKits.ts';
import type { Block } from '../model/Block.ts';
import { type Change, diffPages, invertChange, isEmptyChange } from '../model/Change.ts';
import type { Page } from '../model/Page.ts';
import { refuse, type Result } from '../model/Result.ts';
import { checkPage } from './checkPage.ts';
import { feasibleChange } from './feasibleChange.ts';
import type { ChangeOrigin, EditorOptions, EditorRefusal } from './Editor.ts';
import { defaultEnvironment, type Environment } from './environment.ts';
import { History, type HistoryEntry, type HistoryEntryType } from './History.ts';
import { type LogCode, logMessage } from './logMessage.ts';
import { PageIndex } from './PageIndex.ts';
import { PageLayout } from './PageLayout.ts';
import { PageStore } from './PageStore.ts';
import { ALL_PERMISSIONS, type Permissions } from '../permissions/Permissions.ts';
import { Selection } from './Selection.ts';
import { settle } from './settle.ts';

type ChangeListener = (change: Change, origin: ChangeOrigin) => void;

/**
 * What commands work on: the page's two copies, where blocks lie, selection, history. The facade
 * (`createEditor`) hands its calls to commands with this in hand; nothing outside of the engine
 * sees it.
 */
export class EditorState {
  readonly kits: readonly Kit[];
  readonly permissions: Permissions;
  readonly maxBlocks: number | null;
  readonly environment: Environment;
  readonly store: PageStore;
  readonly layout: PageLayout;
  readonly index: PageIndex;
  readonly selection = new Selection();
  readonly history = new History();
  private readonly publishable = observable.box(false);
  private readonly held = observable.box<ReadonlySet<string>>(new Set(), { deep: false });
  private readonly changeListeners = new Set<ChangeListener>();
  private readonly refusalListeners = new Set<(code: EditorRefusal) => void>();
  private readonly lostListeners = new Set<(block: Block) => void>();
  private selectionBefore: readonly string[] = [];
  private entryType: HistoryEntryType | null = null;

  constructor(options: EditorOptions) {
    this.kits = readKits(options.kits);
    this.permissions = options.permissions ?? ALL_PERMISSIONS;
    this.maxBlocks = options.maxBlocks ?? null;
    this.environment = { ...defaultEnvironment, ...options.environment };
    checkPage(options.page, this.kits);
    this.layout = new PageLayout(this);
    this.index = new PageIndex(this, this.layout);
    this.store = new PageStore(options.page, (uuid, was, is) => {
      this.layout.note(uuid, was, is);
      this.index.note(uuid);
      if (!is) this.selection.forget(uuid);
    });
  }

  get blocks(): ReadonlyMap<string, Block> {
    return this.store.blocks;
  }

  /** Blocks that others are editing now; to this editor they are locked. */
  get lockedByOthers(): ReadonlySet<string> {
    return this.held.get();
  }

  setLockedByOthers(uuids: Iterable<string>): void {
    runInAction(() => {
      this.held.set(new Set(uuids));
    });
  }

  get referenceWidth(): number {
    return this.store.fields.settings.referenceWidth;
  }

  get hasPublishableChanges(): boolean {
    return this.publishable.get();
  }

  definitionOf(type: string): BlockDefinition | null {
    return findDefinition(type, this.kits);
  }

  /**
   * Runs a command: by itself it is one entry of the history, inside of what is in progress it is
   * part of that. A refusal or an error leaves the page as it was.
   */
  transact<Value>(command: () => Result<Value, EditorRefusal>): Result<Value, EditorRefusal> {
    if (!this.permissions.canEdit) return refuse('not_permitted');
    if (this.store.isInProgress) return runInAction(() => this.store.attempt(command));
    this.begin();
    let done = false;
    try {
      const result = runInAction(command);
      done = result.ok;
      return result;
    } finally {
      if (done) this.commit();
      else this.cancel();
    }
  }

  begin(): void {
    if (this.store.isInProgress) this.commit();
    this.selectionBefore = [...this.selection.ids];
    this.entryType = null;
    this.store.begin();
  }

  /** Says what the entry in progress is about, where its change does not show it by itself. */
  nameEntry(type: HistoryEntryType): void {
    this.entryType = type;
  }

  commit(): Change | null {
    if (!this.store.isInProgress) return null;
    return runInAction(() => {
      for (const block of this.store.releaseHeld()) this.emitLost(block);
      // A page that was put in the place of another is taken at its word, as one that is loaded.
      if (this.entryType !== 'Full') settle(this);
      const change = this.store.pendingChange();
      this.store.commit();
      if (isEmptyChange(change)) return null;
      this.history.push({
        type: this.entryType ?? entryTypeOf(change, this.blocks.size),
        change,
        selectionBefore: this.selectionBefore,
        selectionAfter: [...this.selection.ids],
      });
      this.publishable.set(true);
      this.emitChange(change, 'edit');
      return change;
    });
  }

  cancel(): void {
    if (!this.store.isInProgress) return;
    runInAction(() => {
      for (const block of this.store.cancel()) this.emitLost(block);
    });
  }

  undo(): boolean {
    this.commit();
    const undo = (entry: HistoryEntry): Change | null => {
      const back = invertChange(entry.change);
      const done = this.replay(back, entry.selectionBefore, 'undo');
      // Mostly all of it could be undone, and need not be turned round once more.
      return done === back ? entry.change : done && invertChange(done);
    };
    return this.history.takeUndo(undo) !== null;
  }

  redo(): boolean {
    this.commit();
    const redo = (entry: HistoryEntry): Change | null =>
      this.replay(entry.change, entry.selectionAfter, 'redo');
    return this.history.takeRedo(redo) !== null;
  }

  /** Takes back the latest entry as if it had never been. */
  forgetLatest(entry: HistoryEntry): void {
    if (this.history.latest !== entry) return;
    this.history.dropLatest();
    this.replay(invertChange(entry.change), entry.selectionBefore, 'undo');
  }

  /** @param page one that `checkPage` has let pass */
  load(page: Page, hasPublishableChanges: boolean): void {
    runInAction(() => {
      this.cancel();
      const change = diffPages(this.store.page, page);
      this.store.load(page);
      this.history.clear();
      this.selection.set([]);
      this.selection.hover(null);
      this.publishable.set(hasPublishableChanges);
      this.emitChange(change, 'load');
    });
  }

  /**
   * Takes over what someone else has done, without an entry of the history and below what is in
   * progress here.
   */
  applyRemote(change: Change, hasPublishableChanges: boolean): void {
    if (isEmptyChange(change)) return;
    runInAction(() => {
      this.store.takeOver(change);
      for (const [uuid, parentUuid] of this.withoutParent(change))
        this.log('page_tree_problem', { uuid, parentUuid });
      this.publishable.set(hasPublishableChanges);
      this.emitChange(change, 'remote');
    });
  }

  /** Tells of what is ignored and should not have been asked. */
  log(code: LogCode, details?: Readonly<Record<string, unknown>>): void {
    this.environment.log?.(logMessage(code, details));
  }

  setPublishable(value: boolean): void {
    runInAction(() => {
      this.publishable.set(value);
    });
  }

  onChange(listener: ChangeListener): () => void {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  onRefusal(listener: (code: EditorRefusal) => void): () => void {
    this.refusalListeners.add(listener);
    return () => this.refusalListeners.delete(listener);
  }

  onRemovedByOthers(listener: (block: Block) => void): () => void {
    this.lostListeners.add(listener);
    return () => this.lostListeners.delete(listener);
  }

  private emitLost(block: Block): void {
    for (const listener of [...this.lostListeners]) listener(block);
  }

  emitRefusal(code: EditorRefusal): void {
    for (const listener of [...this.refusalListeners]) listener(code);
  }

  /** Does what can still be done of a change of one's own; null when nothing of it can. */
  private replay(
    change: Change,
    selection: readonly string[],
    origin: ChangeOrigin,
  ): Change | null {
    const { blocks, lockedByOthers, layout, store } = this;
    const childIds = (uuid: string): readonly string[] => layout.childIds(uuid);
    const feasible = feasibleChange(
      { blocks, lockedByOthers, childIds, fields: store.fields },
      change,
    );
    if (isEmptyChange(feasible)) return null;
    runInAction(() => {
      store.apply(feasible);
      this.selection.set(selection.filter((uuid) => blocks.has(uuid)));
      this.publishable.set(true);
      this.emitChange(feasible, origin);
    });
    return feasible;
  }

  /** Blocks that a change has left, or put, where nothing holds them; and what should. */
  private *withoutParent(change: Change): Iterable<readonly [string, string]> {
    for (const uuid of [...Object.keys(change.added), ...Object.keys(change.updated)]) {
      const parent = this.blocks.get(uuid)?.parentUuid;
      if (parent !== undefined && !this.blocks.has(parent)) yield [uuid, parent];
    }
    for (const parent of Object.keys(change.removed))
      if (!this.blocks.has(parent))
        for (const uuid of this.layout.childIds(parent)) yield [uuid, parent];
  }

  private emitChange(change: Change, origin: ChangeOrigin): void {
    for (const listener of [...this.changeListeners]) listener(change, origin);
  }
}

/** What replaces the page as a whole leaves none of the blocks that were there. */
function entryTypeOf(change: Change, blocksAfter: number): HistoryEntryType {
  if (isEmptyChange({ ...change, page: undefined })) return 'Patch';
  return blocksAfter === Object.keys(change.added).length ? 'Full' : 'Things';
}
