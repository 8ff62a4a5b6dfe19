import { roundLength } from '../../editor/positions.ts';
import { placeOf, type PlaceUnit, withPlace } from '../../model/blockEdit.ts';
import type { Refusal } from '../../model/Result.ts';
import { checkWritten } from '../page/checkWritten.ts';
import { neededHeight, originOf } from '../page/pageGeometry.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { Resolving } from './resolveIntents.ts';

/**
 * What depends on the whole of an op, at its end: places that were meant in a parent that the block
 * has left are converted, and sections keep room for what they hold. Each moves the other: a section
 * that stays high moves all below it. The tree must be checked before: it is climbed here.
 *
 * @returns `invalid_block` where a place is beyond what a page can hold
 */
export function settlePlaces(op: Resolving): Refusal<OpRejection> | null {
  convertPlaces(op);
  // Another reference width converts all heights alike, the room in them too.
  let isOpen = !op.whole.isRedesigned;
  for (let isWhole = false; isOpen && keepRoom(op, isWhole); isWhole = true) {
    // A block that goes down with the room that is made for it would ask for more each time.
    convertPlaces(op);
    isOpen = op.converted.size > 0;
  }
  return op.converted.size > 0 ? checkWritten(op.records, op.kits) : null;
}

/** Puts each block that lies elsewhere by now where its place was meant on the page. */
function convertPlaces(op: Resolving): void {
  const settled = new Set<string>();
  for (const uuid of op.converted.keys()) convertPlace(op, uuid, settled);
}

/** What a place is reckoned from comes first, where it is converted too. */
function convertPlace(op: Resolving, uuid: string, settled: Set<string>): void {
  const wanted = op.converted.get(uuid);
  if (!wanted || settled.has(uuid)) return;
  settled.add(uuid);
  const parentUuid = op.records.blocks.get(uuid)?.parentUuid;
  if (parentUuid === undefined) return;
  for (const holder of [...chainFrom(op, wanted.parentUuid), ...chainFrom(op, parentUuid)])
    convertPlace(op, holder, settled);
  const block = op.records.blocks.get(uuid);
  const converted = convert(op, wanted, parentUuid);
  if (block && converted) op.records.put(withPlace(block, converted));
}

/** A block and all that hold it. */
function chainFrom({ records }: Resolving, uuid: string | null): readonly string[] {
  const chain: string[] = [];
  for (let at = uuid ?? undefined; at !== undefined; at = records.blocks.get(at)?.parentUuid)
    chain.push(at);
  return chain;
}

/** The place that is the same one on the page, in another parent's space; null: it cannot be told. */
function convert(op: Resolving, place: PlaceUnit, parentUuid: string): PlaceUnit | null {
  const from = place.parentUuid === null ? null : originOf(op.records, place.parentUuid);
  const to = originOf(op.records, parentUuid);
  if (!from || !to) return null;
  return {
    ...place,
    parentUuid,
    x: roundLength(from.x + place.x - to.x),
    y: roundLength(from.y + place.y - to.y),
  };
}

/**
 * A section that has been made larger since, for what was put into it, does not shrink below what
 * it holds at the end of the op, or not at all. Who undoes gets exactly what was.
 *
 * @returns whether any section has become higher
 */
function keepRoom(op: Resolving, isWhole: boolean): boolean {
  let isChanged = false;
  for (const [uuid, before] of op.shrunk) {
    const section = op.records.blocks.get(uuid);
    if (!section) continue;
    const needed = Math.min(before, neededHeight(op.records, uuid));
    if (needed <= section.position.height) continue;
    isChanged = true;
    op.isModified = true;
    const height = isWhole ? before : needed;
    op.records.put(withPlace(section, { ...placeOf(section), height }));
  }
  return isChanged;
}
