import { type Block, isSection } from '../../model/Block.ts';
import { type Refusal, ok, refuse, type Result } from '../../model/Result.ts';
import type { Placement } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { moveInto, refuseTooFar, withPosition } from '../blockPosition.ts';
import { refuseInvalid } from '../validate.ts';
import { patchBlock } from './updateBlocks.ts';

/**
 * Moves blocks to positions in page space, all or none. If a block and its parent are both placed,
 * each gets its own position; other descendants move with their parent. Locks are checked each time,
 * since someone may lock a block during a drag.
 */
export function placeBlocks(
  state: EditorState,
  placements: ReadonlyMap<string, Placement>,
): Result<null, EditorRefusal> {
  const { blocks, layout } = state;
  const locked = refuseLockedBlocks(state, [...placements.keys()]);
  if (locked) return locked;
  // Fast path for drags of many blocks: children of sections need no sorting.
  const isNested = [...placements.keys()].some((uuid) => {
    const parent = blocks.get(blocks.get(uuid)?.parentUuid ?? '');
    return parent?.parentUuid !== undefined || (parent && placements.has(parent.uuid));
  });
  const ordered = isNested
    ? [...placements].sort(
        ([a], [b]) => layout.ancestorsOf(a).length - layout.ancestorsOf(b).length,
      )
    : placements;
  for (const [uuid, placement] of ordered) {
    const refused = placeBlock(state, uuid, placement);
    if (refused) return refused;
  }
  return ok(null);
}

function placeBlock(
  state: EditorState,
  uuid: string,
  placement: Placement,
): Refusal<EditorRefusal> | null {
  const block = state.blocks.get(uuid);
  if (!block) return refuse('unknown_block', { uuid });
  const refused = refuseParent(state, block, placement.parentUuid);
  if (refused) return refused;
  const parentUuid = placement.parentUuid ?? block.parentUuid;
  if (parentUuid === undefined) return null;
  const { width, height } = block.position;
  const moved = moveInto(state, block, parentUuid, {
    x: placement.x,
    y: placement.y,
    width: placement.width ?? width,
    height: placement.height ?? height,
  });
  const rotated =
    placement.rotationDeg === undefined
      ? moved
      : withPosition(moved, { rotationDeg: placement.rotationDeg });
  const placed = placement.patch ? patchBlock(rotated, placement.patch) : rotated;
  const refusal = refuseTooFar(placed);
  if (refusal) return refusal;
  const invalid = placement.patch ? refuseInvalid(state, placed, block) : null;
  if (invalid) return refuse('invalid_block', { uuid, ...invalid.details });
  state.store.put(placed);
  return null;
}

/** Checks descendants of groups too, because they move with the group. */
function refuseLockedBlocks(
  state: EditorState,
  uuids: readonly string[],
): Refusal<EditorRefusal> | null {
  const groups = uuids.filter((uuid) => state.blocks.get(uuid)?.type === 'group');
  return refuseLocked(state, uuids) ?? refuseLocked(state, groups, { deep: true });
}

function refuseParent(
  state: EditorState,
  block: Block,
  parentUuid: string | undefined,
): Refusal<EditorRefusal> | null {
  if (parentUuid === undefined || parentUuid === block.parentUuid) return null;
  const parent = state.blocks.get(parentUuid);
  if (!parent) return refuse('unknown_block', { uuid: parentUuid });
  if (!isSection(parent) || isSection(block))
    return refuse('invalid_block', { path: 'parentUuid', message: 'must be a section' });
  return refuseLocked(state, [parentUuid]);
}
