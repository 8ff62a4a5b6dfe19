import { type Block, isSection } from '../../model/Block.ts';
import { type Change, isEmptyChange, squashChanges, withPage } from '../../model/Change.ts';
import { deepFreeze } from '../../model/json.ts';
import { withPosition } from '../blockPosition.ts';

/** A height as it is, and as it would be without the blocks, in units. */
export interface Height {
  readonly is: number;
  readonly without: number;
}

/** A section before and after an entry; null where it is not on the page. */
export interface SectionStep {
  readonly from: Height | null;
  readonly to: Height | null;
  /** After the entry, or before if the entry removes it. */
  readonly record: Block;
}

/** What becomes of the heights in an entry without the blocks. */
export interface EntryHeights {
  readonly sections: ReadonlyMap<string, SectionStep>;
  /** The page's height. */
  readonly page: { readonly from: Height; readonly to: Height };
  /** Replaces `heightsBeforeGrowth`. */
  readonly beforeGrowth: Readonly<Record<string, number>>;
}

/** The change of an entry with other heights. Empty if nothing is left of it. */
export function withHeights(change: Change, { sections, page }: EntryHeights): Change {
  // Nothing of the entry is in effect, so neither are its heights.
  if (isEmptyChange(change)) return change;
  const updated = new Map(Object.entries(change.updated));
  const added = new Map(Object.entries(change.added));
  const removed = new Map(Object.entries(change.removed));
  for (const [uuid, { from, to, record }] of sections) {
    const pair = updated.get(uuid) ?? [record, record];
    const isPresent = from !== null && to !== null;
    const [created, deleted] = [added.get(uuid), removed.get(uuid)];
    if (created) added.set(uuid, withHeight(created, to));
    else if (deleted) removed.set(uuid, withHeight(deleted, from));
    else if (updated.has(uuid))
      updated.set(uuid, [withHeight(pair[0], from), withHeight(pair[1], to)]);
    else if (isPresent && from.without !== to.without)
      updated.set(uuid, [
        deepFreeze(withPosition(record, { height: from.without })),
        deepFreeze(withPosition(record, { height: to.without })),
      ]);
  }
  const squashed = squashChanges([
    {
      added: Object.fromEntries(added),
      updated: Object.fromEntries(updated),
      removed: Object.fromEntries(removed),
      ...(change.page ? { page: change.page } : {}),
    },
  ]);
  const { page: fields, ...blocks } = squashed;
  const { relativeHeight: _from, ...from } = fields?.from ?? {};
  const { relativeHeight: _to, ...to } = fields?.to ?? {};
  // The page's height follows its sections.
  const heights =
    changesHeights(blocks) && page.from.without !== page.to.without
      ? [page.from.without, page.to.without].map((relativeHeight) => ({ relativeHeight }))
      : [{}, {}];
  const result = { from: { ...from, ...heights[0] }, to: { ...to, ...heights[1] } };
  const isEmpty = Object.keys({ ...result.from, ...result.to }).length === 0;
  return withPage(blocks, isEmpty ? undefined : result);
}

/** Whether a change makes sections taller or lower, or adds or removes some. */
export function changesHeights({ added, updated, removed }: Change): boolean {
  return (
    [added, removed].some((records) => Object.values(records).some(isSection)) ||
    Object.values(updated).some(
      ([from, to]) => isSection(from) && from.position.height !== to.position.height,
    )
  );
}

function withHeight(section: Block, height: Height | null): Block {
  if (section.position.height !== height?.is) return section;
  return deepFreeze(withPosition(section, { height: height.without }));
}
