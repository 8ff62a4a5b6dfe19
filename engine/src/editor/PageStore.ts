import { computed, createAtom, observable, runInAction, untracked } from 'mobx';
import type { Block } from '../model/Block.ts';
import { rebaseBlock } from '../model/blockEdit.ts';
import {
  type Change,
  changeFields,
  diffFields,
  forEachRecord,
  createMutableChange,
  EMPTY_CHANGE,
  freezeChange,
  invertChange,
  recordChange,
  withPage,
} from '../model/Change.ts';
import { deepFreeze, markFrozen } from '../model/json.ts';
import type { NamedEdit } from '../model/NamedEdit.ts';
import type { Page, PageFields } from '../model/Page.ts';
import { refuseWrites } from '../model/refuseWrites.ts';
import { diffValues, withValues } from '../model/values.ts';
import { FormerParents } from './FormerParents.ts';
import { keepOwn, Marks, type Rebase, type RepeatableCall } from './Marks.ts';
import { repairOverlay } from './repairOverlay.ts';

/** Called for each record that is added, replaced or removed. */
export type BlockListener = (
  uuid: string,
  previous: Block | undefined,
  current: Block | undefined,
) => void;

/** An edit in progress while it is hidden. */
interface SuspendedEdit {
  /** The records that it has written, as it shows them. */
  readonly shown: Map<string, Block | undefined>;
  readonly marks: Marks;
}

/** Shared by all edits from which other users have removed no blocks. */
const NO_BLOCKS: readonly Block[] = Object.freeze([]);

const refuseBlockWrites = refuseWrites('blocks', '`add`, `update` and `remove`');

/**
 * A page's records and fields in two versions: in-progress and stable. Nothing is copied at {@link
 * begin}; the store keeps the stable record of each block that is written later. Records are frozen
 * and replaced as a whole. What an edit calls for each block must be called in an action, and begins
 * none of its own, which would take a tenth of the time of a small edit.
 */
export class PageStore {
  /** The in-progress blocks. Only the store can write to this map. */
  readonly blocks: ReadonlyMap<string, Block>;
  /** Blocks that others have locked since `begin`, and that the in-progress edit has not unlocked. */
  readonly lockedSinceBegin = new Set<string>();
  /** The most blocks that the page has had before a removal since it was loaded. */
  mostBlocks = 0;
  private readonly setRecord: (uuid: string, block: Block) => void;
  private readonly deleteRecord: (uuid: string) => void;
  private readonly shownFields;
  private readonly progress = observable.box(false);
  /** Same as `progress`, for fast reads: reading the observable costs more than a write. */
  private isOpen = false;
  private readonly changed = createAtom('page');
  private version = 0;
  /** Whether the page has changed since it was last read. Observers need only one notification. */
  private hasUnreadChange = false;
  /**
   * Stable records of the blocks written since `begin`; undefined if the block is new or other
   * users have removed it.
   */
  private touched = new Map<string, Block | undefined>();
  /**
   * Blocks written by the in-progress edit that other users have removed, as they last were on the
   * stable page. They stay visible until the edit ends.
   */
  private readonly removedByOthers = new Map<string, Block>();
  /**
   * Blocks written by the in-progress edit that cannot stay visible because their section or group
   * is gone, as last shown.
   */
  private readonly hidden = new Map<string, Block>();
  /** Sections and groups that have been removed since the page was loaded. */
  readonly formerParents = new FormerParents();
  private marks = new Marks();
  /** The in-progress edit that another edit has suspended. */
  private suspended: SuspendedEdit | null = null;
  private committedFields: PageFields;
  private shownPage: { version: number; page: Page } | null = null;
  private committedPage: Page | null = null;
  private readonly onBlock: BlockListener;
  private readonly progressView = computed(
    () => {
      if (!this.isInProgress) return EMPTY_CHANGE;
      this.observePage();
      return untracked(() => freezeChange(this.pendingChange()));
    },
    { keepAlive: true },
  );
  private readonly pageView = computed(() => {
    this.observePage();
    // Observing ten thousand blocks one by one is slow, so the version is observed instead.
    return untracked(() => this.buildPage());
  });

  /** Computed, so that those who save the page are not called for each move of a drag. */
  private readonly stablePageView = computed(() => {
    if (!this.isInProgress) return this.page;
    this.observePage();
    this.committedPage ??= untracked(() => this.buildStablePage());
    return this.committedPage;
  });

