import type { Block } from '../../model/Block.ts';
import { equalJson } from '../../model/json.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import { readValue, writeValue } from '../../model/values.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { ThingUpdate } from '../protocol/intents.ts';
import { refuseEdit } from './lockRules.ts';
import { resolvePlace } from './resolvePlace.ts';
import type { Resolving } from './resolveIntents.ts';

/**
 * Changes blocks: of each property the last in the stream wins, a place is one unit, orders are
 * resolved among the siblings as they are now. Blocks that are gone are passed over.
 */
export function updateThings(
  op: Resolving,
  updates: readonly ThingUpdate[],
  isReplay: boolean,
): Refusal<OpRejection> | null {
  const { records } = op;
  const found = updates.filter(({ uuid }) => {
    const isThere = records.blocks.has(uuid);
    if (!isThere) op.gone.add(uuid);
    return isThere;
  });
  if (found.length < updates.length) op.isModified = true;
  for (const update of found) {
    const block = records.blocks.get(update.uuid);
    const refused = block ? refuseUpdate(op, block, update, isReplay) : null;
    if (refused) return refused;
  }
  for (const update of found) {
    const block = records.blocks.get(update.uuid);
    if (!block) continue;
    const placed = update.position ? resolvePlace(op, block, update, isReplay) : block;
    if ('ok' in placed) return placed;
    const written = update.values ? writeValues(op, placed, update.values) : placed;
    if ('ok' in written) return written;
    records.put(written);
    const isMoved = written !== block || op.converted.has(update.uuid);
    if (isMoved || update.zIndex || update.groupOrder) op.hasEffect = true;
  }
  op.reordered.push(...found);
  return null;
}

function writeValues(
  op: Resolving,
  block: Block,
  edits: NonNullable<ThingUpdate['values']>,
): Block | Refusal<OpRejection> {
  let next = block;
  for (const { path, from, to, guarded } of edits) {
    const [first = '', second] = path;
    const isApart =
      first === 'uuid' ||
      first === 'type' ||
      first === 'parentUuid' ||
      (first === 'position' && (second === undefined || APART.has(second)));
    if (isApart) return refuse('invalid_block', { path: `things.${block.uuid}.${path.join('.')}` });
    const written =
      guarded && !equalJson(readValue(next, path), from) ? null : writeValue(next, path, to);
    // What it was a part of is gone, or an undo finds that somebody else has written there.
    if (!written) op.isModified = true;
    next = written ?? next;
  }
  return next;
}

const APART = new Set(['x', 'y', 'width', 'height', 'rotationDeg', 'zIndex']);

/**
 * Why an undo cannot be one: it does not say what each property and place is to be changed from.
 * Otherwise whoever calls an edit an undo would get past locks with what was never there.
 */
function refuseUnguarded({
  uuid,
  position,
  positionFrom,
  values = [],
}: ThingUpdate): Refusal<OpRejection> | null {
  const free = values.find(({ guarded }) => guarded !== true);
  if (!free && (!position || positionFrom)) return null;
  const path = ['things', uuid, ...(free?.path ?? ['position'])].join('.');
  return refuse('invalid_block', { path, message: 'an undo must say what it changes from' });
}

/** Orders are free: a number is no edit of a locked block. So is the height that a section needs. */
function refuseUpdate(
  op: Resolving,
  block: Block,
  update: ThingUpdate,
  isReplay: boolean,
): Refusal<OpRejection> | null {
  const { position, values = [] } = update;
  const unguarded = isReplay ? refuseUnguarded(update) : null;
  if (unguarded) return unguarded;
  const isLocking = values.every(({ path }) => path.length === 1 && path[0] === 'locked');
  const { parentUuid, position: now } = block;
  const isFitting = parentUuid === undefined && position?.width === now.width;
  if ((isLocking && (!position || isFitting)) || op.whole.placed.has(block.uuid)) return null;
  return refuseEdit(op, block, isReplay || op.whole.scaled.has(block.uuid));
}
