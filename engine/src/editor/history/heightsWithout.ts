import { GEOMETRY } from '../../constants/geometry.ts';
import { rotatedBounds } from '../../geometry/rotation.ts';
import { type Block, isSection } from '../../model/Block.ts';
import { type Change, forEachRecord, invertChange } from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import { marginOf, type Page, relativeHeightOf } from '../../model/Page.ts';
import { roundLength } from '../../model/Position.ts';
import { limitLength } from '../blockPosition.ts';
import { groupOrderOf } from '../PageLayout.ts';
import type { Entry } from './Entry.ts';
import type { EntryHeights, Height, SectionStep } from './EntryHeights.ts';

/** The heights that sections would have if blocks had never been added. */
export interface HeightsWithout {
  /** Those that differ on the page now, by section. */
  readonly now: ReadonlyMap<string, number>;
  /** The entries in which heights differ. */
  readonly entries: ReadonlyMap<Entry, EntryHeights>;
}

/** The entries of a history, in the order in which they lead from its first page to its last one. */
export interface EntriesInOrder {
  readonly done: readonly Entry[];
  /** Those that can be redone. */
  readonly undone: readonly Entry[];
}

/**
 * Computes the heights that sections would have if blocks had never been added: goes through the
 * history from its first page on, and lets each section have the height that someone has chosen for
 * it, or the one before, or what the other blocks that the entry has added or moved need. Where
 * others have changed a height since, it stays.
 *
 * @param page the stable page, with the blocks
 * @param isFixed whether a section keeps all its heights, because it cannot be edited now
 */
export function heightsWithout(
  { done, undone }: EntriesInOrder,
  page: Page,
  uuids: ReadonlySet<string>,
  isFixed: (section: string) => boolean,
): HeightsWithout {
  const before = new Map(Object.entries(page.things));
  let pageHeight = page.relativeHeight;
  for (const entry of done.toReversed()) {
    const inverse = invertChange(entry.done);
    applyTo(before, inverse);
    pageHeight = inverse.page?.to.relativeHeight ?? pageHeight;
  }
  const entries = new Map<Entry, EntryHeights>();
  const replay = new Replay(page, before, pageHeight, { uuids, isFixed });
  const step = (entry: Entry, change: Change): void => {
    const heights = replay.apply(change, entry.edit.heightsBeforeGrowth);
    if (heights) entries.set(entry, heights);
  };
  for (const entry of done) step(entry, entry.done);
  const now = replay.restart(page);
  for (const entry of undone) step(entry, entry.undone);
  return { now, entries };
}

/** The blocks that are left out, and the sections that keep their heights nevertheless. */
interface LeftOut {
  readonly uuids: ReadonlySet<string>;
  readonly isFixed: (section: string) => boolean;
}

/** Goes through the changes of a history, with the heights that sections would have. */
class Replay {
  /** The records as they are, with the blocks. */
  private things: Map<string, Block>;
  /** The heights of sections that would have another one. */
  private heights = new Map<string, number>();
  private pageHeight: number;
  private readonly margin: number;
  private readonly newHeight: number;
  private readonly uuids: ReadonlySet<string>;
  private readonly isFixed: (section: string) => boolean;

  constructor(
    { settings, style }: Page,
    things: Map<string, Block>,
    pageHeight: number,
    { uuids, isFixed }: LeftOut,
  ) {
    this.things = things;
    this.pageHeight = pageHeight;
    this.margin = marginOf({ style });
    this.newHeight = roundLength(GEOMETRY.newSectionHeightPx / settings.referenceWidth);
    this.uuids = uuids;
    this.isFixed = isFixed;
  }

  /** Goes on with another page. Returns the heights that differ there. */
  restart({ things, relativeHeight }: Page): ReadonlyMap<string, number> {
    const [before, { heights }] = [this.things, this];
    this.things = new Map(Object.entries(things));
    this.pageHeight = relativeHeight;
    for (const uuid of heights.keys())
      if (this.heightOf(uuid) !== before.get(uuid)?.position.height) heights.delete(uuid);
    return new Map(heights);
  }

