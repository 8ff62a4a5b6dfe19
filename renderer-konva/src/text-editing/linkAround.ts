import { richTextSchema } from '@cobble/engine';
import type { EditorState } from 'prosemirror-state';

/**
 * The range of the link at the cursor, across all its text nodes, which may have different marks;
 * empty when there is none.
 */
export function linkAround(state: EditorState): [from: number, to: number] {
  const { $from, from } = state.selection;
  const mark = richTextSchema.marks.link.isInSet($from.marks());
  if (!mark) return [from, from];
  const { parent } = $from;
  const isInLink = (index: number): boolean => {
    const node = parent.maybeChild(index);
    return node !== null && mark.isInSet(node.marks);
  };
  let first = $from.index();
  let last = first;
  while (isInLink(first - 1)) first -= 1;
  while (isInLink(last + 1)) last += 1;
  return [$from.posAtIndex(first), $from.posAtIndex(last + 1)];
}
