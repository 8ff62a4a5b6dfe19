import { roundLength } from '../../editor/positions.ts';
import { placeOf, withPlace } from '../../model/blockEdit.ts';
import type { Refusal } from '../../model/Result.ts';
import { checkWritten } from '../page/checkWritten.ts';
import { neededHeight } from '../page/pageGeometry.ts';
import type { OpRejection } from '../protocol/codes.ts';
import { dropUntold, MeantSpaces } from './MeantSpaces.ts';
import type { Resolving } from './resolveIntents.ts';

/** How high a section must be that became lower than what it holds, the lower guess first. */
const HEIGHTS = ['as needed', 'as before', 'all as before'] as const;

/**
 * What depends on the whole of an op, at its end: places that were meant in a parent that the block
 * has left are converted, and sections keep room for what they hold. Each moves the other: a section
 * that stays high moves all below it. The tree must be checked before: it is climbed here.
 *
 * @returns `invalid_block` where a place is beyond what a page can hold
 */
export function settlePlaces(op: Resolving): Refusal<OpRejection> | null {
  dropUntold(op.records, op.converted);
  convertPlaces(op);
  // Another reference width converts all heights alike, the room in them too.
  if (!op.whole.isRedesigned)
    for (const height of HEIGHTS) {
      // A block that goes down with the room that is made for it would ask for more each time.
      if (!keepRoom(op, height) || op.converted.size === 0) break;
      convertPlaces(op);
    }
  return op.converted.size > 0 ? checkWritten(op.records, op.kits) : null;
}

/** Puts each block that lies elsewhere by now where its place was meant on the page. */
function convertPlaces({ records, converted }: Resolving): void {
  if (converted.size === 0) return;
  const spaces = new MeantSpaces(records, converted);
  for (const [uuid, { parentUuid: meantIn, x, y, ...size }] of converted) {
    const block = records.blocks.get(uuid);
    const parentUuid = block?.parentUuid;
    if (!block || parentUuid === undefined || meantIn === null) continue;
    const from = spaces.originOf(meantIn);
    const to = spaces.originOf(parentUuid);
    if (!from || !to) continue;
    const at = { x: roundLength(from.x + x - to.x), y: roundLength(from.y + y - to.y) };
    records.put(withPlace(block, { ...size, ...at, parentUuid }));
  }
}

/**
 * A section that has been made larger since, for what was put into it, does not shrink below what
 * it holds at the end of the op, or not at all. Who undoes gets exactly what was.
 *
 * @returns whether any section has become higher
 */
function keepRoom(op: Resolving, height: (typeof HEIGHTS)[number]): boolean {
  const { records } = op;
  const short = [...op.shrunk].flatMap(([uuid, before]) => {
    const section = records.blocks.get(uuid);
    if (section?.parentUuid !== undefined) return [];
    const needed = Math.min(before, neededHeight(records, uuid));
    return section ? [{ section, before, needed }] : [];
  });
  const isShort = ({ section, needed }: (typeof short)[number]): boolean =>
    needed > section.position.height;
  if (!short.some(isShort)) return false;
  op.isModified = true;
  for (const each of short) {
    if (!isShort(each) && height !== 'all as before') continue;
    const to = height === 'as needed' ? each.needed : each.before;
    records.put(withPlace(each.section, { ...placeOf(each.section), height: to }));
  }
  return true;
}
