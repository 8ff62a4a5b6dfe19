import { GEOMETRY } from '../../constants/geometry.ts';
import { unionBoxes } from '../../geometry/boxes.ts';
import { rotatedBounds } from '../../geometry/rotation.ts';
import { type Block, isSection } from '../../model/Block.ts';
import { type Change, changeFields, forEachRecord, invertChange } from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import { marginOf, type Page, type PageFields, relativeHeightOf } from '../../model/Page.ts';
import { roundLength } from '../../model/Position.ts';
import { limitLength, spreadBlock, withPosition } from '../blockPosition.ts';
import { groupOrderOf } from '../PageLayout.ts';
import { fittedGroup, isClose, isFitted } from '../settle.ts';
import type { Entry } from './Entry.ts';
import type { EntryPositions, PageHeight, Positions, PositionStep } from './EntryPositions.ts';
import { RecordsByParent } from './RecordsByParent.ts';

/** What a history would be if blocks had never been added. */
export interface HistoryWithout {
  /** The heights of sections that differ on the page now, by section. */
  readonly heights: ReadonlyMap<string, number>;
  /** The entries in which positions differ. */
  readonly entries: ReadonlyMap<Entry, EntryPositions>;
}

/** The entries of a history, in the order in which they lead from its first page to its last one. */
export interface EntriesInOrder {
  readonly done: readonly Entry[];
  /** Those that can be redone. */
  readonly undone: readonly Entry[];
}

/** The blocks that are left out, and what keeps its position nevertheless. */
export interface LeftOut {
  readonly uuids: ReadonlySet<string>;
  /** Whether a section keeps all its heights, because it cannot be edited now. */
  readonly isFixed: (section: string) => boolean;
  /** Whether a block in a group keeps its position. */
  readonly isLocked: (block: Block) => boolean;
}

/**
 * Computes what a history would be if blocks had never been added: goes through it from its first
 * page on. A group fits its other blocks, and is not on the page without any. Then each section has
 * the height that someone has chosen for it, or the one before, or what the other blocks that the
 * entry has added or moved need. Where others have changed a height since, it stays.
 *
 * @param page the stable page, with the blocks
 */
export function historyWithout(
  { done, undone }: EntriesInOrder,
  page: Page,
  leftOut: LeftOut,
): HistoryWithout {
  const { least, ...result } = replayed({ done, undone }, new Replay(page, leftOut));
  if (least.size === 0) return result;
  return replayed({ done, undone }, new Replay(page, leftOut, least));
}

function replayed(
  { done, undone }: EntriesInOrder,
  replay: Replay,
): HistoryWithout & { readonly least: LeastHeights } {
  const entries = new Map<Entry, EntryPositions>();
  const apply = (entry: Entry, change: Change): void => {
    const positions = replay.apply(change, entry.edit.heightsBeforeGrowth);
    if (positions) entries.set(entry, positions);
  };
  for (const entry of done.toReversed()) replay.rewind(entry.done);
  for (const entry of done) apply(entry, entry.done);
  const heights = replay.restart();
  const least = new Map<Change, ReadonlyMap<string, number>>();
  for (const [uuid, height] of replay.tooLow(heights)) {
    const last = done.findLast((entry) => entries.get(entry)?.steps.has(uuid));
    const { from, to } = (last && entries.get(last)?.steps.get(uuid)) ?? {};
    // Without another height of its own, the entry has nothing that undo could revert.
    if (last && from?.without?.height !== to?.without?.height)
      least.set(last.done, new Map(least.get(last.done)).set(uuid, height));
  }
  for (const entry of undone) apply(entry, entry.undone);
  return { heights, entries, least };
}

/**
 * The heights that sections keep on the page for their other blocks, by the last change that gives the
 * section another height. With a new margin, or blocks of others, it can be more than they needed when
 * they were added or moved: undo reverts what is on the page.
 */
