import {
  type BuiltinBlockOf,
  type RichTextNode,
  type TextStyle,
  headingSizeOf,
} from '@cobble/engine';
import type { HeadingLevel } from '../../text-editing/TextStylePatch.ts';
import type { TextAppearance } from './TextFormat.ts';

/** A node with its ancestors, outermost first. */
interface Found {
  readonly node: RichTextNode;
  readonly above: readonly RichTextNode[];
}

function firstOf(
  node: RichTextNode,
  test: (node: RichTextNode) => boolean,
  above: readonly RichTextNode[] = [],
): Found | null {
  if (test(node)) return { node, above };
  for (const child of node.content ?? []) {
    const found = firstOf(child, test, [...above, node]);
    if (found) return found;
  }
  return null;
}

/**
 * Returns the appearance of a block's text while it is not being edited: that of its first
 * paragraph and run.
 *
 * @param base the style of the block's text before marks
 */
export function textAppearanceOf(
  { content }: BuiltinBlockOf<'text'>,
  base: TextStyle,
): TextAppearance {
  const isLine = ({ type }: RichTextNode) => type === 'paragraph' || type === 'heading';
  const line = firstOf(content.text, isLine);
  const marks = firstOf(content.text, ({ type }) => type === 'text')?.node.marks ?? [];
  const has = (type: string) => marks.some((mark) => mark.type === type);
  const attr = (type: string, name: string) =>
    marks.find((mark) => mark.type === type)?.attrs?.[name];
  const heading =
    line?.node.type === 'heading' ? ((line.node.attrs?.['level'] ?? 1) as HeadingLevel) : 0;
  const lists = (line?.above ?? []).map(({ type }) => type);
  const align = line?.node.attrs?.['textAlign'] as TextAppearance['align'] | null | undefined;
  return {
    family: (attr('font_family', 'family') as string | undefined) ?? base.family,
    sizePx:
      (attr('font_size', 'sizePx') as number | undefined) ??
      (line && headingSizeOf(line.node)) ??
      base.sizePx,
    lineHeight: (attr('line_height', 'ratio') as number | undefined) ?? base.lineHeight,
    color: (attr('color', 'color') as string | undefined) ?? base.color,
    align: align ?? base.align,
    bold: has('bold') || base.bold,
    italic: has('italic') || base.italic,
    underline: has('underline'),
    strikethrough: has('strikethrough'),
    heading,
    list: lists.includes('bullet_list')
      ? 'bullet'
      : lists.includes('ordered_list')
        ? 'ordered'
        : null,
    link: null,
  };
}
