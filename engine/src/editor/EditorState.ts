import { action, type IObservableValue, observable } from 'mobx';
import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import { isOlderThanKit, migrateKitBlock } from '../blocks/migrateKitBlock.ts';
import type { KitContent } from '../blocks/checkContent.ts';
import type { BlockDefinition } from '../blocks/BlockDefinition.ts';
import { guardedKits, readKits } from '../blocks/readKits.ts';
import { type Block, isBlockId, isSection } from '../model/Block.ts';
import { CallGuard } from '../model/CallGuard.ts';
import {
  type Change,
  diffPages,
  EMPTY_CHANGE,
  freezeChange,
  isEmptyChange,
} from '../model/Change.ts';
import { inputError } from '../model/inputError.ts';
import { deepFreeze } from '../model/json.ts';
import { memoizeByObject } from '../model/memoize.ts';
import { type NamedEdit, NO_EDITS } from '../model/NamedEdit.ts';
import type { Page, PageFields } from '../model/Page.ts';
import type { Point } from '../model/Position.ts';
import { refuseWrites } from '../model/refuseWrites.ts';
import type { Result } from '../model/Result.ts';
import { ALL_PERMISSIONS, type Permissions } from '../permissions/Permissions.ts';
import { readPage } from './checkPage.ts';
import { type ChangeReport, EditInProgress } from './EditInProgress.ts';
import type { ChangeOrigin, EditorConfiguration, EditorOptions } from './Editor.ts';
import { type KitWarning, readKitBlocks } from '../parsing/readKitBlocks.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import type { Environment } from '../model/Environment.ts';
import { EventQueue } from '../model/EventQueue.ts';
import { EditorUploads } from './EditorUploads.ts';
import { guardedEnvironment } from './guardedEnvironment.ts';
import { History } from './history/History.ts';
import { UndoRedo } from './history/UndoRedo.ts';
import { describeError, type LogCode, logMessage } from '../model/LogMessage.ts';
import type { MenuRequest } from './InputEvent.ts';
import { PageIndex } from './PageIndex.ts';
import { PageLayout } from './PageLayout.ts';
import { PageStore } from './PageStore.ts';
import { Selection } from './Selection.ts';

/** An edit. It receives valid arguments, writes to `state.store`, and returns a refusal or a value. */
export type Command<Args extends readonly unknown[], Value> = (
  state: EditorState,
  ...args: Args
) => Result<Value, EditorRefusal>;

/** Runs `work` with these arguments. */
type Act = <Args extends readonly unknown[], Value>(
  work: (...args: Args) => Value,
  ...args: Args
) => Value;

const NO_IDS: ReadonlySet<string> = new Set();
const refuseLockWrites = refuseWrites('lockedByOthers', '`setLockedByOthers`');
/** How many ids to try: a counter that starts over after a reload has to skip those on the page. */
const MAX_ID_ATTEMPTS = 20_000;

/**
 * The state that commands work on: the stable and in-progress page, layout, selection and history.
 * Its methods rely on valid arguments; `PageEditor` validates what comes from outside.
 */
export class EditorState {
  /** For the functions of the host and of kits that this editor calls. */
  readonly callGuard = new CallGuard();
  readonly environment: Environment;
  readonly store: PageStore;
  readonly layout: PageLayout;
  readonly index: PageIndex;
  readonly selection = new Selection();
  readonly history = new History();
  readonly inProgress = new EditInProgress<EditorState>(this);
  readonly undoRedo = new UndoRedo(this);
  readonly uploads = new EditorUploads(this);
  /** Whether a room shares the page. */
  isShared = false;
  readonly events = new EventQueue((event, error) => this.logListenerFailure(event, error));
  readonly changed = this.events.source<ChangeReport>('onChange');
  readonly refused = this.events.source<[code: EditorRefusal]>('onRefusal');
  /**
   * Cache: a valid version of each block that an edit has changed, not always the current one. Has
   * blocks of the page only: an entry is dropped with its block.
   */
  readonly validBlocks = new Map<string, Block>();
  /**
   * The contents of blocks whose size this editor has measured: `remeasure` changes no others. A
   * block that is moved, or restored by undo, has the same content, so it counts, too.
   */
  readonly measuredContents = new WeakSet<object>();
  readonly menuRequested = this.events.source<[request: MenuRequest]>('onMenu');
  readonly removedByOthers = this.events.source<[block: Block]>('onRemovedByOthers');
  private readonly configuration: IObservableValue<EditorConfiguration>;
  private readonly publishable = observable.box(false);
  private readonly remoteLocks = observable.box<ReadonlySet<string>>(refuseLockWrites(new Set()), {
    deep: false,
  });
  /** Has a queue of its own: recorders are called as part of each change. */
  private readonly recorders = new EventQueue((event, error) =>
    this.logListenerFailure(event, error),
  );
  private readonly recorded = this.recorders.source<ChangeReport>('recordChanges');
  private readonly followed = this.recorders.source<ChangeReport>('followChanges');
  /** The reported changes that only migrate blocks for a newer kit. */
  private readonly migrations = new WeakSet<Change>();
  /** The page as it was created or loaded; null once a room client has taken it. */
  private startPage: Page | null;
  /** The changes to report when an edit outside the history has ended; null if none is running. */
  private heldChanges: ChangeReport[] | null = null;