type LeastHeights = ReadonlyMap<Change, ReadonlyMap<string, number>>;

/**
 * The blocks whose positions differ without those that are left out, apart from sections; null for a
 * group that would be empty.
 */
type Fitted = ReadonlyMap<string, Block | null>;

const NO_IDS: ReadonlySet<string> = new Set();

/** Goes through the changes of a history, with the positions that blocks would have. */
class Replay {
  private readonly page: Page;
  private readonly leftOut: LeftOut;
  private readonly least: LeastHeights;
  /** The blocks as they are, with those that are left out. */
  private readonly records: RecordsByParent;
  private readonly written = new Set<string>();
  private fields: PageFields;
  /** The heights of sections that would have another one. */
  private heights = new Map<string, number>();
  /** Other groups that contain blocks which are left out, innermost first, and what fits them. */
  private groups: readonly string[] = [];
  private fitted: Fitted = new Map();
  /** Blocks that others have put into groups after the change that is applied. */
  private later = NO_IDS;
  /** Whether `groups` and `fitted` must be computed again: most entries do not concern them. */
  private isStale = true;

  constructor(page: Page, leftOut: LeftOut, least: LeastHeights = new Map()) {
    this.page = page;
    this.leftOut = leftOut;
    this.least = least;
    this.records = new RecordsByParent(Object.values(page.things));
    this.fields = page;
  }

  /** Reverts a change. */
  rewind(change: Change): void {
    this.write(invertChange(change));
  }

  /** Returns to the page. Returns the heights that differ there. */
  restart(): ReadonlyMap<string, number> {
    const { heights, page, records } = this;
    for (const uuid of heights.keys())
      if (this.heightOf(uuid) !== page.things[uuid]?.position.height) heights.delete(uuid);
    for (const uuid of this.written) records.set(uuid, page.things[uuid]);
    this.isStale = true;
    this.later = NO_IDS;
    this.fields = page;
    return new Map(heights);
  }

  /**
   * Of heights on the page, those that settling will not accept, because they are less than the blocks
   * of the section need now, and the heights that it will keep.
   */
  *tooLow(heights: ReadonlyMap<string, number>): Iterable<[string, number]> {
    if (heights.size > 0) this.fit();
    for (const [uuid, height] of heights) {
      const needed = this.neededFor(this.childrenOf(uuid));
      if (needed > height) yield [uuid, needed];
    }
  }

  /** Applies a change. Returns the positions in it if some differ. */
  apply(change: Change, beforeGrowth: Readonly<Record<string, number>>): EntryPositions | null {
    const { heights } = this;
    // Others may have edited its blocks since the entry before.
    forEachRecord(change.updated, (uuid, [from]) => {
      if (this.heightOf(uuid) !== from.position.height) heights.delete(uuid);
    });
    this.rewind(change);
    this.leaveOutLater(change);
    const before = { fitted: this.fit(), heights: new Map(heights), page: this.pageHeightNow() };
    this.write(change);
    const steps = this.stepsOfFitted(change, before.fitted);
    const chosenHeights = new Map(Object.entries(beforeGrowth));
    for (const [uuid, step] of this.stepsOfSections(change, before, chosenHeights))
      steps.set(uuid, step);
    const pageHeight = { from: before.page, to: this.pageHeightNow() };
    if (steps.size === 0 && !differs(pageHeight.from) && !differs(pageHeight.to)) return null;
    return { steps, pageHeight, beforeGrowth: Object.fromEntries(chosenHeights) };
  }

  /** The groups and their blocks whose positions differ before or after a change. */
  private stepsOfFitted(change: Change, before: Fitted): Map<string, PositionStep> {
    const after = this.fit();
    const steps = new Map<string, PositionStep>();
    for (const uuid of new Set([...before.keys(), ...after.keys()])) {
      const [first, last] = [this.recordBefore(change, uuid), this.records.get(uuid)];
      const record = last ?? first;
      const [from, to] = [positionsOf(first, before), positionsOf(last, after)];
      if (record) steps.set(uuid, { from, to, record });
    }
    return steps;
  }

