import { type IObservableValue, observable, runInAction } from 'mobx';
import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import type { KitContent } from '../blocks/checkContent.ts';
import type { BlockDefinition } from '../blocks/BlockDefinition.ts';
import { readKits } from '../blocks/readKits.ts';
import type { Block } from '../model/Block.ts';
import type { Change } from '../model/Change.ts';
import { diffPages, invertChange, isEmptyChange, squashChanges } from '../model/Change.ts';
import { isBlockId, isSection } from '../model/Block.ts';
import { inputError } from '../model/inputError.ts';
import { isSameEdit, type NamedEdit, redoneEdits, undoneEdits } from '../model/NamedEdit.ts';
import type { Page, PageFields } from '../model/Page.ts';
import type { Point } from '../model/Position.ts';
import { Refusal, refuse, type Result } from '../model/Result.ts';
import { ALL_PERMISSIONS, type Permissions } from '../permissions/Permissions.ts';
import { checkPage } from './checkPage.ts';
import type { ChangeOrigin, CommitHook, EditorConfiguration, EditorOptions } from './Editor.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import { defaultEnvironment, type Environment } from '../model/Environment.ts';
import { EventQueue } from '../model/EventQueue.ts';
import { History, type HistoryEntryType } from './history/History.ts';
import { ownChangesOnly } from './history/ownChangesOnly.ts';
import { describeError, type LogCode, logMessage } from '../model/LogMessage.ts';
import type { MenuRequest } from './InputEvent.ts';
import { PageIndex } from './PageIndex.ts';
import { PageLayout } from './PageLayout.ts';
import { PageStore } from './PageStore.ts';
import { Selection } from './Selection.ts';
import { settle } from './settle.ts';

/** An edit. It receives valid arguments, writes to `state.store`, and returns a refusal or a value. */
export type Command<Args extends readonly unknown[], Value> = (
  state: EditorState,
  ...args: Args
) => Result<Value, EditorRefusal>;

/** An edit between `begin` and its end. Ids of edits and steps are unique in an editor. */
interface OpenEdit {
  readonly id: number;
  /** Whether its commit becomes a history entry. */
  readonly isTracked: boolean;
  readonly label: string | null;
  readonly time: number;
  readonly selectionBefore: readonly string[];
  readonly steps: { readonly id: number; readonly namedEdits: readonly NamedEdit[] }[];
}

type ChangeListener = (...args: ChangeArgs) => void;
type ChangeArgs = [change: Change, origin: ChangeOrigin, edits: readonly NamedEdit[]];

const NO_IDS: ReadonlySet<string> = new Set();
/** A counter that starts over after a reload skips the ids of the page. */
const MAX_ID_ATTEMPTS = 20_000;

/**
 * The state that commands work on: the stable and in-progress page, layout, selection and history.
 * Its methods rely on valid arguments; `PageEditor` validates what comes from outside.
 */
export class EditorState {
  readonly environment: Environment;
  readonly store: PageStore;
  readonly layout: PageLayout;
  readonly index: PageIndex;
  readonly selection = new Selection();
  readonly history = new History();
  readonly events = new EventQueue((event, error) => this.logListenerFailure(event, error));
  readonly changed = this.events.source<ChangeArgs>('onChange');
  readonly refused = this.events.source<[code: EditorRefusal]>('onRefusal');
  readonly menuRequested = this.events.source<[request: MenuRequest]>('onMenu');
  readonly removedByOthers = this.events.source<[block: Block]>('onRemovedByOthers');
  private readonly configuration: IObservableValue<EditorConfiguration>;
  private readonly publishable = observable.box(false);
  private readonly remoteLocks = observable.box<ReadonlySet<string>>(new Set(), { deep: false });
  private readonly recorders = new Set<ChangeListener>();
  /** The edit in progress, or the last one. */
  private open: OpenEdit | null = null;
  private lastId = 0;
  /** How many of the open edits and steps `endStep` may not end, because `run` will. */
  private protectedDepth = 0;
  /** The changes to report when an edit outside of the history has ended. */
  private held: ChangeArgs[] | null = null;
  private namedEdits: readonly NamedEdit[] = [];
  private readonly commitHooks = new Set<{ readonly hook: CommitHook<Kit> }>();
  private isAskingHooks = false;

