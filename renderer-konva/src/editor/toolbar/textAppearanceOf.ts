import {
  type BuiltinBlockOf,
  HEADING_SIZES_PX,
  type RichTextNode,
  TEXT_DEFAULTS,
} from '@cobble/engine';
import { DEFAULT_FONT } from '@cobble/engine/fonts';
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
 * Returns the appearance of a block's text while it is not edited: that of its first paragraph and
 * run.
 */
export function textAppearanceOf({ content, styles }: BuiltinBlockOf<'text'>): TextAppearance {
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
  const headingSize = heading === 0 ? undefined : HEADING_SIZES_PX[heading - 1];
  return {
    family: (attr('font_family', 'family') as string | undefined) ?? content.font ?? DEFAULT_FONT,
    sizePx:
      (attr('font_size', 'sizePx') as number | undefined) ??
      headingSize ??
      content.fontSize ??
      TEXT_DEFAULTS.sizePx,
    lineHeight:
      (attr('line_height', 'ratio') as number | undefined) ??
      styles.lineHeight ??
      TEXT_DEFAULTS.lineHeight,
    color: (attr('color', 'color') as string | undefined) ?? content.color ?? TEXT_DEFAULTS.color,
    align: align ?? content.textAlign ?? TEXT_DEFAULTS.align,
    bold: has('bold'),
    italic: has('italic'),
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