  /**
   * The sections whose heights differ before or after a change.
   *
   * @param before what differed before it
   * @param chosenHeights the heights before sections have grown in it; updated
   */
  private *stepsOfSections(
    change: Change,
    before: { readonly fitted: Fitted; readonly heights: ReadonlyMap<string, number> },
    chosenHeights: Map<string, number>,
  ): Iterable<[string, PositionStep]> {
    const { heights, records } = this;
    const needed = this.neededBy(change, before.fitted);
    const shrunk = this.shrunkBy(change);
    const touched = [...sectionsIn(change), ...needed.keys(), ...(shrunk ? [shrunk.section] : [])];
    for (const uuid of new Set(touched)) {
      const [first, last] = [this.recordBefore(change, uuid), records.get(uuid)];
      const record = last ?? first;
      heights.delete(uuid);
      if (!record || this.leftOut.uuids.has(uuid) || this.leftOut.isFixed(uuid)) continue;
      const is = first?.position.height;
      const from = is === undefined ? null : { is, without: before.heights.get(uuid) ?? is };
      let to: PageHeight | null = null;
      if (last) {
        const { height } = last.position;
        const chosen = chosenHeights.get(uuid) ?? height;
        let without = from ? this.heightWithout(change, uuid, chosen, from) : chosen;
        if (shrunk?.section === uuid && from && chosen === shrunk.is(from.is))
          without = shrunk.without(from.without);
        const least = this.least.get(change)?.get(uuid) ?? 0;
        const needs = Math.min(Math.max(needed.get(uuid) ?? 0, least), height);
        chosenHeights.delete(uuid);
        if (needs > without) chosenHeights.set(uuid, without);
        to = { is: height, without: Math.max(without, needs) };
        if (to.without !== height) heights.set(uuid, to.without);
      }
      if (differs(from) || differs(to))
        yield [uuid, { from: inSection(first, from), to: inSection(last, to), record }];
    }
  }

  /**
   * The height of a section after a change that has given it one, apart from growth. A height that was
   * made to fit its contents fits the others, and one that was scaled with its contents is scaled.
   */
  private heightWithout(change: Change, uuid: string, chosen: number, from: PageHeight): number {
    // Without a choice, a section keeps its height.
    if (chosen === from.is) return from.without;
    const by = chosen / from.is;
    if (this.isScaled(change, uuid, by))
      return from.without === from.is ? chosen : roundLength(from.without * by);
    const isFit =
      chosen < from.is &&
      this.containsLeftOut(uuid) &&
      isCloseTo(chosen, this.fittedHeight(this.records.childrenOf(uuid)));
    return isFit ? this.fittedHeight(this.childrenOf(uuid)) : chosen;
  }

  /** Whether a change has scaled a section with its contents, or converted the page's lengths. */
  private isScaled(change: Change, uuid: string, by: number): boolean {
    if (isCloseTo(by, conversionOf(change))) return true;
    const isScaled = (block: string, keys: readonly ('y' | 'width' | 'height')[]): boolean => {
      const [first, last] = [this.recordBefore(change, block), this.records.get(block)];
      if (!first || !last || first.parentUuid !== last.parentUuid) return false;
      const scaled = spreadBlock(first, by).position;
      return keys.every((key) => isCloseTo(last.position[key], scaled[key]));
    };
    const children = this.records.childrenOf(uuid);
    // A wide section does not get wider.
    if (children.length === 0) return isScaled(uuid, ['width']);
    return children.every((child) => isScaled(child.uuid, ['y', 'height']));
  }

  /** Whether there is a block that is left out in a section, or a group that has others. */
  private containsLeftOut(section: string): boolean {
    return [...this.leftOut.uuids, ...this.groups].some(
      (uuid) => this.records.get(uuid)?.parentUuid === section,
    );
  }