  /** Applies a change. Returns the heights in it if they differ. */
  apply(change: Change, beforeGrowth: Readonly<Record<string, number>>): EntryHeights | null {
    const { heights } = this;
    forEachRecord(change.updated, (uuid, [from]) => {
      if (this.heightOf(uuid) !== from.position.height) heights.delete(uuid);
    });
    const [before, pageBefore] = [new Map(heights), this.pageHeightNow()];
    applyTo(this.things, change);
    const needed = this.neededBy(change);
    const shrunk = this.shrunkBy(change);
    const sections = new Map<string, SectionStep>();
    const chosenHeights = new Map(Object.entries(beforeGrowth));
    const touched = [...sectionsIn(change), ...needed.keys(), ...(shrunk ? [shrunk.section] : [])];
    for (const uuid of new Set(touched)) {
      const [first, last] = [recordBefore(change, uuid, this.things), this.things.get(uuid)];
      const record = last ?? first;
      heights.delete(uuid);
      if (!record || this.uuids.has(uuid) || this.isFixed(uuid)) continue;
      const is = first?.position.height;
      const from = is === undefined ? null : { is, without: before.get(uuid) ?? is };
      let to: Height | null = null;
      if (last) {
        const { height } = last.position;
        const chosen = chosenHeights.get(uuid) ?? height;
        // Without a choice, a section keeps its height.
        let without = chosen === from?.is ? from.without : chosen;
        if (shrunk?.section === uuid && from && chosen === shrunk.is(from.is))
          without = shrunk.without(from.without);
        const needs = Math.min(needed.get(uuid) ?? 0, height);
        chosenHeights.delete(uuid);
        if (needs > without) chosenHeights.set(uuid, without);
        to = { is: height, without: Math.max(without, needs) };
        if (to.without !== height) heights.set(uuid, to.without);
      }
      if (differs(from) || differs(to)) sections.set(uuid, { from, to, record });
    }
    this.pageHeight = change.page?.to.relativeHeight ?? this.pageHeight;
    const page = { from: pageBefore, to: this.pageHeightNow() };
    if (sections.size === 0 && !differs(page.from) && !differs(page.to)) return null;
    return { sections, page, beforeGrowth: Object.fromEntries(chosenHeights) };
  }

  private heightOf(uuid: string): number | undefined {
    return this.things.get(uuid)?.position.height;
  }

  private pageHeightNow(): Height {
    const { heights, pageHeight: is } = this;
    if (heights.size === 0) return { is, without: is };
    let without = is;
    for (const [uuid, height] of heights) without += height - (this.heightOf(uuid) ?? height);
    return { is, without: relativeHeightOf(without) };
  }

  /** The heights that sections need for the other blocks that a change adds or moves. */
  private neededBy({ added, updated }: Change): ReadonlyMap<string, number> {
    const needed = new Map<string, number>();
    const need = (uuid: string): void => {
      let child = this.uuids.has(uuid) ? undefined : this.things.get(uuid);
      let parent = this.parentOf(child);
      while (parent?.parentUuid !== undefined) {
        child = parent;
        parent = this.parentOf(child);
      }
      if (!child || !parent) return;
      const height = this.heightFor(child);
      needed.set(parent.uuid, Math.max(height, needed.get(parent.uuid) ?? 0));
    };
    Object.keys(added).forEach(need);
    forEachRecord(updated, (uuid, [from, to]) => {
      const isMoved = from.parentUuid !== to.parentUuid || !equalJson(from.position, to.position);
      if (isMoved) need(uuid);
    });
    return needed;
  }

  /**
   * The last section if a change removes blocks, which shrinks it to its contents: to what it is then,
   * and to what it would be. Ungrouping removes only groups, and does not shrink it.
   */
  private shrunkBy({ removed }: Change) {
    const blocks = Object.values(removed).filter(
      (block) => isSection(block) || block.type !== 'group',
    );
    if (blocks.length === 0) return null;
    const isCause = blocks.some(({ uuid }) => !this.uuids.has(uuid));
    const section = [...this.things.values()]
      .filter(isSection)
      .sort((a, b) => groupOrderOf(a) - groupOrderOf(b))
      .at(-1)?.uuid;
    if (section === undefined) return null;
    const shrink = (height: number, fits: (uuid: string) => boolean): number => {
      const children = [...this.things.values()].filter(
        ({ uuid, parentUuid }) => parentUuid === section && fits(uuid),
      );
      const needs = Math.max(0, ...children.map((child) => this.heightFor(child)));
      return Math.min(height, Math.max(needs, this.newHeight));
    };
    return {
      section,
      is: (height: number) => shrink(height, () => true),
      without: (height: number) =>
        isCause ? shrink(height, (uuid) => !this.uuids.has(uuid)) : height,
    };
  }

  /** The height that a section needs for a child. */
  private heightFor(child: Block): number {
    const { y, height } = rotatedBounds(child);
    return limitLength(Math.max(0, y + height) + this.margin);
  }

  private parentOf(block: Block | undefined): Block | undefined {
    return block?.parentUuid === undefined ? undefined : this.things.get(block.parentUuid);
  }
}

function differs(height: Height | null): boolean {
  return height !== null && height.is !== height.without;
}

function* sectionsIn({ added, updated, removed }: Change): Iterable<string> {
  for (const records of [added, removed])
    for (const block of Object.values(records)) if (isSection(block)) yield block.uuid;
  for (const [block] of Object.values(updated)) if (isSection(block)) yield block.uuid;
}

/** A block's record before a change, which has led to these blocks. */
export function recordBefore(
  { added, updated, removed }: Change,
  uuid: string,
  after: ReadonlyMap<string, Block>,
): Block | undefined {
  if (Object.hasOwn(removed, uuid)) return removed[uuid];
  if (Object.hasOwn(updated, uuid)) return updated[uuid]?.[0];
  return Object.hasOwn(added, uuid) ? undefined : after.get(uuid);
}

/** Applies a change to blocks by id. */
export function applyTo(things: Map<string, Block>, { added, updated, removed }: Change): void {
  forEachRecord(removed, (uuid) => things.delete(uuid));
  forEachRecord(updated, (uuid, [, to]) => things.set(uuid, to));
  forEachRecord(added, (uuid, block) => things.set(uuid, block));
}