  constructor(options: EditorOptions) {
    const kits = readKits(options.kits);
    const { permissions = ALL_PERMISSIONS, maxBlocks = null } = options;
    this.configuration = observable.box({ kits, permissions, maxBlocks }, { deep: false });
    this.environment = { ...defaultEnvironment, ...options.environment };
    checkPage(options.page, kits);
    this.layout = new PageLayout(this);
    this.index = new PageIndex(this, this.layout);
    this.store = new PageStore(options.page, (uuid, previous, current) => {
      this.layout.invalidate(uuid, previous, current);
      this.index.invalidate(uuid);
      if (!current) this.selection.deselect(uuid);
    });
  }

  get kits(): readonly Kit[] {
    return this.configuration.get().kits;
  }

  get permissions(): Permissions {
    return this.configuration.get().permissions;
  }

  get maxBlocks(): number | null {
    return this.configuration.get().maxBlocks;
  }

  /** @param change validated */
  configure(change: Partial<EditorConfiguration>): void {
    const { kits, permissions, maxBlocks } = this;
    const next = { kits, permissions, maxBlocks, ...change };
    const isSame =
      next.kits === kits && next.permissions === permissions && next.maxBlocks === maxBlocks;
    if (!isSame) runInAction(() => this.configuration.set(next));
  }

  get blocks(): ReadonlyMap<string, Block> {
    return this.store.blocks;
  }

  get fields(): PageFields {
    return this.store.fields;
  }

  get referenceWidth(): number {
    return this.store.fields.settings.referenceWidth;
  }

  get isInProgress(): boolean {
    return this.store.isInProgress;
  }

  get hasPublishableChanges(): boolean {
    return this.publishable.get();
  }

  setPublishable(value: boolean): void {
    runInAction(() => {
      this.publishable.set(value);
    });
  }

  /** Blocks that other users are editing now. */
  get lockedByOthers(): ReadonlySet<string> {
    return this.remoteLocks.get();
  }

  setLockedByOthers(uuids: Iterable<string>): void {
    runInAction(() => {
      this.remoteLocks.set(new Set(uuids));
    });
  }

  definitionOf(of: string | KitContent): BlockDefinition | null {
    return findDefinition(of, this.kits);
  }

