import type { Block } from '../../model/Block.ts';
import {
  isTextPath,
  placementOf,
  type BlockPlacement,
  withPlacement,
} from '../../model/blockEdit.ts';
import { equalJson } from '../../model/json.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import { readValue, ValueWriter } from '../../model/values.ts';
import type { OpRejection } from '../protocol/codes.ts';
import { type ThingUpdate, writesText } from '../protocol/intents.ts';
import type { Work } from '../Work.ts';
import { isFreeOfLocks, refuseEdit, refuseAddingTo } from './lockRules.ts';
import type { Resolution } from './Resolution.ts';

/**
 * Updates blocks. For each property the last write wins; a position is one unit; orders are
 * resolved among the siblings as they are now. Removed blocks are skipped. Pauses at each block and
 * value.
 */
export function* updateThings(
  op: Resolution,
  updates: readonly ThingUpdate[],
  isReplay: boolean,
): Work<Refusal<OpRejection> | null> {
  const { records } = op;
  const found: ThingUpdate[] = [];
  for (const update of updates) {
    yield;
    const writable = withoutLostText(op, update, isReplay);
    if (records.blocks.has(update.uuid)) found.push(writable);
    else op.gone.add(update.uuid);
  }
  if (found.length < updates.length) op.isModified = true;
  for (const update of found) {
    yield;
    const block = records.blocks.get(update.uuid);
    const refused = block ? refuseUpdate(op, block, update, isReplay) : null;
    if (refused) return refused;
  }
  for (const update of found) {
    yield;
    const block = records.blocks.get(update.uuid);
    if (!block) continue;
    const placed = update.position ? resolvePosition(op, block, update, isReplay) : block;
    if ('ok' in placed) return placed;
    const written = update.values ? yield* writeValues(op, placed, update) : placed;
    if ('ok' in written) return written;
    records.put(written);
    const isMoved = written !== block || op.converted.has(update.uuid);
    if (isMoved || update.zIndex || update.groupOrder) op.hasEffect = true;
  }
  op.reordered.push(...found);
  return null;
}

/**
 * An update without a text whose lock is lost or that someone else has changed since, and without
 * the position, which has the size of that text. If someone else is editing the block now, only its
 * order is left.
 */
function withoutLostText(op: Resolution, update: ThingUpdate, isReplay: boolean): ThingUpdate {
  const { uuid } = update;
  const why = whyTextIsLost(op, update, isReplay);
  if (!why) return update;
  op.lostTexts.set(uuid, why);
  op.isModified = true;
  const { values = [], position: _, positionFrom: __, ...order } = update;
  if (op.isLockedByOther(uuid)) return order;
  return { ...order, values: values.filter(({ path }) => !isTextPath(path)) };
}

/** Null if the update does not write a text, or may write it. */
function whyTextIsLost(
  { records, lostLocks }: Resolution,
  update: ThingUpdate,
  isReplay: boolean,
): OpRejection | null {
  const { uuid, values = [] } = update;
  if (!writesText(update)) return null;
  const block = records.blocks.get(uuid);
  const isOverwritten = values.some(
    ({ path, from, guarded }) =>
      guarded && isTextPath(path) && block && !equalJson(readValue(block, path), from),
  );
  // Of an undo, the rest is reverted.
  return lostLocks?.get(uuid) ?? (isOverwritten && !isReplay ? 'lock_lost' : null);
}

/**
 * The block at the position that an update wants. The position is one unit, never mixed from two
 * writers. If the sender moved the block within a parent that it has left since, it keeps its new
 * parent, and the position is converted through page coordinates at the end of the op. A move
 * within or into a removed parent is skipped, and so is an undo of a position that has changed
 * since.
 */
function resolvePosition(
  op: Resolution,
  block: Block,
  { position, positionFrom }: ThingUpdate,
  isReplay: boolean,
): Block | Refusal<OpRejection> {
  if (!position) return block;
  const { seenParentUuid, ...wanted } = position;
  const now = placementOf(block);
  if (positionFrom && !equalJson(now, positionFrom)) {
    op.isModified = true;
    return block;
  }
  op.converted.delete(block.uuid);
  if (wanted.parentUuid === null || now.parentUuid === null)
    return resizeSection(op, block, wanted, positionFrom !== undefined);
  if (wanted.parentUuid === seenParentUuid && now.parentUuid !== seenParentUuid) {
    // A position in a removed parent means nothing.
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
  return (
    (isEntering ? refuseAddingTo(op, wanted.parentUuid) : null) ?? withPlacement(block, wanted)
  );
}

/** Of a section's position, only the size counts. */
function resizeSection(
  op: Resolution,
  block: Block,
  wanted: BlockPlacement,
  isReplay: boolean,
): Block | Refusal<OpRejection> {
  if (wanted.parentUuid !== null || block.parentUuid !== undefined)
    return refuse('invalid_block', { path: `things.${block.uuid}.parentUuid` });
  const height = (op.records.before(block.uuid) ?? block).position.height;
  if (!isReplay && wanted.height < height) op.shrunk.set(block.uuid, height);
  return withPlacement(block, wanted);
}

function* writeValues(
  op: Resolution,
  block: Block,
  { values: edits = [], contentVersion = 1 }: ThingUpdate,
): Work<Block | Refusal<OpRejection>> {
  const writer = new ValueWriter(block);
  for (const { path, from, to, guarded } of edits) {
    const [first = '', second] = path;
    const isReserved =
      first === 'uuid' ||
      first === 'type' ||
      first === 'parentUuid' ||
      (first === 'position' && (second === undefined || POSITION_KEYS.has(second)));
    if (isReserved)
      return refuse('invalid_block', { path: `things.${block.uuid}.${path.join('.')}` });
    // A value of another version of the content may mean something else. A text is offered.
    const isOtherContent = first === 'content' && contentVersion !== (block.contentVersion ?? 1);
    if (isOtherContent && isTextPath(path)) op.lostTexts.set(block.uuid, null);
    const mayWrite = !isOtherContent && (!guarded || equalJson(writer.read(path), from));
    // The object around the value is gone, or an undo finds a value that someone else wrote.
    if (!mayWrite || !writer.write(path, to)) op.isModified = true;
    yield;
  }
  return writer.result;
}

const POSITION_KEYS = new Set(['x', 'y', 'width', 'height', 'rotationDeg', 'zIndex']);

/**
 * Refuses an undo that does not name the previous value of each property and position. Otherwise
 * any edit could bypass locks by claiming to be an undo.
 */
function refuseUnguarded({
  uuid,
  position,
  positionFrom,
  values = [],
}: ThingUpdate): Refusal<OpRejection> | null {
  const unguarded = values.find(({ guarded }) => guarded !== true);
  if (!unguarded && (!position || positionFrom)) return null;
  const path = ['things', uuid, ...(unguarded?.path ?? ['position'])].join('.');
  return refuse('invalid_block', { path, message: 'an undo must include the previous value' });
}

/** Refuses updates of a locked block, and undos without the previous values. */
function refuseUpdate(
  op: Resolution,
  block: Block,
  update: ThingUpdate,
  isReplay: boolean,
): Refusal<OpRejection> | null {
  const unguarded = isReplay ? refuseUnguarded(update) : null;
  if (unguarded) return unguarded;
  return isFreeOfLocks(block, update) ? null : refuseEdit(op, block, isReplay);
}