  /** The height of a section that is made to fit its contents. */
  private fittedHeight(children: readonly Block[]): number {
    return children.length === 0 ? this.newHeight : this.neededFor(children);
  }

  private neededFor(children: readonly Block[]): number {
    return children.reduce((height, child) => Math.max(height, this.heightFor(child)), 0);
  }

  /** A block's record before a change that has just been applied. */
  private recordBefore({ added, updated, removed }: Change, uuid: string): Block | undefined {
    if (Object.hasOwn(removed, uuid)) return removed[uuid];
    if (Object.hasOwn(updated, uuid)) return updated[uuid]?.[0];
    return Object.hasOwn(added, uuid) ? undefined : this.records.get(uuid);
  }

  /**
   * Finds the blocks that others have put into groups after a change that adds the groups, or moves
   * their corners without them. No change has put them there, so they are in the groups now, too.
   */
  private leaveOutLater(change: Change): void {
    const later = new Set<string>();
    for (const group of groupsFittedBy(change))
      for (const { uuid } of this.records.childrenOf(group))
        if (!hasRecords(change, uuid)) later.add(uuid);
    this.isStale ||= this.later.size > 0 || later.size > 0;
    this.later = later;
  }

  private write({ added, updated, removed, page }: Change): void {
    forEachRecord(removed, (uuid) => this.set(uuid, undefined));
    forEachRecord(updated, (uuid, [, to]) => this.set(uuid, to));
    forEachRecord(added, (uuid, block) => this.set(uuid, block));
    // The margin and the reference width decide what sections need.
    this.fields = changeFields(this.fields, page);
  }

  private set(uuid: string, block: Block | undefined): void {
    this.written.add(uuid);
    const previous = this.records.set(uuid, block);
    if (this.isStale || isPlacedAlike(previous, block)) return;
    const { groups, leftOut } = this;
    const ids = [uuid, previous?.parentUuid, block?.parentUuid];
    this.isStale =
      leftOut.uuids.has(uuid) ||
      groups.some((group) => ids.includes(group)) ||
      // A group that is there again may contain them.
      (!previous && block?.type === 'group');
  }

  private heightOf(uuid: string): number | undefined {
    return this.records.get(uuid)?.position.height;
  }

  private pageHeightNow(): PageHeight {
    const { heights } = this;
    const { relativeHeight: is } = this.fields;
    if (heights.size === 0) return { is, without: is };
    let without = is;
    for (const [uuid, height] of heights) without += height - (this.heightOf(uuid) ?? height);
    return { is, without: relativeHeightOf(without) };
  }

  private fit(): Fitted {
    if (!this.isStale) return this.fitted;
    const { leftOut, records } = this;
    this.isStale = false;
    this.groups = this.groupsOfLeftOut();
    const fitted = new Map<string, Block | null>();
    this.fitted = fitted;
    for (const uuid of this.groups) {
      const record = records.get(uuid);
      const group = record && withFit(record, fitted);
      if (!group) continue;
      const children = this.childrenOf(uuid);
      // A card stays, as settling leaves it.
      if (children.length === 0 && isFitted(group)) fitted.set(uuid, null);
      for (const block of fittedGroup(group, children, leftOut.isLocked))
        fitted.set(block.uuid, block);
    }
    for (const [uuid, block] of fitted)
      if (block && equalJson(block.position, records.get(uuid)?.position)) fitted.delete(uuid);
    return fitted;
  }

  private groupsOfLeftOut(): readonly string[] {
    const { leftOut, records } = this;
    const { uuids } = leftOut;
    const depths = new Map<string, number>();
    for (const uuid of uuids) {
      const ancestors = records.ancestorsOf(uuid);
      for (const [index, parent] of ancestors.entries()) {
        const isGroup = records.get(parent)?.parentUuid !== undefined;
        if (isGroup && !uuids.has(parent)) depths.set(parent, ancestors.length - index);
      }
    }
    return [...depths].sort(([, a], [, b]) => b - a).map(([uuid]) => uuid);
  }

