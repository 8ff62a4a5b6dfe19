import { type Block, isSection } from '../../model/Block.ts';
import {
  type Change,
  createMutableChange,
  forEachRecord,
  isEmptyChange,
  recordChange,
  withPage,
} from '../../model/Change.ts';
import { deepFreeze, equalJson } from '../../model/json.ts';
import { relativeHeightOf } from '../../model/Page.ts';
import type { Position } from '../../model/Position.ts';
import { withPosition } from '../blockPosition.ts';

/** A position as it is, and as it would be without the forgotten blocks. */
export interface Positions {
  readonly is: Position;
  /** Null for a group that would not be on the page, because it would be empty. */
  readonly without: Position | null;
}

/** A height of the page as it is, and as it would be without the forgotten blocks. */
export interface PageHeight {
  readonly is: number;
  readonly without: number;
}

/** A block or section before and after an entry; null where it is not on the page. */
export interface PositionStep {
  readonly from: Positions | null;
  readonly to: Positions | null;
  /** After the entry, or before if the entry removes it. */
  readonly record: Block;
}

/** What becomes of an entry without the forgotten blocks. */
export interface EntryPositions {
  /** Other positions, by id. Those of sections have other heights. */
  readonly steps: ReadonlyMap<string, PositionStep>;
  readonly pageHeight: { readonly from: PageHeight; readonly to: PageHeight };
  /** Replaces `heightsBeforeGrowth`. */
  readonly beforeGrowth: Readonly<Record<string, number>>;
}

/**
 * The change of an entry, or what the room has made of it, with other positions. What others have
 * moved meanwhile stays. Empty if nothing is left of the change.
 */
export function withPositions(change: Change, { steps, pageHeight }: EntryPositions): Change {
  // Nothing of the entry is in effect, so neither are its positions.
  if (isEmptyChange(change)) return change;
  const { added, updated, removed } = change;
  const recorded = createMutableChange();
  const record = (uuid: string, first?: Block, last?: Block): void => {
    const step = steps.get(uuid);
    if (!step) recordChange(recorded, uuid, first, last);
    else recordChange(recorded, uuid, replaced(first, step.from), replaced(last, step.to));
  };
  forEachRecord(removed, (uuid, block) => record(uuid, block));
  forEachRecord(updated, (uuid, [first, last]) => record(uuid, first, last));
  forEachRecord(added, (uuid, block) => record(uuid, undefined, block));
  for (const [uuid, { from, to, record: block }] of steps) {
    const isRecorded = [added, updated, removed].some((records) => Object.hasOwn(records, uuid));
    // If the entry moved the block, this is a part of the entry that does not.
    if (isRecorded || !from || !to || !equalJson(from.is, to.is)) continue;
    record(uuid, withWhole(block, from.is), withWhole(block, to.is));
  }
  return withPage(recorded, fieldsWith(change.page, recorded, pageHeight));
}

/** The page's height follows its sections. */
function fieldsWith(
  fields: Change['page'],
  blocks: Change,
  { from, to }: EntryPositions['pageHeight'],
): Change['page'] {
  const { relativeHeight: heightBefore, ...before } = fields?.from ?? {};
  const { relativeHeight: heightAfter, ...after } = fields?.to ?? {};
  const heights = [heightWith(heightBefore, from), heightWith(heightAfter, to)] as const;
  const isChanged = changesHeights(blocks) && heights[0] !== heights[1];
  const result = {
    from: { ...before, ...(isChanged && { relativeHeight: heights[0] }) },
    to: { ...after, ...(isChanged && { relativeHeight: heights[1] }) },
  };
  return Object.keys({ ...result.from, ...result.to }).length === 0 ? undefined : result;
}

/** The room may have recorded another height than the editor. */
function heightWith(height: number | undefined, { is, without }: PageHeight): number {
  return height === undefined || height === is ? without : relativeHeightOf(height + without - is);
}

/** Whether a change makes sections taller or shorter, or adds or removes some. */
export function changesHeights({ added, updated, removed }: Change): boolean {
  return (
    [added, removed].some((records) => Object.values(records).some(isSection)) ||
    Object.values(updated).some(
      ([from, to]) => isSection(from) && from.position.height !== to.position.height,
    )
  );
}

/** A record with the values that differ, unless someone else has given it others. */
function replaced(block: Block | undefined, positions: Positions | null): Block | undefined {
  if (!block || !positions) return block;
  const { is, without } = positions;
  if (!without) return undefined;
  const keys = Object.keys(without).filter((key) => without[key] !== is[key]);
  if (keys.some((key) => block.position[key] !== is[key])) return block;
  return withWhole(block, Object.fromEntries(keys.map((key) => [key, without[key]])));
}

function withWhole(block: Block, position: Partial<Position>): Block {
  return deepFreeze(withPosition(block, position));
}