  constructor(page: Page, onBlock: BlockListener) {
    this.onBlock = onBlock;
    const blocks = observable.map<string, Block>(undefined, { deep: false });
    this.setRecord = blocks.set.bind(blocks);
    this.deleteRecord = blocks.delete.bind(blocks);
    this.blocks = refuseBlockWrites(blocks);
    const { things, ...fields } = page;
    this.committedFields = deepFreeze(fields);
    this.shownFields = observable.box<PageFields>(this.committedFields, { deep: false });
    runInAction(() => {
      for (const block of Object.values(things)) this.write(block.uuid, deepFreeze(block));
    });
  }

  get fields(): PageFields {
    return this.shownFields.get();
  }

  /** Fields of the stable page. */
  get stableFields(): PageFields {
    return this.committedFields;
  }

  get isInProgress(): boolean {
    return this.progress.get();
  }

  /** The in-progress page. The same object until something changes. */
  get page(): Page {
    return this.pageView.get();
  }

  /** The last committed page. */
  get stablePage(): Page {
    return this.stablePageView.get();
  }

  /** Returns a block of the stable page. */
  stableBlock(uuid: string): Block | undefined {
    const previous = this.touched.get(uuid);
    return previous || this.touched.has(uuid) ? previous : this.blocks.get(uuid);
  }

  /**
   * The record that the in-progress edit has changed: the stable one, or the last one before someone
   * else removed the block. Undefined if the block is new.
   */
  baseOf(uuid: string): Block | undefined {
    return this.stableBlock(uuid) ?? this.removedByOthers.get(uuid);
  }

  /**
   * The record that the in-progress edit has given a block, even while it is hidden because its
   * section or group is gone.
   */
  inProgressBlock(uuid: string): Block | undefined {
    return this.blocks.get(uuid) ?? this.hidden.get(uuid);
  }

  /** Ids of the blocks written since `begin`, even if they have their old values again. */
  get touchedIds(): Iterable<string> {
    return this.touched.keys();
  }

  /** Must be called in an action. */
  put(block: Block): void {
    this.write(block.uuid, deepFreeze(block));
  }

  /** Must be called in an action. */
  delete(uuid: string): void {
    this.write(uuid, undefined);
  }

  setFields(patch: Partial<PageFields>): void {
    this.replaceFields({ ...this.shownFields.get(), ...patch });
  }

  replaceFields(fields: PageFields): void {
    runInAction(() => {
      this.shownFields.set(deepFreeze(fields));
      if (!this.isOpen) this.committedFields = this.shownFields.get();
      this.countChange();
    });
  }

  /** Sets fields of both pages, for values from the server. */
  setStableFields(patch: Partial<PageFields>): void {
    this.committedFields = deepFreeze({ ...this.committedFields, ...patch });
    this.committedPage = null;
    this.marks.replaceFields((fields) => ({ ...fields, ...patch }));
    this.setFields(patch);
  }

  /** Begins an in-progress edit. Must be called in an action. */
  begin(): void {
    if (this.isOpen) return;
    // The page that has been read as both stays the stable one.
    const { shownPage } = this;
    this.committedPage = shownPage?.version === this.version ? shownPage.page : null;
    this.committedFields = this.fields;
    this.isOpen = true;
    this.progress.set(true);
  }

  /** Marks the in-progress page, to return to it with {@link cancelToMark}. */
  mark(): void {
    this.marks.push(this.fields);
  }

  /** Drops the latest mark, and returns the difference between the page at the mark and now. */
  releaseMark(): Change {
    const mark = this.marks.release();
    return mark ? this.changeSince(mark.records, mark.fields) : createMutableChange();
  }

  /** Drops the latest mark and makes the in-progress page what it was at the mark. */
  cancelToMark(): void {
    const mark = this.marks.pop();
    if (!mark) return;
    runInAction(() => {
      this.rollBack(mark.records, mark.fields);
      // Others may have removed the parent of a block that is restored.
      this.repair([]);
    });
  }

