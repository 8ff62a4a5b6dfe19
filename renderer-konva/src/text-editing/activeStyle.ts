import { headingSizeOf, type TextStyle } from '@cobble/engine';
import type { Mark, Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { linkMarkAround } from './linkAround.ts';
import type { ActiveTextStyle, HeadingLevel } from './TextStylePatch.ts';

/**
 * The style of the text at the selection: of its first character, or of what is typed next. With an
 * empty selection, the link is the one that commands change.
 */
export function activeStyleOf(state: EditorState, base: TextStyle): ActiveTextStyle {
  const { $from, empty, from, to } = state.selection;
  let marks: readonly Mark[] = state.storedMarks ?? $from.marks();
  if (!empty) {
    let found = false;
    state.doc.nodesBetween(from, to, (node) => {
      if (!found && node.isText) {
        marks = node.marks;
        found = true;
      }
      return !found;
    });
  }
  const block = $from.parent;
  const heading = (block.type.name === 'heading' ? block.attrs.level : 0) as HeadingLevel;
  const attr = (type: string, name: string): unknown =>
    marks.find((mark) => mark.type.name === type)?.attrs[name];
  const has = (type: string): boolean => marks.some((mark) => mark.type.name === type);
  const link = empty ? linkMarkAround(state)?.attrs : marks.find(isLink)?.attrs;
  const href: unknown = link?.href;
  return {
    bold: has('bold') || base.bold,
    italic: has('italic') || base.italic,
    underline: has('underline'),
    strikethrough: has('strikethrough'),
    color: (attr('color', 'color') as string | undefined) ?? base.color,
    family: (attr('font_family', 'family') as string | undefined) ?? base.family,
    sizePx:
      (attr('font_size', 'sizePx') as number | undefined) ??
      headingSizeOf({ type: block.type.name, attrs: block.attrs }) ??
      base.sizePx,
    lineHeight: (attr('line_height', 'ratio') as number | undefined) ?? base.lineHeight,
    align: (block.attrs.textAlign as ActiveTextStyle['align'] | null | undefined) ?? base.align,
    heading,
    list: listOf($from.depth, (depth) => $from.node(depth)),
    link:
      typeof href === 'string'
        ? { href, target: (link?.target as string | null | undefined) ?? null }
        : null,
  };
}

const isLink = ({ type }: Mark): boolean => type.name === 'link';

function listOf(depth: number, nodeAt: (depth: number) => Node): ActiveTextStyle['list'] {
  for (let level = depth; level > 0; level -= 1) {
    const { name } = nodeAt(level).type;
    if (name === 'bullet_list') return 'bullet';
    if (name === 'ordered_list') return 'ordered';
  }
  return null;
}
