import { computed, createAtom, observable, type ObservableMap, runInAction, untracked } from 'mobx';
import type { Block } from '../model/Block.ts';
import { applyEdit, editBetween } from '../model/blockEdit.ts';
import {
  type Change,
  changeFields,
  diffFields,
  forEachRecord,
  emptyDraft,
  recordChange,
  withPage,
} from '../model/Change.ts';
import { deepFreeze } from '../model/json.ts';
import type { Page, PageFields } from '../model/Page.ts';
import { diffValues, writeValue } from '../model/values.ts';
import { repairOverlay } from './repairOverlay.ts';

/** Receives each record that was added, replaced or removed. */
export type BlockListener = (uuid: string, was: Block | undefined, is: Block | undefined) => void;

/**
 * A page's records and fields in two versions: as shown and as last committed. Nothing is copied at
 * {@link begin}; the store only remembers the previous value of what has been written since.
 * Records are frozen and always replaced as a whole.
 */
export class PageStore {
  /** Blocks as shown. Only the store writes to it. */
  readonly blocks: ObservableMap<string, Block> = observable.map<string, Block>(undefined, {
    deep: false,
  });
  private readonly shownFields;
  private readonly progress = observable.box(false);
  /** The same flag for reads: reading the box costs more than a write. */
  private isOpen = false;
  private readonly changed = createAtom('page');
  private version = 0;
  /** Whether the page has changed since it was last read; observers need not be notified again. */
  private isUnseen = false;
  /** Previous values of what was written since `begin`; undefined: did not exist. */
  private touched = new Map<string, Block | undefined>();
  /** Blocks that other users removed during the in-progress edit; they are shown until it ends. */
  private readonly held = new Set<string>();
  /** Previous values of what the running command has written. */
  private journal: Map<string, Block | undefined> | null = null;
  private committedFields: PageFields;
  private shownPage: { version: number; page: Page } | null = null;
  private committedPage: Page | null = null;
  private readonly onBlock: BlockListener;
  private readonly pageView = computed(() => {
    this.seeVersion();
    // Observing ten thousand blocks one by one is slow, so the version stands for all of them.
    return untracked(() => this.buildPage());
  });

