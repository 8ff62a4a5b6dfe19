import type { Block } from '../../model/Block.ts';
import { editBetween } from '../../model/blockEdit.ts';
import type { Change } from '../../model/Change.ts';
import { diffValues } from '../../model/values.ts';

/** What a change writes. */
interface Footprint {
  /** The properties that it writes, by block; null for a block that it adds or removes. */
  readonly written: ReadonlyMap<string, ReadonlySet<string> | null>;
  /** The sections and groups that its blocks are in. */
  readonly parents: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
  /** Whether it adds or removes blocks. */
  readonly hasBlocks: boolean;
}

/** Changes are immutable, and some are compared with many others. */
const footprints = new WeakMap<Change, Footprint>();

/**
 * Whether undoing or redoing one of two changes while the other is in effect may leave out a part of
 * it: both write the same property, or one adds or removes what the other writes or is in.
 */
export function dependsOn(a: Change, b: Change): boolean {
  const [one, two] = [footprintOf(a), footprintOf(b)];
  return (
    needsBlocksOf(a, b) ||
    [...one.fields].some((field) => two.fields.has(field)) ||
    [...one.written].some(([uuid, properties]) => {
      const others = two.written.get(uuid);
      return properties && others && [...properties].some((each) => others.has(each));
    })
  );
}

/** Whether one of two changes adds or removes what the other writes or is in. */
export function needsBlocksOf(a: Change, b: Change): boolean {
  const [one, two] = [footprintOf(a), footprintOf(b)];
  for (const [uuid, properties] of one.written) {
    const others = two.written.get(uuid);
    if (others !== undefined && (!properties || !others)) return true;
  }
  return isIn(one.parents, two.written) || isIn(two.parents, one.written);
}

/** Whether a change adds or removes blocks. If neither of two does, neither needs blocks of the other. */
export function hasBlocks(change: Change): boolean {
  return footprintOf(change).hasBlocks;
}

/**
 * Whether a change does more than what follows from the blocks of others too: the height of sections
 * and of the page, and the numbers of an order.
 */
export function isSubstantial(change: Change): boolean {
  const { written, fields } = footprintOf(change);
  const isOrder = (property: string): boolean => property === 'zIndex' || property === 'groupOrder';
  return (
    fields.size > 0 ||
    [...written.values()].some((properties) => !properties || ![...properties].every(isOrder))
  );
}

/** Whether one of the parents is added or removed. */
function isIn(parents: ReadonlySet<string>, written: Footprint['written']): boolean {
  return [...parents].some((uuid) => written.get(uuid) === null);
}

function footprintOf(change: Change): Footprint {
  const known = footprints.get(change);
  if (known) return known;
  const written = new Map<string, ReadonlySet<string> | null>();
  const blocks = [...Object.values(change.added), ...Object.values(change.removed)];
  const parents = new Set<string>();
  const addParent = ({ parentUuid }: Block): void => {
    if (parentUuid !== undefined) parents.add(parentUuid);
  };
  for (const block of blocks) {
    written.set(block.uuid, null);
    addParent(block);
  }
  for (const [uuid, [from, to]] of Object.entries(change.updated)) {
    written.set(uuid, propertiesBetween(from, to));
    addParent(from);
    addParent(to);
  }
  const { page } = change;
  const fields = page ? diffValues(page.from, page.to).map(({ path }) => path.join('.')) : [];
  // Every section that grows changes the page's height.
  const footprint = {
    ...{ written, parents, hasBlocks: blocks.length > 0 },
    fields: new Set(fields.filter((field) => field !== 'relativeHeight')),
  };
  footprints.set(change, footprint);
  return footprint;
}

function propertiesBetween(from: Block, to: Block): ReadonlySet<string> {
  const { placement, zIndex, groupOrder, values } = editBetween(from, to);
  return new Set([
    ...values.map(({ path }) => path.join('.')),
    // A section also grows with the blocks that others put in it.
    ...(placement && to.parentUuid !== undefined ? ['placement'] : []),
    ...(zIndex ? ['zIndex'] : []),
    ...(groupOrder ? ['groupOrder'] : []),
  ]);
}
