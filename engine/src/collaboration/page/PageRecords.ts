import type { Block } from '../../model/Block.ts';
import {
  type Change,
  diffFields,
  createMutableChange,
  recordChange,
  withPage,
} from '../../model/Change.ts';
import { deepFreeze, markFrozen } from '../../model/json.ts';
import type { Page, PageFields } from '../../model/Page.ts';
import { finish, type Work } from '../Work.ts';
import { type KnownRemovals, type Removal, removalBy, Tombstones } from './Tombstones.ts';

/** The state of a block before a step. */
interface Before {
  readonly block: Block | undefined;
  readonly removal: Removal | undefined;
}

/** The state before a step of everything written in it. */
interface Step {
  readonly blocks: Map<string, Before>;
  readonly fields: PageFields;
}

const NO_CHILDREN: ReadonlySet<string> = new Set();

/**
 * A page in a room or its client: blocks by id, children by parent, and removed ids. Supports
 * nested steps; the cost of a rollback depends only on what was written. Not
 * observable.
 */
export class PageRecords {
  readonly blocks = new Map<string, Block>();
  readonly tombstones: Tombstones;
  /** The seq of the entry being decided on or applied. */
  seq = 0;
  /** The most blocks that the page has had before an op, as far as is known: undos may restore as many. */
  mostBlocks = 0;
  private currentFields: PageFields;
  /** The ids of children by parent; each write updates it. */
  private readonly children = new Map<string, Set<string>>();
  /** The ids of sections; each write updates it. */
  private readonly sections = new Set<string>();
  private readonly steps: Step[] = [];

  constructor(page: Page, removals?: KnownRemovals) {
    const { things, ...fields } = page;
    this.currentFields = deepFreeze(fields);
    this.tombstones = new Tombstones(removals);
    for (const block of Object.values(things)) this.write(block.uuid, deepFreeze(block));
  }

  /** The records of a page. Pauses after each block. */
  static *inSteps(page: Page, removals?: KnownRemovals): Work<PageRecords> {
    const records = new PageRecords({ ...page, things: {} }, removals);
    for (const block of Object.values(page.things)) {
      records.write(block.uuid, deepFreeze(block));
      yield;
    }
    return records;
  }

  get fields(): PageFields {
    return this.currentFields;
  }

  get sectionIds(): ReadonlySet<string> {
    return this.sections;
  }

  /** The ids of the children of a section or group. */
  childIds(uuid: string): ReadonlySet<string> {
    return this.children.get(uuid) ?? NO_CHILDREN;
  }

  put(block: Block): void {
    this.recordBefore(block.uuid);
    this.tombstones.set(block.uuid, undefined);
    this.write(block.uuid, deepFreeze(block));
  }

  /** @param isNamed whether an op names the block; otherwise, its sender may not know it */
  delete(uuid: string, isNamed = true): void {
    if (!this.blocks.has(uuid)) return;
    this.recordBefore(uuid);
    // As an undo restores it: without what the same step has changed about it.
    const removal = removalBy(this.seq, this.before(uuid), isNamed);
    this.write(uuid, undefined);
    this.tombstones.set(uuid, removal);
  }

  setFields(fields: PageFields): void {
    this.currentFields = deepFreeze(fields);
  }

  /** Replaces the whole page. */
  replace({ things, ...fields }: Page): void {
    for (const uuid of [...this.blocks.keys()]) if (!Object.hasOwn(things, uuid)) this.delete(uuid);
    for (const block of Object.values(things)) this.put(block);
    this.setFields(fields);
  }

  /** Begins a step, nested in the current one if any. */
  begin(): void {
    this.steps.push({ blocks: new Map(), fields: this.currentFields });
  }

  /** How the innermost step has changed the page so far. Pauses after each block. */
  *change(): Work<Change> {
    const recorded = createMutableChange();
    for (const [uuid, { block }] of this.innermost.blocks) {
      recordChange(recorded, uuid, block, this.blocks.get(uuid));
      yield;
    }
    return withPage(recorded, diffFields(this.innermost.fields, this.currentFields));
  }