  /** The children that a section or group would have. */
  private childrenOf(parent: string): readonly Block[] {
    const { fitted, later, leftOut, records } = this;
    const children: Block[] = [];
    // A group can have thousands of children, and be fitted for each of a thousand entries.
    for (const child of records.childrenOf(parent)) {
      const isLeftOut = leftOut.uuids.has(child.uuid) || later.has(child.uuid);
      const fits = isLeftOut ? null : withFit(child, fitted);
      if (fits) children.push(fits);
    }
    return children;
  }

  /** The heights that sections need for the other blocks that a change adds or moves. */
  private neededBy(change: Change, fittedBefore: Fitted): ReadonlyMap<string, number> {
    const { records, fitted } = this;
    const needed = new Map<string, number>();
    const factor = conversionOf(change);
    const need = (uuid: string): void => {
      const [first, last] = [this.recordBefore(change, uuid), records.get(uuid)];
      const from = first && withFit(first, fittedBefore);
      const to = last && withFit(last, fitted);
      if (!to || this.leftOut.uuids.has(uuid)) return;
      const { position, parentUuid } = to;
      if (from?.parentUuid === parentUuid && equalJson(from?.position, position)) return;
      // Converting the page to another width moves nothing.
      const converted = from && factor !== 1 && spreadBlock(from, factor);
      if (converted && isClose(position, converted.position)) return;
      const ancestors = records.ancestorsOf(uuid);
      const section = ancestors.at(-1);
      const outermost = records.get(ancestors.at(-2) ?? uuid);
      const fits = outermost && withFit(outermost, fitted);
      if (section !== undefined && fits)
        needed.set(section, Math.max(this.heightFor(fits), needed.get(section) ?? 0));
    };
    forEachRecord(change.added, need);
    forEachRecord(change.updated, need);
    return needed;
  }

  /**
   * The last section if a change removes blocks, which shrinks it to its contents: to what it is then,
   * and to what it would be. Ungrouping removes only groups, and does not shrink it.
   */
  private shrunkBy({ removed }: Change) {
    const { leftOut, records, heights, newHeight } = this;
    const blocks = Object.values(removed).filter(
      (block) => isSection(block) || block.type !== 'group',
    );
    if (blocks.length === 0) return null;
    const isCause = blocks.some(({ uuid }) => !leftOut.uuids.has(uuid));
    const section = records.sections
      .toSorted((a, b) => groupOrderOf(a) - groupOrderOf(b))
      .at(-1)?.uuid;
    if (section === undefined) return null;
    // Then it shrinks to the same height, and its children need not be measured.
    if (isCause && !this.containsLeftOut(section) && !heights.has(section)) return null;
    const shrink = (height: number, children: readonly Block[]): number => {
      return Math.min(height, Math.max(this.neededFor(children), newHeight));
    };
    return {
      section,
      is: (height: number) => shrink(height, records.childrenOf(section)),
      without: (height: number) => (isCause ? shrink(height, this.childrenOf(section)) : height),
    };
  }

  /** The height of a new section, and of an empty one that is made to fit its contents. */
  private get newHeight(): number {
    return roundLength(GEOMETRY.newSectionHeightPx / this.fields.settings.referenceWidth);
  }

  /** The height that a section needs for a child. */
  private heightFor(child: Block): number {
    const { y, height } = rotatedBounds(child);
    return limitLength(Math.max(0, y + height) + marginOf(this.fields));
  }
}

/** A block with the position that it would have; null for a group that would be empty. */
function withFit(block: Block, fitted: Fitted): Block | null {
  const other = fitted.get(block.uuid);
  return other === undefined ? block : other;
}

