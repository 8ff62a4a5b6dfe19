import { GEOMETRY } from '../../constants/geometry.ts';
import { isSection } from '../../model/Block.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { refuseOverCap } from '../blockCap.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { refuseTooFar, withPosition } from '../blockPosition.ts';
import { topZIndices } from '../zOrder.ts';
import { cloneBlocks, cloneJitter, shifted } from './cloneBlocks.ts';
import { mapPhonePosition } from './keepPxSizes.ts';
import { orderSections } from './orderSections.ts';

/**
 * Copies blocks and their descendants 8 to 64 px to the lower right (the same offset for all), on
 * top of their siblings; a section's copy is placed right below it. The copies are selected unless
 * `select` is false. Refused while one of them is being uploaded, here or by others in the room.
 *
 * @returns the copies' ids, in the given order
 */
export function duplicateBlocks(
  state: EditorState,
  uuids: Iterable<string>,
  { select = true }: { readonly select?: boolean } = {},
): Result<readonly string[], EditorRefusal> {
  const blockIds = [...uuids];
  if (blockIds.length === 0) return refuse('nothing_selected');
  const roots = state.layout.rootsOf(blockIds);
  const originals = state.layout.withDescendants(roots);
  if (originals.some((block) => state.uploads.isRunning(block)))
    return refuse('cannot_clone_while_uploading');
  const parents = new Set(roots.flatMap((uuid) => state.blocks.get(uuid)?.parentUuid ?? []));
  for (const parent of parents) {
    const locked = refuseLocked(state, [parent]);
    if (locked) return locked;
  }
  const overCap = refuseOverCap(state, originals.length);
  if (overCap) return overCap;

  const { blocks, ids } = cloneBlocks(state, originals);
  const shift = cloneJitter(state, GEOMETRY.cloneJitterPx);
  for (const block of blocks) state.store.put(block);
  const copies = roots.flatMap((uuid) => ids.get(uuid) ?? []);
  const order = [...state.layout.sectionIds].filter((uuid) => !copies.includes(uuid));
  for (const root of byPaintOrder(state, roots)) {
    const copy = state.blocks.get(ids.get(root) ?? '');
    if (!copy) continue;
    if (isSection(copy)) {
      order.splice(order.indexOf(root) + 1, 0, copy.uuid);
      continue;
    }
    const [zIndex = GEOMETRY.medianZIndex] = topZIndices(state, copy.parentUuid ?? '', 1);
    // Read again, because making space in the z-order may have changed it.
    const now = state.blocks.get(copy.uuid) ?? copy;
    const { x, y } = shifted(copy.position, shift);
    const placed = withPosition(now, { x, y, zIndex });
    const refusal = refuseTooFar(placed);
    if (refusal) return refuse('invalid_block', { ...refusal.details, uuid: root });
    state.store.put(mapPhonePosition(placed, (position) => shifted(position, shift)));
  }
  orderSections(state, order);
  if (select) state.selection.set(copies);
  return ok(copies);
}

/** Ids from bottom to top. */
export function byPaintOrder(state: EditorState, uuids: readonly string[]): readonly string[] {
  const idSet = new Set(uuids);
  return state.layout
    .withDescendants(state.layout.sectionIds)
    .flatMap((block) => (idSet.has(block.uuid) ? block.uuid : []));
}
