import type { Block } from '../../model/Block.ts';
import { placeOf, type PlaceUnit, withPlace } from '../../model/blockEdit.ts';
import { equalJson } from '../../model/json.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
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
  op.converted.delete(block.uuid);
  if (wanted.parentUuid === null || now.parentUuid === null)
    return placeSection(op, block, wanted, positionFrom !== undefined);
  if (wanted.parentUuid === seenParentUuid && now.parentUuid !== seenParentUuid) {
    // What is left of a parent that is gone is no place.
    if (op.records.blocks.has(seenParentUuid)) op.converted.set(block.uuid, wanted);
    op.isModified = true;
    return block;
  }
  if (!op.records.blocks.has(wanted.parentUuid)) {
    op.gone.add(wanted.parentUuid);
    op.isModified = true;
    return block;
  }
  const isEntering = wanted.parentUuid !== now.parentUuid && !isReplay;
  return (isEntering ? refuseFilling(op, wanted.parentUuid) : null) ?? withPlace(block, wanted);
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