/** Whether two records of a block are alike in all that fitting its groups depends on. */
function isPlacedAlike(a: Block | undefined, b: Block | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.parentUuid !== b.parentUuid || a.locked !== b.locked) return false;
  return isFitted(a) === isFitted(b) && equalJson(a.position, b.position);
}

function positionsOf(block: Block | undefined, fitted: Fitted): Positions | null {
  return block ? { is: block.position, without: withFit(block, fitted)?.position ?? null } : null;
}

/**
 * The groups that a change adds, or whose corners it moves without moving their other blocks, and of
 * which it has all the blocks that decide where the corner is. A block at the corner that the change
 * has moved with it has the same position in the group before and after, and no record.
 */
function groupsFittedBy({ added, updated, removed }: Change): ReadonlySet<string> {
  const groups = new Set<string>();
  forEachRecord(added, (uuid, block) => {
    if (isFitted(block)) groups.add(uuid);
  });
  const shifted = new Map<string, { readonly from: Block[]; readonly to: Block[] }>();
  forEachRecord(updated, (_, [first, last]) => {
    const uuid = last.parentUuid;
    // Blocks may have any id, also one that objects inherit.
    if (uuid === undefined || first.parentUuid !== uuid || !Object.hasOwn(updated, uuid)) return;
    const group = updated[uuid];
    if (!group || !isFitted(group[1])) return;
    const [before, after] = [first.position, last.position];
    const [from, to] = [group[0].position, group[1].position];
    const [x, y] = [to.x - from.x, to.y - from.y];
    const isMoved = roundLength(x) !== 0 || roundLength(y) !== 0;
    const isShifted = isCloseTo(after.x - before.x, -x) && isCloseTo(after.y - before.y, -y);
    if (isMoved && isShifted) shifted.set(uuid, { from: [], to: [] });
  });
  if (shifted.size === 0) return groups;
  const childrenIn = (block: Block, side: 'from' | 'to') =>
    block.parentUuid === undefined ? undefined : shifted.get(block.parentUuid)?.[side];
  forEachRecord(removed, (_, block) => childrenIn(block, 'from')?.push(block));
  forEachRecord(added, (_, block) => childrenIn(block, 'to')?.push(block));
  forEachRecord(updated, (_, [first, last]) => {
    childrenIn(first, 'from')?.push(first);
    childrenIn(last, 'to')?.push(last);
  });
  for (const [uuid, { from, to }] of shifted)
    if (isAtCorner(from) && isAtCorner(to)) groups.add(uuid);
  return groups;
}

/** Whether the bounds of a group's children begin at its corner. */
function isAtCorner(children: readonly Block[]): boolean {
  const bounds = unionBoxes(children.map(rotatedBounds));
  return bounds !== null && roundLength(bounds.x) === 0 && roundLength(bounds.y) === 0;
}

function hasRecords({ added, updated, removed }: Change, uuid: string): boolean {
  return [added, updated, removed].some((records) => Object.hasOwn(records, uuid));
}

/**
 * The factor by which a change multiplies positions if it keeps px values at another reference width;
 * 1 for other changes.
 */
function conversionOf({ page }: Change): number {
  const [before, after] = [page?.from.settings, page?.to.settings];
  return before && after ? before.referenceWidth / after.referenceWidth : 1;
}

/** Whether numbers are equal apart from rounding. */
function isCloseTo(a: number, b: number): boolean {
  return Math.abs(a - b) < 5e-6;
}

function inSection(section: Block | undefined, height: PageHeight | null): Positions | null {
  if (!section || !height) return null;
  const { position: without } = withPosition(section, { height: height.without });
  return { is: section.position, without };
}

function differs(height: PageHeight | null): boolean {
  return height !== null && height.is !== height.without;
}

function* sectionsIn({ added, updated, removed }: Change): Iterable<string> {
  for (const records of [added, removed])
    for (const block of Object.values(records)) if (isSection(block)) yield block.uuid;
  for (const [block] of Object.values(updated)) if (isSection(block)) yield block.uuid;
}
