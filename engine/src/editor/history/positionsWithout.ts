import { type Block, isSection } from '../../model/Block.ts';
import { type Change, invertChange } from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import type { Page } from '../../model/Page.ts';
import { fittedGroup } from '../settle.ts';
import type { Entry } from './Entry.ts';
import type { EntryPositions, PositionStep } from './EntryPositions.ts';
import { applyTo, type EntriesInOrder, recordBefore } from './heightsWithout.ts';

type Blocks = ReadonlyMap<string, Block>;

/**
 * Computes the positions that groups and what they contain would have if blocks had never been added,
 * for the entries of a history in which they differ: then the groups would be fitted to what else they
 * contain.
 *
 * @param page the stable page, with the blocks
 */
export function positionsWithout(
  { done, undone }: EntriesInOrder,
  page: Page,
  uuids: ReadonlySet<string>,
  isLocked: (block: Block) => boolean,
): ReadonlyMap<Entry, EntryPositions> {
  const result = new Map<Entry, EntryPositions>();
  const replay = (things: Map<string, Block>, changes: Iterable<[Entry, Change]>): void => {
    let before = fittedWithout(things, uuids, isLocked);
    for (const [entry, change] of changes) {
      applyTo(things, change);
      const after = fittedWithout(things, uuids, isLocked);
      const positions = new Map<string, PositionStep>();
      for (const uuid of new Set([...before.keys(), ...after.keys()])) {
        const [first, last] = [recordBefore(change, uuid, things), things.get(uuid)];
        const record = last ?? first;
        if (!record) continue;
        const [from, to] = [positionOf(first, before), positionOf(last, after)];
        positions.set(uuid, { from, to, record });
      }
      if (positions.size > 0) result.set(entry, positions);
      before = after;
    }
  };
  const first = new Map(Object.entries(page.things));
  for (const entry of done.toReversed()) applyTo(first, invertChange(entry.done));
  replay(
    first,
    done.map((entry) => [entry, entry.done]),
  );
  replay(
    new Map(Object.entries(page.things)),
    undone.map((entry) => [entry, entry.undone]),
  );
  return result;
}

function positionOf(block: Block | undefined, fitted: Blocks): PositionStep['from'] {
  if (!block) return null;
  return { is: block.position, without: (fitted.get(block.uuid) ?? block).position };
}

/** The records that have other positions on a page without some of its blocks. */
function fittedWithout(
  things: Blocks,
  uuids: ReadonlySet<string>,
  isLocked: (block: Block) => boolean,
): Blocks {
  const groups = groupsOf(things, uuids);
  const fitted = new Map<string, Block>();
  if (groups.length === 0) return fitted;
  const all = [...things.values()];
  for (const uuid of groups) {
    const group = fitted.get(uuid) ?? things.get(uuid);
    if (!group) continue;
    const children = all
      .filter((block) => block.parentUuid === uuid && !uuids.has(block.uuid))
      .map((block) => fitted.get(block.uuid) ?? block);
    for (const block of fittedGroup(group, children, isLocked)) fitted.set(block.uuid, block);
  }
  for (const [uuid, { position }] of fitted)
    if (equalJson(position, things.get(uuid)?.position)) fitted.delete(uuid);
  return fitted;
}

/** The other groups that blocks are in, innermost first. */
function groupsOf(things: Blocks, uuids: ReadonlySet<string>): readonly string[] {
  const depths = new Map<string, number>();
  for (const uuid of uuids) {
    const ancestors: Block[] = [];
    let parent = parentOf(things, things.get(uuid));
    while (parent && !isSection(parent)) {
      ancestors.push(parent);
      parent = parentOf(things, parent);
    }
    for (const [index, group] of ancestors.entries())
      if (!uuids.has(group.uuid)) depths.set(group.uuid, ancestors.length - index);
  }
  return [...depths].sort(([, a], [, b]) => b - a).map(([uuid]) => uuid);
}

function parentOf(things: Blocks, block: Block | undefined): Block | undefined {
  return block?.parentUuid === undefined ? undefined : things.get(block.parentUuid);
}
