import { boundsOfRotated, unionBoxes } from '../../geometry/boxes.ts';
import { rotationOf } from '../../geometry/rotation.ts';
import { type Block, isSection, MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { refuseOverCap } from '../blockCap.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { moveInto } from '../positions.ts';
import { restack } from '../zOrder.ts';
import { byPaintOrder } from './duplicateBlocks.ts';
import { orderOfGroup, orderWithoutGroup } from './groupOrder.ts';
import { withReadingOrder } from './setReadingOrder.ts';

/**
 * Puts blocks into a new group, which is selected. Nothing moves on the page: the group stands
 * round them, in place of the highest of them; it lies in what holds them all, or in the highest
 * one's parent when they have several. Where an author set a reading order, the group takes its part
 * of it along, and is read where the first of its members was.
 */
export function groupBlocks(
  state: EditorState,
  uuids: Iterable<string>,
): Result<string, EditorRefusal> {
  const { layout, store } = state;
  const chosen = layout.rootsOf(uuids).filter((uuid) => {
    const block = state.blocks.get(uuid);
    return block !== undefined && !isSection(block);
  });
  const roots = byPaintOrder(state, chosen);
  const highest = state.blocks.get(roots.at(-1) ?? '');
  if (highest?.parentUuid === undefined) return refuse('nothing_selected');
  const refused = refuseLocked(state, roots, { deep: true }) ?? refuseOverCap(state, 1);
  if (refused) return refused;
  const depth = layout.ancestorsOf(highest.uuid).length + heightOfTrees(state, roots);
  if (depth > MAX_GROUP_DEPTH)
    return refuse('invalid_block', { path: 'parentUuid', message: 'would lie too deep in groups' });

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
      uuid: state.environment.createId(),
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
    if (block && box) store.put(moveInto(state, block, group.uuid, box));
  }
  // They may come from several parents, whose z-indices say nothing of one another.
  restack(state, roots);
  state.selection.set([group.uuid]);
  return ok(group.uuid);
}

/**
 * Dissolves groups: what they held takes their place in the order of painting and stays where it
 * was on the page and in the reading order, and is selected. Sections and blocks that are no groups are passed over.
 */
export function ungroupBlocks(
  state: EditorState,
  uuids: Iterable<string>,
): Result<readonly string[], EditorRefusal> {
  const { layout, store } = state;
  const chosen = layout.rootsOf(uuids);
  const groups = chosen.filter((uuid) => {
    const block = state.blocks.get(uuid);
    return block?.type === 'group' && !isSection(block);
  });
  if (groups.length === 0) return refuse('nothing_selected');
  const locked = refuseLocked(state, groups, { deep: true });
  if (locked) return locked;
  const freed: string[] = [];
  for (const uuid of groups) {
    const parentUuid = state.blocks.get(uuid)?.parentUuid;
    if (parentUuid === undefined) continue;
    const children = layout.childIds(uuid);
    const order = layout
      .childIds(parentUuid)
      .flatMap((each) => (each === uuid ? children : [each]));
    const parent = state.blocks.get(parentUuid);
    const reading = orderWithoutGroup(state, uuid, parentUuid);
    if (parent && reading) store.put(withReadingOrder(parent, reading));
    for (const child of children) {
      const block = state.blocks.get(child);
      const box = layout.boxOf(child);
      if (block && box) store.put(moveInto(state, block, parentUuid, box));
    }
    store.delete(uuid);
    restack(state, order);
    freed.push(...children);
  }
  state.selection.set([...chosen.filter((uuid) => !groups.includes(uuid)), ...freed]);
  return ok(freed);
}

/** How many levels the highest of some trees has, itself included. */
function heightOfTrees(state: EditorState, roots: readonly string[]): number {
  const height = (uuid: string): number =>
    1 + Math.max(0, ...state.layout.childIds(uuid).map(height));
  return Math.max(0, ...roots.map(height));
}
