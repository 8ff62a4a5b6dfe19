import { richTextSchema } from '@cobble/engine';
import type { Mark } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';

/** The link that the caret is in or next to, the one on its left first; null if there is none. */
export function linkMarkAround({ selection: { $from } }: EditorState): Mark | null {
  const { link } = richTextSchema.marks;
  const markOf = (node: typeof $from.nodeBefore): Mark | null =>
    (node && link.isInSet(node.marks)) ?? null;
  return markOf($from.nodeBefore) ?? markOf($from.nodeAfter);
}

/**
 * The range of the link that the caret is in or next to, across all its text nodes, which may have
 * different marks; empty when there is none.
 */
export function linkAround(state: EditorState): [from: number, to: number] {
  const { $from, from } = state.selection;
  const mark = linkMarkAround(state);
  if (!mark) return [from, from];
  const { parent } = $from;
  const isInLink = (index: number): boolean => {
    const node = parent.maybeChild(index);
    return node !== null && mark.isInSet(node.marks);
  };
  const isOnRight = $from.textOffset > 0 || !isInLink($from.index() - 1);
  let first = isOnRight ? $from.index() : $from.index() - 1;
  let last = first;
  while (isInLink(first - 1)) first -= 1;
  while (isInLink(last + 1)) last += 1;
  return [$from.posAtIndex(first), $from.posAtIndex(last + 1)];
}

/**
 * The range of the word that the caret is in or next to, the one on its left first; empty when
 * there is none.
 */
export function wordAround({ selection }: EditorState): [from: number, to: number] {
  const { $from, from } = selection;
  const { parent, parentOffset } = $from;
  // A line break in the text takes one position.
  const text = parent.textBetween(0, parent.content.size, null, '\n');
  for (const { index, segment, isWordLike } of new Intl.Segmenter(undefined, {
    granularity: 'word',
  }).segment(text)) {
    const end = index + segment.length;
    if (isWordLike === true && index <= parentOffset && parentOffset <= end)
      return [$from.start() + index, $from.start() + end];
  }
  return [from, from];
}
