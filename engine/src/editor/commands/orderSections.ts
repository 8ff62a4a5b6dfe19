import type { EditorState } from '../EditorState.ts';
import { groupOrderOf } from '../PageLayout.ts';

/** Sets the order of sections from top to bottom; writes only those that change. */
export function orderSections(state: EditorState, order: readonly string[]): void {
  order.forEach((uuid, groupOrder) => {
    const section = state.blocks.get(uuid);
    if (section && groupOrderOf(section) !== groupOrder)
      state.store.put({ ...section, content: { ...section.content, groupOrder } });
  });
}