  constructor(options: EditorOptions) {
    const kits = this.readKits(options.kits);
    const { permissions = ALL_PERMISSIONS, maxBlocks = null } = options;
    this.configuration = observable.box({ kits, permissions, maxBlocks }, { deep: false });
    this.environment = guardedEnvironment(options.environment, this.callGuard);
    const page = this.readPage(options.page);
    this.startPage = page;
    this.layout = new PageLayout(this);
    this.index = new PageIndex(this, this.layout);
    this.store = new PageStore(page, (uuid, previous, current) => {
      this.layout.invalidate(uuid, previous, current);
      this.index.invalidate(uuid);
      if (current) return;
      this.selection.deselect(uuid);
      this.validBlocks.delete(uuid);
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

  /**
   * Validates kits, and makes a list whose functions cannot edit this editor: the same for the same
   * list, so that results that are memoized by it are reused.
   *
   * @throws CobbleError `kit_invalid`
   */
  readKits(kits: unknown): readonly Kit[] {
    return this.guardKits(readKits(kits));
  }

  private readonly guardKits = memoizeByObject((kits: readonly Kit[]) =>
    guardedKits(kits, this.callGuard),
  );

  /** @param change validated; kits are from `readKits` */
  configure(change: Partial<EditorConfiguration>): void {
    const { kits, permissions, maxBlocks } = this;
    const next = { kits, permissions, maxBlocks, ...change };
    const isSame =
      next.kits === kits && next.permissions === permissions && next.maxBlocks === maxBlocks;
    if (isSame) return;
    this.act(() => {
      this.configuration.set(next);
      this.uploads.repeatEnds();
      if (next.kits !== kits) this.readBlocksAgain();
    });
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

  /** Must be called in an action. */
  setPublishable(value: boolean): void {
    this.publishable.set(value);
  }

  /** Blocks that other users are editing now. */
  get lockedByOthers(): ReadonlySet<string> {
    return this.remoteLocks.get();
  }

  setLockedByOthers(uuids: Iterable<string>): void {
    this.act(() => {
      this.remoteLocks.set(refuseLockWrites(new Set(uuids)));
      this.uploads.repeatEnds();
    });
  }

  definitionOf(of: string | KitContent): BlockDefinition | null {
    return findDefinition(of, this.kits);
  }

  /**
   * A new block id.
   *
   * @param others ids that new blocks will have
   * @throws CobbleError `input_invalid` (details: `path`) if the host's function returns an invalid
   *   id, or only ids in use
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
   * @throws CobbleError `input_invalid` (details: `path`) if a room shares the page and the given one
   *   is not a version of it
   */
  requireSharedPage({ ID }: Page): void {
    if (this.recorded.hasListeners && ID !== this.fields.ID)
      throw inputError(
        'page.ID',
        'must be that of the open page, which is shared in a room: close the room client first',
      );
  }

  /** @param page from `readPage` */
  load(page: Page, hasPublishableChanges: boolean): void {
    this.act(() => {
      this.inProgress.discard(page);
      const ended = this.uploads.withEnds(page);
      const change = diffPages(this.store.page, ended);
      this.store.load(ended);
      if (this.startPage) this.startPage = page;
      this.history.clear();
      this.selection.set([]);
      this.selection.hover(null);
      this.publishable.set(hasPublishableChanges || ended !== page);
      this.reportChange(change, 'load');
    });
  }

  /** Applies another user's change to the stable page, without a history entry. */
  applyRemote(change: Change, hasPublishableChanges: boolean): void {
    if (isEmptyChange(change)) return;
    this.act(() => {
      const replaced = this.inProgress.textsReplacedBy(change);
      this.store.applyRemoteChange(change);
      for (const block of replaced) this.removedByOthers.emit(block);
      for (const [uuid, parentUuid] of this.orphansOf(change))
        this.log('page_tree_problem', { uuid, parentUuid });
      this.history.pageChanged();
      this.publishable.set(hasPublishableChanges);
      this.reportChange(change, 'remote');
    });
  }

  /** Sets page fields that the server has set. */
  setStoredFields(fields: Partial<PageFields>): void {
    this.store.setStableFields(fields);
    if (this.startPage) this.startPage = { ...this.startPage, ...fields };
  }

  /**
   * The page as it was created or loaded, for the first room client of this editor, which shares what
   * was edited since; null for a later one.
   */
  takeStartPage(): Page | null {
    const { startPage } = this;
    this.startPage = null;
    return startPage;
  }

  /**
   * Reads a page, and logs the blocks that their kits cannot read.
   *
   * @throws CobbleError with the code and path of `parsePage`
   */
  readPage(page: Page): Page {
    return this.logWarnings((warn) => readPage('page', page, this.kits, warn));
  }

  /** Whether kits migrate blocks of the page, in progress or not. In a room, only the room does. */
  migratesFor(kits: readonly Kit[]): boolean {
    return (
      !this.isShared &&
      kits !== this.kits &&
      [...this.blocks.values()].some(
        (block) => isOlderThanKit(block, kits) && migrateKitBlock(block, kits).block !== block,
      )
    );
  }

  /**
   * Migrates blocks of the page to the versions of new kits, and logs those that they cannot read. Only
   * the room migrates the page that it shares.
   */
  private readBlocksAgain(): void {
    const { stablePage } = this.store;
    const change = this.logWarnings((warn) => {
      const migrated = diffPages(stablePage, readKitBlocks(stablePage, this.kits, warn));
      if (!this.isShared) return migrated;
      for (const uuid of Object.keys(migrated.updated))
        warn({
          path: `things.${uuid}.contentVersion`,
          code: 'content_not_migrated',
          message: 'is older than that of the kit, and the room has not migrated it',
        });
      return EMPTY_CHANGE;
    });
    this.migrations.add(change);
    // Already logged.
    if (this.startPage) this.startPage = readKitBlocks(this.startPage, this.kits, () => undefined);
    this.applyRemote(change, this.hasPublishableChanges);
  }

  isMigration(reported: Change): boolean {
    return this.migrations.has(reported);
  }

  private logWarnings<Value>(read: (warn: (warning: KitWarning) => void) => Value): Value {
    const warnings: KitWarning[] = [];
    const value = read((warning) => warnings.push(warning));
    for (const { path, message } of warnings)
      try {
        this.log('kit_cannot_read_block', { path, message });
      } catch {
        // Such a log may use the editor, which does not exist yet. The page must open.
      }
    return value;
  }

  /** Logs a message for developers. */
  log(code: LogCode, details?: Readonly<Record<string, unknown>>): void {
    this.environment.log?.(logMessage(code, details));
  }

  /** Adds a listener that is called as part of each change, before all others. */
  recordChanges(recorder: (...report: ChangeReport) => void): () => void {
    return this.recorded.listen(recorder);
  }

  /** Adds a listener that is called like a recorder. The editor does not count as shared. */
  followChanges(follower: (...report: ChangeReport) => void): () => void {
    return this.followed.listen(follower);
  }

  /** Reports a change to recorders, and then to the listeners of `changed`. */
  reportChange(change: Change, origin: ChangeOrigin, edits: readonly NamedEdit[] = NO_EDITS): void {
    this.reportChanges([[change, origin, edits]]);
  }

  /** Reports all changes that have been made since the last report, in their order. */
  reportChanges(reports: readonly ChangeReport[]): void {
    if (this.heldChanges) {
      this.heldChanges.push(...reports);
      return;
    }
    for (const report of reports) {
      const [change, origin, edits] = report;
      this.uploads.follow(change, origin);
      // Frozen only if anyone gets it: freezing takes a few percent of the time of a small edit.
      if (this.changed.hasListeners || this.recorded.hasListeners) {
        freezeChange(change);
        deepFreeze(edits);
      }
      this.events.hold(this.emitChange, report);
    }
    // Only now: an end is a change of its own, to the page as all these changes have left it.
    this.uploads.repeatEnds();
  }

  private readonly emitChange = (report: ChangeReport): void => {
    // Queued before the recorders, which may apply remote changes, are called.
    this.changed.emit(...report);
    this.recorded.emit(...report);
    this.followed.emit(...report);
  };

  /**
   * Collects changes instead of reporting them, while an edit outside the history runs. Returns a
   * function that ends this and returns the changes, which the caller then reports.
   */
  holdChanges(): () => readonly ChangeReport[] {
    const outer = this.heldChanges;
    const held: ChangeReport[] = [];
    this.heldChanges = held;
    return () => {
      this.heldChanges = outer;
      return held;
    };
  }

  private logListenerFailure(event: string, error: unknown): void {
    try {
      this.log('listener_failed', { event, ...describeError(error) });
    } catch {
      // The log itself failed, so there is no one to report it to.
    }
  }

  /**
   * Runs `work` as one action, and delivers its events when it is complete. Code that runs in every
   * edit should pass an existing function, not a new closure: a full garbage collection removes
   * unused closures, and V8 then discards their optimised code.
   */
  readonly act: Act = action(
    <Args extends readonly unknown[], Value>(
      work: (...args: Args) => Value,
      ...args: Args
    ): Value => {
      this.checkMayEdit();
      return this.events.hold(work, ...args);
    },
  );

  /**
   * Must be called before anything changes. {@link act} calls it too.
   *
   * @throws CobbleError `input_invalid` (details: `path`) in a function of the environment or of a
   *   kit
   */
  checkMayEdit(): void {
    this.callGuard.checkNotRunning();
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
