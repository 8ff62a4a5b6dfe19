import { roundLength } from '../../editor/positions.ts';
import type { Block } from '../../model/Block.ts';
import { placeOf, type PlaceUnit, withPlace } from '../../model/blockEdit.ts';
import { equalJson } from '../../model/equalJson.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import { neededHeight, originOf } from '../page/pageGeometry.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { ThingUpdate } from '../protocol/intents.ts';
import { refuseFilling } from './lockRules.ts';
import type { Resolving } from './resolveIntents.ts';

/**
 * The block at the place that an update wants. The place is one unit, never mixed from two writers.
 * A move within the parent that its sender saw, of a block that lies elsewhere by now, keeps the new
 * parent and is converted through page coordinates. A move into what is gone is passed over.
 */
export function resolvePlace(
  op: Resolving,
  block: Block,
  { position, positionFrom }: ThingUpdate,
  isReplay: boolean,
): Block | Refusal<OpRejection> {
  if (!position) return block;
  const { seenParentUuid, ...wanted } = position;
  const now = placeOf(block);
  if (positionFrom && !equalJson(now, positionFrom)) {
    op.isModified = true;
    return block;
  }
  if (wanted.parentUuid === null || now.parentUuid === null)
    return placeSection(op, block, wanted, positionFrom !== undefined);
  if (wanted.parentUuid === seenParentUuid && now.parentUuid !== seenParentUuid) {
    const converted = convert(op, wanted, now.parentUuid);
    op.isModified = true;
    return converted ? withPlace(block, converted) : block;
  }
  if (!op.records.blocks.has(wanted.parentUuid)) {
    op.gone.add(wanted.parentUuid);
    op.isModified = true;
    return block;
  }
  const isEntering = wanted.parentUuid !== now.parentUuid && !isReplay;
  return (isEntering ? refuseFilling(op, wanted.parentUuid) : null) ?? withPlace(block, wanted);
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

/** A section has a size alone. */
function placeSection(
  op: Resolving,
  block: Block,
  wanted: PlaceUnit,
  isReplay: boolean,
): Block | Refusal<OpRejection> {
  if (wanted.parentUuid !== null || block.parentUuid !== undefined)
    return refuse('invalid_block', { path: `things.${block.uuid}.parentUuid` });
  const { height } = block.position;
  if (!isReplay && wanted.height < height) op.shrunk.set(block.uuid, height);
  return withPlace(block, wanted);
}

/**
 * A section that has been made larger since, for what was put into it, does not shrink below what
 * it holds at the end of the op. Who undoes gets exactly what was.
 */
export function keepRoom(op: Resolving): void {
  for (const [uuid, before] of op.shrunk) {
    const section = op.records.blocks.get(uuid);
    if (!section) continue;
    const height = Math.min(before, neededHeight(op.records, uuid));
    if (height <= section.position.height) continue;
    op.isModified = true;
    op.records.put(withPlace(section, { ...placeOf(section), height }));
  }
}
