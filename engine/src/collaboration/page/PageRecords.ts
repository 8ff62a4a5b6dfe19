import type { Block } from '../../model/Block.ts';
import { type Change, diffFields, emptyDraft, note, withPage } from '../../model/Change.ts';
import { deepFreeze } from '../../model/json.ts';
import type { Page, PageFields } from '../../model/Page.ts';
import { type KnownRemovals, Tombstones } from './Tombstones.ts';

/** How a block stood before something was written. */
interface Before {
  readonly block: Block | undefined;
  readonly removedBy: number | undefined;
}

/** How all that was written since a step began stood before it. */
interface Step {
  readonly blocks: Map<string, Before>;
  readonly fields: PageFields;
}

const NO_CHILDREN: ReadonlySet<string> = new Set();

/**
 * A page as rooms and their clients keep it: records by id, who holds whom, and the ids of what was
 * removed. Steps can be taken back at the price of what they wrote. No observer, no settling: what
 * it holds is what the stream says.
 */
export class PageRecords {
  readonly blocks = new Map<string, Block>();
  /** What was removed and not restored since. */
  readonly tombstones: Tombstones;
  /** The number of the entry that is being decided on or applied. */
  seq = 0;
  private shownFields: PageFields;
  private readonly children = new Map<string, Set<string>>();
  private readonly sections = new Set<string>();
  private readonly steps: Step[] = [];

  constructor(page: Page, removals?: KnownRemovals) {
    const { things, ...fields } = page;
    this.shownFields = deepFreeze(fields);
    this.tombstones = new Tombstones(removals);
    for (const block of Object.values(things)) this.write(block.uuid, deepFreeze(block));
  }

  get fields(): PageFields {
    return this.shownFields;
  }

  get sectionIds(): ReadonlySet<string> {
    return this.sections;
  }

  /** Ids of what a section or group holds. */
  childIds(uuid: string): ReadonlySet<string> {
    return this.children.get(uuid) ?? NO_CHILDREN;
  }

  put(block: Block): void {
    this.note(block.uuid);
    this.tombstones.set(block.uuid, undefined);
    this.write(block.uuid, deepFreeze(block));
  }

  delete(uuid: string): void {
    if (!this.blocks.has(uuid)) return;
    this.note(uuid);
    this.write(uuid, undefined);
    this.tombstones.set(uuid, this.seq);
  }

  setFields(fields: PageFields): void {
    this.shownFields = deepFreeze(fields);
  }

  /** Puts another page in the place of all that is here. */
  replace({ things, ...fields }: Page): void {
    for (const uuid of [...this.blocks.keys()]) if (!Object.hasOwn(things, uuid)) this.delete(uuid);
    for (const block of Object.values(things)) this.put(block);
    this.setFields(fields);
  }

  /** Begins a step inside of the one that runs, if any. */
  begin(): void {
    this.steps.push({ blocks: new Map(), fields: this.shownFields });
  }

  /** Ends the innermost step; it belongs to the one around it from then on. Returns what it did. */
  commit(): Change {
    const step = this.pop();
    const outer = this.steps.at(-1);
    if (outer)
      for (const [uuid, was] of step.blocks)
        if (!outer.blocks.has(uuid)) outer.blocks.set(uuid, was);
    return this.changeSince(step);
  }

  /** Takes the innermost step back. Returns ids of what it had written. */
  rollBack(): Iterable<string> {
    const step = this.pop();
    for (const [uuid, { block, removedBy }] of step.blocks) {
      this.write(uuid, block);
      this.tombstones.set(uuid, removedBy);
    }
    this.shownFields = step.fields;
    return step.blocks.keys();
  }

  /** Ids of what the innermost step has written so far. */
  get written(): Iterable<string> {
    return this.steps.at(-1)?.blocks.keys() ?? [];
  }

  /** How a block stood before the innermost step. */
  before(uuid: string): Block | undefined {
    const was = this.steps.at(-1)?.blocks.get(uuid);
    return was ? was.block : this.blocks.get(uuid);
  }

  /** All of it as a page; as dear as the page is large. */
  toPage(): Page {
    return Object.freeze({
      ...this.shownFields,
      things: Object.freeze(Object.fromEntries(this.blocks)),
    });
  }

  private changeSince(step: Step): Change {
    const draft = emptyDraft();
    for (const [uuid, { block }] of step.blocks) note(draft, uuid, block, this.blocks.get(uuid));
    return withPage(draft, diffFields(step.fields, this.shownFields));
  }

  private pop(): Step {
    const step = this.steps.pop();
    if (!step) throw new Error('no step was begun');
    return step;
  }

  private note(uuid: string): void {
    const step = this.steps.at(-1);
    if (!step || step.blocks.has(uuid)) return;
    const block = this.blocks.get(uuid);
    step.blocks.set(uuid, { block, removedBy: this.tombstones.seqOf(uuid) });
  }

  private write(uuid: string, block: Block | undefined): void {
    const was = this.blocks.get(uuid);
    if (was) this.holderOf(was).delete(uuid);
    if (block) {
      this.holderOf(block).add(uuid);
      this.blocks.set(uuid, block);
    } else this.blocks.delete(uuid);
  }

  private holderOf({ parentUuid }: Block): Set<string> {
    if (parentUuid === undefined) return this.sections;
    const known = this.children.get(parentUuid);
    if (known) return known;
    const made = new Set<string>();
    this.children.set(parentUuid, made);
    return made;
  }
}
