import { readingOrderIds } from '../../layout/readingOrderIds.ts';
import { readingOrderOf } from '../../layout/readingOrder.ts';
import { isSection } from '../../model/Block.ts';
import { isRtlLanguage } from '../../model/language.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { moveInto, refuseTooFar } from '../blockPosition.ts';
import { respaceZIndices } from '../zOrder.ts';
import { withReadingOrder } from './setReadingOrder.ts';

/**
 * Dissolves groups and selects their children, unless `select` is false. They keep their position on
 * the page, their z-order and their reading order. Sections and other blocks stay selected.
 */
export function ungroupBlocks(
  state: EditorState,
  uuids: Iterable<string>,
  { select = true }: { readonly select?: boolean } = {},
): Result<readonly string[], EditorRefusal> {
  const { layout, store } = state;
  const roots = layout.rootsOf(uuids);
  const groups = roots.filter((uuid) => {
    const block = state.blocks.get(uuid);
    return block?.type === 'group' && !isSection(block);
  });
  if (groups.length === 0) return refuse('nothing_selected');
  const locked = refuseLocked(state, groups, { deep: true });
  if (locked) return locked;
  const ungrouped: string[] = [];
  for (const uuid of groups) {
    const parentUuid = state.blocks.get(uuid)?.parentUuid;
    if (parentUuid === undefined) continue;
    const children = layout.childIds(uuid);
    const order = layout
      .childIds(parentUuid)
      .flatMap((each) => (each === uuid ? children : [each]));
    const parent = state.blocks.get(parentUuid);
    const readingOrder = orderWithoutGroup(state, uuid, parentUuid);
    if (parent && readingOrder) store.put(withReadingOrder(parent, readingOrder));
    for (const child of children) {
      const block = state.blocks.get(child);
      const box = layout.boxOf(child);
      if (!block || !box) continue;
      const moved = moveInto(state, block, parentUuid, box);
      const refusal = refuseTooFar(moved);
      if (refusal) return refusal;
      store.put(moved);
    }
    store.delete(uuid);
    respaceZIndices(state, order);
    ungrouped.push(...children);
  }
  if (select)
    state.selection.set([...roots.filter((uuid) => !groups.includes(uuid)), ...ungrouped]);
  return ok(ungrouped);
}

/**
 * The reading order of a group's parent after the group is dissolved: the group's children take its
 * position, in the group's order. Null if the parent's order does not list the group, and the group
 * has no order.
 */
function orderWithoutGroup(
  state: EditorState,
  group: string,
  parentUuid: string,
): readonly string[] | null {
  const inside = orderOf(state, group);
  const outside = new Set(orderOf(state, parentUuid));
  if (!outside.has(group) && inside.length === 0) return null;
  const rtl = isRtlLanguage(state.store.fields.settings.lang);
  const all = (uuid: string): string[] =>
    readingOrderIds(state.blocks.get(uuid), state.layout.childrenOf(uuid), rtl);
  const children = outside.has(group) ? all(group) : inside;
  return all(parentUuid).flatMap((uuid) => {
    if (uuid === group) return children;
    return outside.has(uuid) ? [uuid] : [];
  });
}

function orderOf(state: EditorState, uuid: string): readonly string[] {
  const parent = state.blocks.get(uuid);
  return parent ? readingOrderOf(parent) : [];
}