  constructor(page: Page, onBlock: BlockListener) {
    this.onBlock = onBlock;
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

  /** Page fields as last committed. */
  get stableFields(): PageFields {
    return this.committedFields;
  }

  get isInProgress(): boolean {
    return this.progress.get();
  }

  /** The page as shown; the same object until something changes. */
  get page(): Page {
    return this.pageView.get();
  }

  /** The page as last committed. */
  get stablePage(): Page {
    if (!this.isInProgress) return this.page;
    this.seeVersion();
    this.committedPage ??= untracked(() => this.buildStablePage());
    return this.committedPage;
  }

  /** A block as last committed. */
  stableBlock(uuid: string): Block | undefined {
    return this.touched.has(uuid) ? this.touched.get(uuid) : this.blocks.get(uuid);
  }

  /** Ids written since `begin`, even if their values are equal again. */
  get touchedIds(): Iterable<string> {
    return this.touched.keys();
  }

  put(block: Block): void {
    runInAction(() => {
      this.write(block.uuid, deepFreeze(block));
    });
  }

  delete(uuid: string): void {
    runInAction(() => {
      this.write(uuid, undefined);
    });
  }

  setFields(patch: Partial<PageFields>): void {
    this.replaceFields({ ...this.shownFields.get(), ...patch });
  }

  /** The page without its blocks. */
  replaceFields(fields: PageFields): void {
    runInAction(() => {
      this.shownFields.set(deepFreeze(fields));
      if (!this.isOpen) this.committedFields = this.shownFields.get();
      this.bump();
    });
  }

  /** Sets fields below the in-progress edit, for values from the server. */
  setStableFields(patch: Partial<PageFields>): void {
    this.committedFields = deepFreeze({ ...this.committedFields, ...patch });
    this.committedPage = null;
    this.setFields(patch);
  }

  begin(): void {
    if (this.isOpen) return;
    this.touched = new Map();
    this.committedPage = null;
    this.committedFields = this.fields;
    runInAction(() => {
      this.isOpen = true;
      this.progress.set(true);
    });
  }

  /** Runs a step and reverts its writes if it reports failure. */
  attempt<Outcome extends { readonly ok: boolean }>(step: () => Outcome): Outcome {
    const outer = this.journal;
    const journal = new Map<string, Block | undefined>();
    const fields = this.fields;
    this.journal = journal;
    let done = false;
    try {
      const outcome = step();
      done = outcome.ok;
      return outcome;
    } finally {
      this.journal = outer;
      if (done) {
        if (outer) for (const [uuid, was] of journal) if (!outer.has(uuid)) outer.set(uuid, was);
      } else this.rollBack(journal, fields);
    }
  }

  /** Replaces a block below the in-progress edit; what is shown stays. */
  rewriteStable(uuid: string, replace: (block: Block) => Block): void {
    const was = this.touched.get(uuid);
    if (was) this.touched.set(uuid, deepFreeze(replace(was)));
    this.committedPage = null;
  }

  /** The in-progress edit as a change of the stable page. */
  pendingChange(): Change {
    const draft = emptyDraft();
    for (const [uuid, was] of this.touched) recordChange(draft, uuid, was, this.blocks.get(uuid));
    return withPage(draft, diffFields(this.committedFields, this.fields));
  }

  /**
   * Applies another user's change below the in-progress edit: properties that are being changed
   * here keep their shown values, all others are taken over, and removed blocks are shown until
   * {@link releaseHeld}. The cost depends on the change and the in-progress edit, not on the page.
   */
  takeOver(change: Change): void {
    if (!this.isInProgress) {
      this.apply(change);
      return;
    }
    runInAction(() => {
      this.committedPage = null;
      if (change.page) this.takeOverFields(change.page);
      for (const uuid of Object.keys(change.removed)) this.takeOverBlock(uuid, undefined);
      const put = [
        ...Object.values(change.added),
        ...Object.values(change.updated).map(([, to]) => to),
      ];
      for (const block of put) this.takeOverBlock(block.uuid, deepFreeze(block));
      repairOverlay(
        {
          shown: this.blocks,
          touched: this.touched,
          show: (uuid, block) => this.show(uuid, block),
          takeAway: (uuid) => this.delete(uuid),
        },
        put.map((block) => block.uuid),
      );
    });
  }

  /** Removes blocks that other users removed meanwhile; returns how they were last shown. */
  releaseHeld(): readonly Block[] {
    const released = [...this.held].flatMap((uuid) => this.blocks.get(uuid) ?? []);
    this.held.clear();
    if (released.length === 0) return released;
    runInAction(() => {
      for (const { uuid } of released) this.show(uuid, undefined);
      const show = (uuid: string, block: Block | undefined): void => this.show(uuid, block);
      repairOverlay(
        { shown: this.blocks, touched: this.touched, show, takeAway: (uuid) => this.delete(uuid) },
        [],
      );
    });
    return released;
  }

  /** Makes the in-progress edit the stable page. */
  commit(): void {
    runInAction(() => {
      this.held.clear();
      this.touched = new Map();
      this.committedFields = this.fields;
      this.committedPage = null;
      this.isOpen = false;
      this.progress.set(false);
    });
  }

  /**
   * Reverts to the stable page record by record; returns how blocks removed by other users were
   * last shown.
   */
  cancel(): readonly Block[] {
    return runInAction(() => {
      const lost = [...this.held].flatMap((uuid) => this.blocks.get(uuid) ?? []);
      const touched = this.touched;
      const fields = this.committedFields;
      this.commit();
      this.rollBack(touched, fields);
      this.committedFields = fields;
      return lost;
    });
  }

  /** Applies a change outside of an in-progress edit, by swapping references. */
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

  /** Replaces everything. */
  load(page: Page): void {
    const { things, ...fields } = page;
    runInAction(() => {
      this.commit();
      for (const uuid of [...this.blocks.keys()])
        if (!Object.hasOwn(things, uuid)) this.write(uuid, undefined);
      for (const block of Object.values(things)) this.write(block.uuid, deepFreeze(block));
      this.committedFields = deepFreeze(fields);
      this.shownFields.set(this.committedFields);
      this.bump();
    });
  }

  private takeOverBlock(uuid: string, to: Block | undefined): void {
    const shown = this.blocks.get(uuid);
    const isTouched = this.touched.has(uuid);
    const was = this.touched.get(uuid);
    if (isTouched) this.touched.set(uuid, to);
    if (!isTouched || (was === undefined && !this.held.has(uuid))) {
      this.show(uuid, to);
    } else if (!to) {
      if (shown) this.held.add(uuid);
    } else {
      this.held.delete(uuid);
      if (shown && was) this.show(uuid, deepFreeze(applyEdit(to, editBetween(was, shown))));
    }
  }

  private takeOverFields(change: Change['page']): void {
    const edits = diffValues(this.stableFields, this.fields);
    let shown = changeFields(this.stableFields, change);
    this.committedFields = deepFreeze(shown);
    for (const { path, to } of edits) shown = writeValue(shown, path, to) ?? shown;
    this.shownFields.set(deepFreeze(shown));
    this.bump();
  }

  /** Shows another record, or none, without making it part of the in-progress edit. */
  private show(uuid: string, block: Block | undefined): void {
    const was = this.blocks.get(uuid);
    if (was === block) return;
    if (block) this.blocks.set(uuid, block);
    else this.blocks.delete(uuid);
    this.onBlock(uuid, was, block);
    this.bump();
  }

  private rollBack(records: ReadonlyMap<string, Block | undefined>, fields: PageFields): void {
    runInAction(() => {
      for (const [uuid, was] of records) this.write(uuid, was);
      if (fields === this.fields) return;
      this.shownFields.set(fields);
      this.bump();
    });
  }

  /** Sets or removes a record; must be called in an action, of which one serves many records. */
  private write(uuid: string, is: Block | undefined): void {
    const was = this.blocks.get(uuid);
    if (was === is) return;
    if (this.isOpen && !this.touched.has(uuid)) this.touched.set(uuid, was);
    if (this.journal && !this.journal.has(uuid)) this.journal.set(uuid, was);
    if (is) this.blocks.set(uuid, is);
    else this.blocks.delete(uuid);
    this.onBlock(uuid, was, is);
    this.bump();
  }

  /**
   * Must be called by anything that reads the whole page, or more records than are observed one by
   * one.
   */
  seeVersion(): void {
    this.changed.reportObserved();
    this.isUnseen = false;
  }

  private bump(): void {
    this.version += 1;
    if (this.isUnseen) return;
    this.isUnseen = true;
    this.changed.reportChanged();
  }

  private buildPage(): Page {
    const { version } = this;
    if (this.shownPage?.version === version) return this.shownPage.page;
    const page = Object.freeze({
      ...this.fields,
      things: Object.freeze(Object.fromEntries(this.blocks)),
    });
    this.shownPage = { version, page };
    return page;
  }

  private buildStablePage(): Page {
    const things = Object.fromEntries(this.blocks);
    for (const [uuid, was] of this.touched) {
      if (was) things[uuid] = was;
      else Reflect.deleteProperty(things, uuid);
    }
    return Object.freeze({ ...this.committedFields, things: Object.freeze(things) });
  }
}