  /**
   * Hides the in-progress edit, so that another edit can begin and be committed below it. Returns a
   * function that shows the edit again, on top of the committed change. Must be called in an action,
   * as must that function.
   */
  suspend(): (committed: Change | null) => void {
    if (!this.isOpen) return () => undefined;
    const { touched, marks, fields } = this;
    const removed = [...this.removedByOthers];
    const locked = [...this.lockedSinceBegin];
    const hidden = [...this.hidden];
    const shown = new Map([...touched.keys()].map((uuid) => [uuid, this.blocks.get(uuid)]));
    const stableFields = this.committedFields;
    this.commit();
    this.rollBack(touched, stableFields);
    this.committedFields = stableFields;
    this.suspended = { shown, marks };
    return (committed) => {
      this.suspended = null;
      if (committed) this.apply(invertChange(committed));
      this.begin();
      for (const [uuid, block] of shown) this.show(uuid, block);
      if (fields !== this.fields) this.replaceFields(fields);
      this.touched = touched;
      this.marks = marks;
      for (const [uuid, block] of removed) this.removedByOthers.set(uuid, block);
      for (const [uuid, block] of hidden) this.hidden.set(uuid, block);
      for (const uuid of locked) this.lockedSinceBegin.add(uuid);
      if (committed) this.applyRemoteChange(committed, keepOwn);
    };
  }

  /** Runs a command, and reverts its writes if it throws or returns a refusal. */
  attempt<Outcome extends { readonly ok: boolean }>(command: () => Outcome): Outcome {
    const { fields } = this;
    return this.marks.attempt(command, (records) => {
      this.rollBack(records, fields);
    });
  }

  /** The latest repeatable call of the in-progress edit, or of its latest step. */
  get latestCall(): RepeatableCall | null {
    return this.marks.latestCall;
  }

  /**
   * Remembers a call, so that the next one can replace it.
   *
   * @param before the records of its blocks, and the page's fields, without the call
   * @param after the records of the same blocks after it
   */
  rememberCall(
    edit: NamedEdit,
    before: { readonly blocks: readonly Block[]; readonly fields: PageFields },
    after: readonly Block[],
  ): void {
    const byId = (blocks: readonly Block[]) => new Map(blocks.map((block) => [block.uuid, block]));
    this.marks.latestCall = {
      edit,
      before: { records: byId(before.blocks), fields: before.fields },
      after: { records: byId(after), fields: this.fields },
    };
  }

  /** Forgets the latest repeatable call, so that the next one does not replace it. */
  forgetCall(): void {
    this.marks.latestCall = null;
  }

  /**
   * A block's records: as shown, in the stable page, and where the in-progress edit can return to;
   * also those of a suspended edit.
   */
  *recordsOf(uuid: string): Iterable<Block> {
    const shown = [this.blocks.get(uuid), this.stableBlock(uuid), this.suspended?.shown.get(uuid)];
    for (const block of shown) if (block) yield block;
    yield* this.marks.recordsOf(uuid);
    yield* this.suspended?.marks.recordsOf(uuid) ?? [];
  }

  /** The records of a block that the in-progress edit can return to, latest first. */
  markedRecordsOf(uuid: string): readonly Block[] {
    return [...this.marks.recordsOf(uuid)].toReversed();
  }

  /**
   * Drops what the in-progress edit has done to a block, which disappears if it is new. A step that is
   * cancelled does not bring it back.
   */
  revertBlock(uuid: string): void {
    const stable = this.stableBlock(uuid);
    if (stable === this.blocks.get(uuid) || this.removedByOthers.has(uuid)) return;
    runInAction(() => {
      this.write(uuid, stable);
      this.marks.replaceBlock(uuid, () => stable);
      // The edit may have removed its parent, or moved it into one of its children.
      this.repair([uuid]);
    });
  }

  /**
   * Replaces a block's record as shown, and wherever a step or a repeated call can return to it; also
   * in a suspended edit. Must be called in an action.
   */
  rewriteInProgress(uuid: string, replace: (block: Block) => Block): void {
    const block = this.blocks.get(uuid);
    const rewritten = block && replace(block);
    if (rewritten && rewritten !== block) this.put(rewritten);
    this.marks.replaceBlock(uuid, replace);
    const { shown, marks } = this.suspended ?? {};
    const hidden = shown?.get(uuid);
    if (hidden) shown?.set(uuid, deepFreeze(replace(hidden)));
    marks?.replaceBlock(uuid, replace);
  }

  /** Returns the difference between the stable and the in-progress page. */
  pendingChange(): Change {
    return this.changeSince(this.touched, this.committedFields);
  }

  /** {@link pendingChange}, observable: the same frozen object until something changes. */
  get progressChange(): Change {
    return this.progressView.get();
  }

