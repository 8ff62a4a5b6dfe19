import { type Block, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import {
  isTextPath,
  placementOf,
  type BlockPlacement,
  withPlacement,
} from '../../model/blockEdit.ts';
import { equalJson } from '../../model/json.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import { readValue, ValueWriter } from '../../model/values.ts';
import { cornerInSection, sectionOrigins } from '../page/pageGeometry.ts';
import type { OpRejection } from '../protocol/codes.ts';
import {
  isContentField,
  type SeenOnPage,
  type ThingUpdate,
  writesText,
} from '../protocol/intents.ts';
import type { Work } from '../Work.ts';
import { isFreeOfLocks, refuseEdit, refuseAddingTo } from './lockRules.ts';
import type { Resolution } from './Resolution.ts';
import { roundLength } from '../../model/Position.ts';

/** The positions that an op wants, by block. */
type Placements = ReadonlyMap<string, NonNullable<ThingUpdate['position']>>;

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
    const writable = withoutLostText(op, withoutOtherContent(op, update), isReplay);
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
  const placements: Placements = new Map(
    found.flatMap(({ uuid, position }) => (position ? [[uuid, position]] : [])),
  );
  for (const update of found) {
    yield;
    const block = records.blocks.get(update.uuid);
    if (!block) continue;
    const placed = update.position
      ? resolvePosition(op, block, update, isReplay, placements)
      : block;
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
 * An update without values of another version of the content, which may mean something else there. If
 * a text is one of them, also without the position, which has the size of that text.
 */
function withoutOtherContent(op: Resolution, update: ThingUpdate): ThingUpdate {
  const { uuid, values = [], contentVersion = 1 } = update;
  const block = op.records.blocks.get(uuid);
  if (!block || contentVersion === (block.contentVersion ?? 1)) return update;
  const left = values.filter(({ path: [first] }) => !isContentField(first));
  if (left.length === values.length) return update;
  op.otherVersions.add(uuid);
  op.isModified = true;
  const { position: _, positionFrom: __, ...unplaced } = update;
  return { ...(writesText(update) ? unplaced : update), values: left };
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
  // An undo skips only the values that have changed since (`writeValues`), and reverts the others.
  return lostLocks?.get(uuid) ?? (isOverwritten && !isReplay ? 'lock_lost' : null);
}

/**
 * The block at the position that an update wants. The position is one unit, never mixed from two
 * writers. If the sender moved the block within a parent that it has left since, it keeps its new
 * parent, and the position is converted through page coordinates: from where the sender saw the
 * block if it is still there, else at the end of the op. A move within or into a removed parent is
 * skipped, and so is an undo of a position that has changed since.
 *
 * @param placements all that the op wants
 */
function resolvePosition(
  op: Resolution,
  block: Block,
  { position, positionFrom }: ThingUpdate,
  isReplay: boolean,
  placements: Placements,
): Block | Refusal<OpRejection> {
  if (!position) return block;
  const { seenParentUuid, seen: _, ...wanted } = position;
  const now = placementOf(block);
  if (positionFrom && !equalJson(now, positionFrom)) {
    op.isModified = true;
    return block;
  }
  op.converted.delete(block.uuid);
  if (wanted.parentUuid === null || now.parentUuid === null)
    return resizeSection(op, block, wanted, positionFrom !== undefined);
  const fromSeen = placementFromSeen(op, block, position, placements);
  if (fromSeen) {
    op.isModified = true;
    return withPlacement(block, fromSeen);
  }
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

/**
 * Where a move within a group ends if the block has other coordinates than its sender saw, but is in
 * the same place on the page: others have moved the corner of the group, or the block out of it.
 * Null if the block is as the sender saw it, or elsewhere.
 */
function placementFromSeen(
  op: Resolution,
  block: Block,
  { seen, seenParentUuid, ...wanted }: NonNullable<ThingUpdate['position']>,
  placements: Placements,
): BlockPlacement | null {
  if (!seen || seenParentUuid === null || wanted.parentUuid !== seenParentUuid) return null;
  // An op that moves the corner of the group itself is in the coordinates that its sender saw.
  if (op.records.blocks.has(seenParentUuid) && placements.has(seenParentUuid)) return null;
  if (movesGroupAround(op, seenParentUuid, placements)) return null;
  const { parentUuid, x, y } = placementOf(block);
  const isAsSeen =
    parentUuid === seenParentUuid &&
    isNear(x + seen.byX, wanted.x) &&
    isNear(y + seen.byY, wanted.y);
  if (isAsSeen || !isWhereSeen(op, block, seen)) return null;
  return {
    ...wanted,
    parentUuid,
    x: roundLength(x + seen.byX),
    y: roundLength(y + seen.byY),
  };
}

/**
 * Whether an op moves the corner of a group that a group is in. Its sender saw that as a move of all
 * blocks inside.
 */
function movesGroupAround({ records }: Resolution, uuid: string, placements: Placements): boolean {
  let group = records.blocks.get(uuid);
  // An op may have put a group inside itself, which is only found at its end.
  for (let levels = 0; group?.parentUuid !== undefined && levels <= MAX_GROUP_DEPTH; levels++) {
    const around = records.blocks.get(group.parentUuid);
    // A section has no corner to move.
    const to = around?.parentUuid === undefined ? undefined : placements.get(around.uuid);
    if (around && to && !(isNear(to.x, around.position.x) && isNear(to.y, around.position.y)))
      return true;
    group = around;
  }
  return false;
}

/** Whether a block is where the sender saw it on the page, even if its group's corner has moved. */
function isWhereSeen(op: Resolution, block: Block, seen: SeenOnPage): boolean {
  const { records } = op;
  const at = cornerInSection(block, (uuid) => records.blocks.get(uuid));
  if (!at) return false;
  if (at.section === seen.section) return isNear(at.x, seen.x) && isNear(at.y, seen.y);
  op.origins ??= sectionOrigins(records);
  const from = op.origins.get(seen.section);
  const to = op.origins.get(at.section);
  if (!from || !to) return false;
  return isNear(to.x + at.x, from.x + seen.x) && isNear(to.y + at.y, from.y + seen.y);
}

/** Whether two sums of rounded lengths are equal. */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < TOLERANCE;
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
  { values: edits = [] }: ThingUpdate,
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
    const mayWrite = !guarded || equalJson(writer.read(path), from);
    // The object around the value is gone, or an undo finds a value that someone else wrote.
    if (!mayWrite || !writer.write(path, to)) op.isModified = true;
    yield;
  }
  return writer.result;
}

/** For sums of rounded lengths, of each level of nesting. */
const TOLERANCE = 1e-4;

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
