import { boundsOfRotated, unionBoxes } from '../../geometry/boxes.ts';
import { readingOrderOf } from '../../layout/readingOrder.ts';
import { rotationOf } from '../../geometry/rotation.ts';
import type { Block } from '../../model/Block.ts';
import { isSection, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { refuseOverCap } from '../blockCap.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { moveInto, refuseTooFar } from '../blockPosition.ts';
import { respaceZIndices } from '../zOrder.ts';
import { byPaintOrder } from './duplicateBlocks.ts';
import { withReadingOrder } from './setReadingOrder.ts';

/**
 * Groups blocks without moving them on the page, and selects the group unless `select` is false. It
 * becomes a child of the topmost block's parent, at that block's z-index. If the author set a reading
 * order, the group takes over its members' part of it, and the first member's position in it.
 */
export function groupBlocks(
  state: EditorState,
  uuids: Iterable<string>,
  { select = true }: { readonly select?: boolean } = {},
): Result<string, EditorRefusal> {
  const { layout, store } = state;
  const members = layout.rootsOf(uuids).filter((uuid) => {
    const block = state.blocks.get(uuid);
    return block !== undefined && !isSection(block);
  });
  const roots = byPaintOrder(state, members);
  const highest = state.blocks.get(roots.at(-1) ?? '');
  if (highest?.parentUuid === undefined) return refuse('nothing_selected');
  const refused = refuseLocked(state, roots, { deep: true }) ?? refuseOverCap(state, 1);
  if (refused) return refused;
  const depth = layout.ancestorsOf(highest.uuid).length + maxDepth(state, roots);
  if (depth > MAX_GROUP_DEPTH)
    return refuse('invalid_block', { path: 'parentUuid', message: 'is nested in too many groups' });

  const boxes = new Map(roots.flatMap((uuid) => [[uuid, layout.boxOf(uuid)] as const]));
  const bounds = unionBoxes(
    roots.flatMap((uuid) => {
      const box = boxes.get(uuid);
      const block = state.blocks.get(uuid);
      return box && block ? boundsOfRotated(box, rotationOf(block)) : [];
    }),
  );
  if (!bounds) return refuse('nothing_selected');
  const parentUuid = highest.parentUuid;
  const group: Block = moveInto(
    state,
    {
      uuid: state.createId(),
      type: 'group',
      position: {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
        rotationDeg: 0,
        zIndex: highest.position.zIndex,
      },
      properties: {},
      styles: {},
      content: { groupDisplay: 'freeform', groupOrder: 0 },
    },
    parentUuid,
    bounds,
  );
  const orders = orderOfGroup(state, roots, { uuid: group.uuid, parentUuid });
  store.put(withReadingOrder(group, orders.inside));
  for (const [uuid, order] of orders.outside) {
    const parent = state.blocks.get(uuid);
    if (parent) store.put(withReadingOrder(parent, order));
  }
  for (const uuid of roots) {
    const block = state.blocks.get(uuid);
    const box = boxes.get(uuid);
    if (!block || !box) continue;
    const moved = moveInto(state, block, group.uuid, box);
    const refusal = refuseTooFar(group) ?? refuseTooFar(moved);
    if (refusal) return refusal;
    store.put(moved);
  }
  // Z-indices of different parents cannot be compared.
  respaceZIndices(state, roots);
  if (select) state.selection.set([group.uuid]);
  return ok(group.uuid);
}

/** Reading orders set by the author, after blocks have moved into a new group. */
interface GroupOrders {
  /** The group's own order. */
  readonly inside: readonly string[];
  /** The changed orders of the members' former parents, by id. */
  readonly outside: ReadonlyMap<string, readonly string[]>;
}

/** Moves the members' part of the reading orders of their parents into a new group. */
function orderOfGroup(
  state: EditorState,
  members: readonly string[],
  group: { readonly uuid: string; readonly parentUuid: string },
): GroupOrders {
  const memberIds = new Set(members);
  const parents = new Set(members.flatMap((uuid) => state.blocks.get(uuid)?.parentUuid ?? []));
  const inside: string[] = [];
  const outside = new Map<string, readonly string[]>();
  for (const parentUuid of parents) {
    const parent = state.blocks.get(parentUuid);
    const order = parent ? readingOrderOf(parent) : [];
    const moved = order.filter((uuid) => memberIds.has(uuid));
    const [first] = moved;
    if (first === undefined) continue;
    inside.push(...moved);
    const remaining = order.flatMap((uuid) => {
      if (uuid === first && parentUuid === group.parentUuid) return [group.uuid];
      return memberIds.has(uuid) ? [] : [uuid];
    });
    outside.set(parentUuid, remaining);
  }
  return { inside, outside };
}

/** The number of levels in the deepest of some trees of blocks. */
export function maxDepth(state: EditorState, roots: readonly string[]): number {
  const height = (uuid: string): number =>
    1 + Math.max(0, ...state.layout.childIds(uuid).map(height));
  return Math.max(0, ...roots.map(height));
}