  /**
   * Applies another user's change to the stable page. Properties changed by the in-progress edit
   * keep their in-progress values unless `rebase` decides otherwise; all others are updated. Removed
   * blocks that the edit has written stay visible until {@link dropRemovedByOthers}, unless their
   * parent is gone. The cost depends on the size of the change and of the in-progress edit, not of the
   * page.
   */
  applyRemoteChange(change: Change, rebase: Rebase = rebaseBlock): void {
    if (!this.isInProgress) {
      this.apply(change);
      return;
    }
    runInAction(() => {
      this.committedPage = null;
      if (change.page) this.applyRemoteFields(change.page);
      for (const uuid of Object.keys(change.removed))
        this.applyRemoteBlock(uuid, undefined, rebase);
      const put = [
        ...Object.values(change.added),
        ...Object.values(change.updated).map(([, to]) => to),
      ];
      for (const block of put) this.applyRemoteBlock(block.uuid, deepFreeze(block), rebase);
      this.repair(put.map((block) => block.uuid));
    });
  }

  /**
   * Removes the blocks in `removedByOthers`. Returns the last in-progress records of these and of all
   * that disappeared earlier with their section or group.
   */
  dropRemovedByOthers(): readonly Block[] {
    if (this.removedByOthers.size + this.hidden.size === 0) return NO_BLOCKS;
    const visible = this.visibleRemoved();
    this.removedByOthers.clear();
    if (visible.length > 0)
      runInAction(() => {
        for (const { uuid } of visible) this.show(uuid, undefined);
        this.repair([]);
      });
    const hidden = [...this.hidden.values()].filter(({ uuid }) => !this.blocks.has(uuid));
    this.hidden.clear();
    return [...visible, ...hidden];
  }

  /** Makes the in-progress page stable. Must be called in an action. */
  commit(): void {
    // Clearing an empty set allocates a new table.
    if (this.removedByOthers.size > 0) this.removedByOthers.clear();
    if (this.hidden.size > 0) this.hidden.clear();
    if (this.lockedSinceBegin.size > 0) this.lockedSinceBegin.clear();
    this.touched = new Map();
    if (!this.marks.isEmpty) this.marks = new Marks();
    this.committedFields = this.fields;
    this.committedPage = null;
    this.isOpen = false;
    this.progress.set(false);
  }

  /**
   * Reverts to the stable page. Returns the last in-progress records of blocks that other users
   * removed.
   */
  cancel(): readonly Block[] {
    return runInAction(() => {
      const hidden = [...this.hidden.values()].filter(({ uuid }) => !this.stableBlock(uuid));
      const removed = [
        ...this.visibleRemoved(),
        ...hidden.filter(({ uuid }) => !this.blocks.has(uuid)),
      ];
      const touched = this.touched;
      const { committedFields: fields, committedPage: page } = this;
      this.commit();
      this.rollBack(touched, fields);
      this.committedFields = fields;
      if (page) this.shownPage = { version: this.version, page };
      return removed;
    });
  }

  /** Applies a change outside of an in-progress edit. */
  apply(change: Change): void {
    runInAction(() => {
      for (const uuid of Object.keys(change.removed)) this.write(uuid, undefined);
      forEachRecord(change.updated, (uuid, [, to]) => {
        this.write(uuid, deepFreeze(to));
      });
      for (const block of Object.values(change.added)) this.write(block.uuid, deepFreeze(block));
      if (change.page) this.replaceFields(changeFields(this.fields, change.page));
    });
  }

  /** Replaces the page and ends the in-progress edit. */
  load(page: Page): void {
    const { things, ...fields } = page;
    runInAction(() => {
      this.commit();
      for (const uuid of [...this.blocks.keys()])
        if (!Object.hasOwn(things, uuid)) this.write(uuid, undefined);
      for (const block of Object.values(things)) this.write(block.uuid, deepFreeze(block));
      this.committedFields = deepFreeze(fields);
      this.shownFields.set(this.committedFields);
      this.mostBlocks = 0;
      this.formerParents.clear();
      this.countChange();
    });
  }

  private applyRemoteBlock(uuid: string, to: Block | undefined, rebase: Rebase): void {
    const shown = this.blocks.get(uuid);
    const isTouched = this.touched.has(uuid);
    const previous = this.touched.get(uuid);
    const stable = isTouched ? previous : shown;
    if (to?.locked && !stable?.locked) this.lockedSinceBegin.add(uuid);
    else if (!to?.locked) this.lockedSinceBegin.delete(uuid);
    const base = this.baseOf(uuid);
    this.marks.applyRemoteBlock(uuid, { previous, base, shown, to }, rebase);
    if (isTouched) {
      this.touched.set(uuid, to);
      // The pending change is another one even if the block looks the same.
      this.countChange();
    }
    if (!isTouched || (previous === undefined && !this.removedByOthers.has(uuid))) {
      this.show(uuid, to);
    } else if (!to) {
      if (shown && base) this.removedByOthers.set(uuid, base);
    } else {
      this.removedByOthers.delete(uuid);
      const last = shown ?? this.hidden.get(uuid);
      this.hidden.delete(uuid);
      if (last) this.show(uuid, base ? deepFreeze(rebase(base, last, to)) : last);
    }
  }

