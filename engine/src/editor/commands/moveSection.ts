import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { orderSections } from './orderSections.ts';

/** Swaps a section with its neighbour; does nothing at the ends of the page. */
export function moveSection(
  state: EditorState,
  uuid: string,
  direction: 'up' | 'down',
): Result<null, EditorRefusal> {
  const order = [...state.layout.sectionIds];
  const from = order.indexOf(uuid);
  if (from < 0) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(state, [uuid]);
  if (locked) return locked;
  const to = direction === 'up' ? from - 1 : from + 1;
  const neighbour = order[to];
  if (neighbour === undefined) return ok(null);
  order[from] = neighbour;
  order[to] = uuid;
  orderSections(state, order);
  return ok(null);
}