  /** Ends the innermost step and merges it into the one around it. */
  end(): void {
    const step = this.pop();
    const outer = this.steps.at(-1);
    if (outer)
      for (const [uuid, before] of step.blocks)
        if (!outer.blocks.has(uuid)) outer.blocks.set(uuid, before);
  }

  /** Ends the innermost step. Returns its change. */
  commit(): Change {
    const change = finish(this.change());
    this.end();
    return change;
  }

  /** Reverts the innermost step. Returns the ids it had written. */
  rollBack(): Iterable<string> {
    const step = this.pop();
    for (const [uuid, { block, removal }] of step.blocks) {
      this.write(uuid, block);
      this.tombstones.set(uuid, removal);
    }
    this.currentFields = step.fields;
    return step.blocks.keys();
  }

  /** The ids written in the innermost step. */
  get written(): Iterable<string> {
    return this.steps.at(-1)?.blocks.keys() ?? [];
  }

  /** The block as it was before the innermost step. */
  before(uuid: string): Block | undefined {
    const before = this.steps.at(-1)?.blocks.get(uuid);
    return before ? before.block : this.blocks.get(uuid);
  }

  /**
   * The block as it was before the innermost step, or before it was removed, if that was before and is
   * still known.
   */
  lastBefore(uuid: string): Block | undefined {
    const before = this.steps.at(-1)?.blocks.get(uuid);
    return this.before(uuid) ?? before?.removal?.block ?? undefined;
  }

  /** The fields of the page as they were before the innermost step. */
  get fieldsBefore(): PageFields {
    return this.steps.at(-1)?.fields ?? this.currentFields;
  }

  /** Whether a block existed before all steps in progress. */
  hadBlock(uuid: string): boolean {
    const step = this.steps.find(({ blocks }) => blocks.has(uuid));
    return step ? step.blocks.get(uuid)?.block !== undefined : this.blocks.has(uuid);
  }

  /** The page; costs O(blocks). */
  toPage(): Page {
    return Object.freeze({
      ...this.currentFields,
      things: markFrozen(Object.freeze(Object.fromEntries(this.blocks))),
    });
  }

  /** The page before the innermost step; costs O(blocks). */
  toPageBefore(): Page {
    const { blocks, fields } = this.innermost;
    const things = Object.fromEntries(this.blocks);
    for (const [uuid, { block }] of blocks) {
      if (block) things[uuid] = block;
      else Reflect.deleteProperty(things, uuid);
    }
    return Object.freeze({ ...fields, things: markFrozen(Object.freeze(things)) });
  }

  private get innermost(): Step {
    const step = this.steps.at(-1);
    if (!step) throw new Error('no step in progress');
    return step;
  }

  private pop(): Step {
    const step = this.innermost;
    this.steps.pop();
    return step;
  }

  /** Records the state of a block before its first write in the innermost step. */
  private recordBefore(uuid: string): void {
    const step = this.steps.at(-1);
    if (!step || step.blocks.has(uuid)) return;
    const block = this.blocks.get(uuid);
    step.blocks.set(uuid, { block, removal: this.tombstones.of(uuid) });
  }

  private write(uuid: string, block: Block | undefined): void {
    const previous = this.blocks.get(uuid);
    if (previous) this.siblingsOf(previous).delete(uuid);
    if (block) {
      this.siblingsOf(block).add(uuid);
      this.blocks.set(uuid, block);
    } else this.blocks.delete(uuid);
  }

  private siblingsOf({ parentUuid }: Block): Set<string> {
    if (parentUuid === undefined) return this.sections;
    const children = this.children.get(parentUuid) ?? new Set<string>();
    this.children.set(parentUuid, children);
    return children;
  }
}