  private visibleRemoved(): readonly Block[] {
    return [...this.removedByOthers.keys()].flatMap((uuid) => this.blocks.get(uuid) ?? []);
  }

  private applyRemoteFields(change: Change['page']): void {
    const stable = this.stableFields;
    const committed = changeFields(stable, change);
    const onTop = (fields: PageFields): PageFields =>
      deepFreeze(withValues(committed, diffValues(stable, fields)));
    this.marks.replaceFields(onTop);
    this.committedFields = deepFreeze(committed);
    this.shownFields.set(onTop(this.fields));
    this.countChange();
  }

  /** Sets or removes an in-progress record without adding it to the edit. */
  private show(uuid: string, block: Block | undefined): void {
    const previous = this.blocks.get(uuid);
    if (previous === block) return;
    if (block) this.setRecord(uuid, block);
    else this.deleteRecord(uuid);
    this.onBlock(uuid, previous, block);
    this.countChange();
  }

  private rollBack(records: ReadonlyMap<string, Block | undefined>, fields: PageFields): void {
    runInAction(() => {
      // Returning to an earlier record is not a change since an earlier mark.
      this.marks.unrecorded(() => {
        for (const [uuid, previous] of records) this.write(uuid, previous);
      });
      if (fields === this.fields) return;
      this.shownFields.set(fields);
      this.countChange();
    });
  }

  /** The difference between a page with these records and fields and the page now. */
  private changeSince(records: ReadonlyMap<string, Block | undefined>, fields: PageFields): Change {
    const recorded = createMutableChange();
    for (const [uuid, previous] of records)
      recordChange(recorded, uuid, previous, this.blocks.get(uuid));
    return withPage(recorded, diffFields(fields, this.fields));
  }

  /** Makes the in-progress page valid again; see {@link repairOverlay}. */
  private repair(changed: Iterable<string>): void {
    repairOverlay(
      {
        shown: this.blocks,
        touched: this.touched,
        hidden: this.hidden,
        show: (uuid, block) => this.show(uuid, deepFreeze(block)),
        remove: (uuid) => {
          const shown = this.blocks.get(uuid);
          const isWritten = this.touched.has(uuid) && this.touched.get(uuid) !== shown;
          if (shown && isWritten) this.hidden.set(uuid, shown);
          this.delete(uuid);
        },
      },
      changed,
    );
  }

  /** Sets or removes a record. Must be called in an action, which may cover many writes. */
  private write(uuid: string, current: Block | undefined): void {
    const previous = this.blocks.get(uuid);
    if (previous === current) return;
    if (this.isOpen && !this.touched.has(uuid)) this.touched.set(uuid, previous);
    if (this.lockedSinceBegin.size > 0 && !current?.locked) this.lockedSinceBegin.delete(uuid);
    this.marks.record(uuid, previous);
    if (current) this.setRecord(uuid, current);
    else {
      this.mostBlocks = Math.max(this.mostBlocks, this.blocks.size);
      if (previous) this.formerParents.remember(previous);
      this.deleteRecord(uuid);
    }
    this.onBlock(uuid, previous, current);
    this.countChange();
  }

  /**
   * Observes the whole page. Must be called by anything that reads records without observing each
   * of them. Returns a number that increases with each change.
   */
  observePage(): number {
    this.changed.reportObserved();
    this.hasUnreadChange = false;
    return this.version;
  }

  private countChange(): void {
    this.version += 1;
    if (this.hasUnreadChange) return;
    this.hasUnreadChange = true;
    this.changed.reportChanged();
  }

  private buildPage(): Page {
    const { version } = this;
    if (this.shownPage?.version === version) return this.shownPage.page;
    const page = Object.freeze({
      ...this.fields,
      things: markFrozen(Object.freeze(Object.fromEntries(this.blocks))),
    });
    this.shownPage = { version, page };
    return page;
  }

  private buildStablePage(): Page {
    const things = Object.fromEntries(this.blocks);
    for (const [uuid, previous] of this.touched) {
      if (previous) things[uuid] = previous;
      else Reflect.deleteProperty(things, uuid);
    }
    return Object.freeze({ ...this.committedFields, things: markFrozen(Object.freeze(things)) });
  }
}