  /**
   * A new block id.
   *
   * @param others ids that new blocks will have
   * @throws CobbleError `input_invalid` (details: `path`) unless the host's function returns valid
   *   ids, and one that no block has within a few calls
   */
  createId(others: ReadonlySet<string> = NO_IDS): string {
    const path = 'environment.createId';
    for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
      const id: unknown = this.environment.createId();
      if (typeof id !== 'string' || !isBlockId(id))
        throw inputError(path, 'must return an id of at most 64 letters, digits, _ and -');
      if (!this.blocks.has(id) && !others.has(id)) return id;
    }
    throw inputError(path, 'must return ids that no block has');
  }

  /**
   * The topmost block at a point of page space, or null. Groups are hit only if they have a
   * background or border, sections only with `includeSections`. `below` returns the next block
   * under that one.
   */
  hitTest(
    point: Point,
    options: { below?: string | undefined; includeSections?: boolean } = {},
  ): string | null {
    const hits = this.index.at(point).filter((uuid) => {
      const block = this.blocks.get(uuid);
      if (!block) return false;
      if (isSection(block)) return options.includeSections === true;
      const { background, border } = block.styles;
      return block.type !== 'group' || background !== undefined || border !== undefined;
    });
    const from = options.below === undefined ? -1 : hits.indexOf(options.below);
    return hits[from + 1] ?? null;
  }

  /** Selects the blocks with these ids; ignores ids that are not on the page. */
  select(uuids: Iterable<string>): void {
    this.selection.set([...uuids].filter((uuid) => this.blocks.has(uuid)));
  }

  /** Selects the direct children of all sections, without locked ones unless all are locked. */
  selectAll(): void {
    const { layout, lockedByOthers } = this;
    const all = layout.sectionIds.flatMap((section) => layout.childrenOf(section));
    const unlocked = all.filter(({ uuid, locked }) => !locked && !lockedByOthers.has(uuid));
    this.selection.set((unlocked.length > 0 ? unlocked : all).map((block) => block.uuid));
  }

  hover(uuid: string | null): void {
    this.selection.hover(uuid !== null && this.blocks.has(uuid) ? uuid : null);
  }

  /**
   * Runs a command: as one history entry, or as part of the in-progress edit if there is one. If it
   * refuses or throws, the page stays as it was.
   */
  edit<Args extends readonly unknown[], Value>(
    command: Command<Args, Value>,
    ...args: Args
  ): Result<Value, EditorRefusal> {
    if (!this.permissions.canEdit) return refuse('not_permitted');
    const run = (): Result<Value, EditorRefusal> => command(this, ...args);
    const isPart = this.store.isInProgress;
    if (!isPart) this.begin();
    const named = this.namedEdits;
    let result: Result<Value, EditorRefusal> | null = null;
    try {
      result = runInAction(() => (isPart ? this.store.attempt(run) : run()));
    } finally {
      if (!result?.ok) {
        this.namedEdits = named;
        if (!isPart) this.cancel();
      }
    }
    const committed = isPart || !result.ok ? null : this.tryCommit();
    return committed instanceof Refusal ? committed : result;
  }

  /**
   * Begins an in-progress edit, after committing the previous one if there is one.
   *
   * @param isTracked false for an edit that does not enter the history
   * @returns its id
   */
  begin(label: string | null = null, isTracked = true): number {
    if (this.isAskingHooks) return this.beginStep();
    if (this.store.isInProgress) this.commit();
    // Read first: nothing has changed if the host's clock throws.
    const time = this.environment.now();
    const selectionBefore = [...this.selection.ids];
    this.lastId += 1;
    this.open = { id: this.lastId, isTracked, label, time, selectionBefore, steps: [] };
    this.protectedDepth = 0;
    this.namedEdits = [];
    this.store.begin();
    return this.lastId;
  }

  /** Begins a step of the in-progress edit, or an edit if there is none. Returns its id. */
  beginStep(label: string | null = null): number {
    if (!this.open || !this.store.isInProgress) return this.begin(label);
    this.lastId += 1;
    this.open.steps.push({ id: this.lastId, namedEdits: this.namedEdits });
    this.store.mark();
    return this.lastId;
  }

  /**
   * Commits or cancels a step or edit, and the steps begun after it.
   *
   * @param id what `beginStep` returned; by default the latest that has not ended
   * @returns its change, or null if nothing differs or it has ended already, which is logged
   */
  endStep(how: 'commit' | 'cancel', id?: number): Change | null {
    const ids = this.openIds;
    const depth = id === undefined ? ids.length - 1 : ids.indexOf(id);
    if (depth < this.protectedDepth || depth < 0) {
      this.log('nothing_in_progress', { operation: how });
      return null;
    }
    if (depth === 0) {
      if (how === 'commit') return this.commit();
      this.cancel();
      return null;
    }
    return runInAction(() => {
      let change: Change | null = null;
      for (const step of this.open?.steps.splice(depth - 1).toReversed() ?? []) {
        if (how === 'commit') change = this.store.releaseMark();
        else {
          this.store.cancelToMark();
          this.namedEdits = step.namedEdits;
        }
      }
      return change && isEmptyChange(change) ? null : change;
    });
  }

  /**
   * Runs edits as one step of the in-progress edit, or as one history entry. If they throw, or
   * return a refusal, they are cancelled.
   */
  run<Value>(edits: () => Value, label: string | null = null): Value {
    return this.act(() => this.runStep(this.beginStep(label), edits));
  }

  /**
   * Runs edits as one change that does not enter the history: below the in-progress edit, and as if
   * someone else had made it. Cancelled like those of {@link run}.
   */
  runOutsideHistory<Value>(edits: () => Value): Value {
    this.checkNotAskingHooks('run');
    return this.act(() => {
      const { open, namedEdits, protectedDepth, held: outerHeld } = this;
      const resume = this.store.suspend();
      const held: ChangeArgs[] = [];
      this.held = held;
      try {
        return this.runStep(this.begin(null, false), edits);
      } finally {
        if (this.store.isInProgress) this.cancel();
        this.held = outerHeld;
        resume(held.length > 0 ? squashChanges(held.map(([change]) => change)) : null);
        Object.assign(this, { open, namedEdits, protectedDepth });
        for (const each of held) this.emitChange(...each);
      }
    });
  }

  /** Names what the next history entry does to the whole page or a section. */
  nameEdit(edit: NamedEdit): void {
    this.namedEdits = [...this.namedEdits.filter((each) => !isSameEdit(each, edit)), edit];
  }

  /**
   * Settles and commits the in-progress edit. Null if there is none, or no difference, or a hook has
   * refused it, which is reported.
   */
  commit(): Change | null {
    const committed = this.tryCommit();
    if (!(committed instanceof Refusal)) return committed;
    this.refused.emit(committed.code);
    return null;
  }

  /** Commits like {@link commit}. If a hook refuses the edit, it is discarded, and not reported. */
  private tryCommit(): Change | Refusal<EditorRefusal> | null {
    if (!this.store.isInProgress || this.isAskingHooks) return null;
    return this.act(() => {
      for (const block of this.store.dropRemovedByOthers()) this.removedByOthers.emit(block);
      // A replaced page stays as it was given, like a loaded one.
      if (namedTypeOf(this.namedEdits) !== 'Full') settle(this);
      const refused = this.askHooks();
      if (refused) {
        this.cancel();
        return refused;
      }
      const edits = this.namedEdits;
      const namedType = namedTypeOf(edits);
      const change = this.store.pendingChange();
      this.store.commit();
      if (isEmptyChange(change)) return null;
      const { open } = this;
      if (open?.isTracked)
        this.history.push({
          id: open.id,
          type: namedType ?? entryTypeOf(change, this.blocks.size),
          label: open.label,
          time: open.time,
          change,
          reported: change,
          edited: change,
          edits,
          selectionBefore: open.selectionBefore,
          selectionAfter: [...this.selection.ids],
        });
      this.publishable.set(true);
      this.emitChange(change, 'edit', edits);
      return change;
    });
  }

  /** Discards the in-progress edit. */
  cancel(): void {
    if (!this.store.isInProgress || this.isAskingHooks) return;
    this.act(() => {
      for (const block of this.store.cancel()) this.removedByOthers.emit(block);
    });
  }

  /** Undoes the user's last edit, except for properties that others have changed since. */
  undo(): boolean {
    this.checkNotAskingHooks('undo');
    this.commit();
    const entry = this.history.takeUndo((change) => this.applicable(change));
    if (!entry) return false;
    this.replay(entry.reported, entry.selectionBefore, 'undo', undoneEdits(entry.edits));
    return true;
  }

  redo(): boolean {
    this.checkNotAskingHooks('redo');
    this.commit();
    const entry = this.history.takeRedo((change) => this.applicable(change));
    if (!entry) return false;
    this.replay(entry.reported, entry.selectionAfter, 'redo', redoneEdits(entry.edits));
    return true;
  }

  /**
   * Undoes or redoes edits until the one with an id is the latest that is done, or none is (null).
   * False if there is no such entry, or others have overwritten it completely.
   */
  jumpTo(id: number | null): boolean {
    return this.act(() => {
      this.commit();
      const { history } = this;
      if (id !== null && !history.isDone(id) && !history.isUndone(id)) return false;
      const isBefore = (): boolean => id !== null && history.isUndone(id);
      while (!isBefore() && history.latest && history.latest.id !== id) if (!this.undo()) break;
      // Entries that others have overwritten are skipped, which can lead past the entry.
      while (isBefore()) if (!this.redo()) break;
      return (history.latest?.id ?? null) === id;
    });
  }

  /**
   * Reverts the last edit without a redo, if it added this block and added or removed no other.
   * False otherwise.
   */
  retractAddition(uuid: string): boolean {
    const { latest } = this.history;
    if (!latest || Object.keys(latest.change.removed).length > 0) return false;
    const added = Object.keys(latest.change.added);
    if (added.length !== 1 || added[0] !== uuid) return false;
    this.history.dropLatest();
    const change = this.applicable(invertChange(latest.change));
    if (change) this.replay(change, latest.selectionBefore, 'undo');
    return true;
  }

  /** @param page validated by `checkPage` */
  load(page: Page, hasPublishableChanges: boolean): void {
    this.checkNotAskingHooks('load');
    // The edit in progress that is hidden meanwhile belongs to the page as it is.
    if (this.held) throw inputError('load', 'cannot be called in run without history');
    this.act(() => {
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

  /** Applies another user's change to the stable page, without a history entry. */
  applyRemote(change: Change, hasPublishableChanges: boolean): void {
    if (isEmptyChange(change)) return;
    this.act(() => {
      this.store.applyRemoteChange(change);
      for (const [uuid, parentUuid] of this.orphansOf(change))
        this.log('page_tree_problem', { uuid, parentUuid });
      this.publishable.set(hasPublishableChanges);
      this.emitChange(change, 'remote');
    });
  }

  /** Logs a message for developers. */
  log(code: LogCode, details?: Readonly<Record<string, unknown>>): void {
    this.environment.log?.(logMessage(code, details));
  }

  /** Logs what a function of the host throws. Undefined then, else its value. */
  isolated<Value>(event: string, call: () => Value): Value | undefined {
    try {
      return call();
    } catch (error) {
      this.logListenerFailure(event, error);
      return undefined;
    }
  }

  onBeforeCommit(hook: CommitHook<Kit>): () => void {
    const subscription = { hook };
    this.commitHooks.add(subscription);
    return () => this.commitHooks.delete(subscription);
  }

  /** Adds a listener that is called as part of each change, before all others. */
  recordChanges(recorder: ChangeListener): () => void {
    this.recorders.add(recorder);
    return () => this.recorders.delete(recorder);
  }

  private emitChange(change: Change, origin: ChangeOrigin, edits: readonly NamedEdit[] = []): void {
    if (this.held) {
      this.held.push([change, origin, edits]);
      return;
    }
    this.events.hold(() => {
      // Queued before the recorders, which may apply remote changes, are called.
      this.changed.emit(change, origin, edits);
      for (const recorder of [...this.recorders])
        this.isolated('recordChanges', () => {
          recorder(change, origin, edits);
        });
    });
  }

  private logListenerFailure(event: string, error: unknown): void {
    try {
      this.log('listener_failed', { event, ...describeError(error) });
    } catch {
      // The log itself failed, so there is no one to report it to.
    }
  }

  /** Ids of the edit in progress and its steps, outermost first. */
  private get openIds(): readonly number[] {
    const { open } = this;
    return open && this.store.isInProgress ? [open.id, ...open.steps.map(({ id }) => id)] : [];
  }

  /** @throws CobbleError if it ends the edit and a hook refuses that */
  private runStep<Value>(id: number, edits: () => Value): Value {
    const outer = this.protectedDepth;
    this.protectedDepth = this.openIds.length;
    let isDone = false;
    try {
      const value = edits();
      isDone = !(value instanceof Refusal);
      return value;
    } finally {
      this.protectedDepth = outer;
      const { openIds } = this;
      // A gesture may have ended it.
      const isOpen = openIds.includes(id);
      if (isOpen && isDone && openIds[0] === id) {
        const committed = this.tryCommit();
        if (committed instanceof Refusal) committed.unwrap();
      } else if (isOpen) this.endStep(isDone ? 'commit' : 'cancel', id);
    }
  }

  /**
   * Asks the hooks whether the in-progress edit may be committed. Each sees what the earlier ones
   * have added. What a hook that throws has added is discarded.
   */
  private askHooks(): Refusal<EditorRefusal> | null {
    if (this.commitHooks.size === 0) return null;
    this.isAskingHooks = true;
    try {
      for (const { hook } of [...this.commitHooks]) {
        const change = this.store.pendingChange();
        if (isEmptyChange(change)) break;
        const answer = this.isolated('onBeforeCommit', () =>
          this.runStep(this.beginStep(), () => hook(change)),
        );
        if (answer) return answer;
        if (namedTypeOf(this.namedEdits) !== 'Full') settle(this);
      }
      return null;
    } finally {
      this.isAskingHooks = false;
    }
  }

  /** A hook may edit the page, and nothing else. */
  private checkNotAskingHooks(call: string): void {
    if (this.isAskingHooks) throw inputError(call, 'cannot be called in onBeforeCommit');
  }

  /** The part of an undo or redo that is still possible. Null if there is none. */
  private applicable(change: Change): Change | null {
    const { blocks, lockedByOthers, layout, store } = this;
    const childIds = (uuid: string): readonly string[] => layout.childIds(uuid);
    const applicable = ownChangesOnly(
      { blocks, lockedByOthers, childIds, fields: store.fields },
      change,
    );
    return isEmptyChange(applicable) ? null : applicable;
  }

  /** @param change from `applicable` */
  private replay(
    change: Change,
    selection: readonly string[],
    origin: ChangeOrigin,
    edits: readonly NamedEdit[] = [],
  ): void {
    this.act(() => {
      this.store.apply(change);
      this.select(selection);
      this.publishable.set(true);
      this.emitChange(change, origin, edits);
    });
  }

  /** Runs a step as one action, and delivers its events when it is complete. */
  act<Value>(step: () => Value): Value {
    return runInAction(() => this.events.hold(step));
  }

  /** Returns the blocks whose parent is missing after a change, with the parent's id. */
  private *orphansOf(change: Change): Iterable<readonly [string, string]> {
    for (const uuid of [...Object.keys(change.added), ...Object.keys(change.updated)]) {
      const parent = this.blocks.get(uuid)?.parentUuid;
      if (parent !== undefined && !this.blocks.has(parent)) yield [uuid, parent];
    }
    for (const parent of Object.keys(change.removed))
      if (!this.blocks.has(parent))
        for (const uuid of this.layout.childIds(parent)) yield [uuid, parent];
  }
}

/** The type of an entry whose edits name it; null if it follows from the change. */
function namedTypeOf(edits: readonly NamedEdit[]): HistoryEntryType | null {
  const named = edits.findLast(({ type }) => type === 'replace-page' || type === 'slice-section');
  return named ? (named.type === 'replace-page' ? 'Full' : 'Slice') : null;
}

/** A change that leaves none of the previous blocks replaces the page as a whole. */
function entryTypeOf(change: Change, blocksAfter: number): HistoryEntryType {
  if (isEmptyChange({ ...change, page: undefined })) return 'Patch';
  return blocksAfter === Object.keys(change.added).length ? 'Full' : 'Things';
}
