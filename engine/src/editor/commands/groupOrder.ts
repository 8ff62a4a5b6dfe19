import { idsInOrder } from '../../layout/idsInOrder.ts';
import { readingOrderOf } from '../../layout/readingOrder.ts';
import { isRtlLanguage } from '../../model/language.ts';
import type { EditorState } from '../EditorState.ts';

/** Reading orders that authors set, as they are once blocks have come into a new group. */
export interface GroupOrders {
  /** The group's own. */
  readonly inside: readonly string[];
  /** Those of what held its members, by id; only what changes. */
  readonly outside: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reading orders for a group that is about to be made: it takes its members' part along, and stands
 * in its parent's order where the first of them stood.
 */
export function orderOfGroup(
  state: EditorState,
  members: readonly string[],
  group: { readonly uuid: string; readonly parentUuid: string },
): GroupOrders {
  const chosen = new Set(members);
  const parents = new Set(members.flatMap((uuid) => state.blocks.get(uuid)?.parentUuid ?? []));
  const inside: string[] = [];
  const outside = new Map<string, readonly string[]>();
  for (const parentUuid of parents) {
    const order = orderOf(state, parentUuid);
    const taken = order.filter((uuid) => chosen.has(uuid));
    const [first] = taken;
    if (first === undefined) continue;
    inside.push(...taken);
    const left = order.flatMap((uuid) => {
      if (uuid === first && parentUuid === group.parentUuid) return [group.uuid];
      return chosen.has(uuid) ? [] : [uuid];
    });
    outside.set(parentUuid, left);
  }
  return { inside, outside };
}

/**
 * The reading order of a group's parent once the group is dissolved: what the group held is read
 * where the group was, in the group's order. Null where no author has set either.
 */
export function orderWithoutGroup(
  state: EditorState,
  group: string,
  parentUuid: string,
): readonly string[] | null {
  const inside = orderOf(state, group);
  const outside = new Set(orderOf(state, parentUuid));
  if (!outside.has(group) && inside.length === 0) return null;
  const rtl = isRtlLanguage(state.store.fields.settings.lang);
  const all = (uuid: string): string[] =>
    idsInOrder(state.blocks.get(uuid), state.layout.childrenOf(uuid), rtl);
  const freed = outside.has(group) ? all(group) : inside;
  return all(parentUuid).flatMap((uuid) => {
    if (uuid === group) return freed;
    return outside.has(uuid) ? [uuid] : [];
  });
}

function orderOf(state: EditorState, uuid: string): readonly string[] {
  const holder = state.blocks.get(uuid);
  return holder ? readingOrderOf(holder) : [];
}
