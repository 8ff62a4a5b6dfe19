import { asBuiltin } from './builtinBlocks.ts';
import type { Block } from '../model/Block.ts';
import type { RichTextNode } from '../text/richText.ts';

/**
 * Returns the block-level hyperlink that an inline link would replace, or null if there is none.
 * The message for it: 'Inline text link will replace existing block-level hyperlink'.
 */
export function blockLinkConflict(block: Block): string | null {
  return asBuiltin(block)?.type === 'text' ? (block.properties.hyperlink ?? null) : null;
}

/**
 * Removes a block's block-level hyperlink if the edit added a link to its text, because links
 * cannot be nested. Links that were already in the text do not count, so a user can link the whole
 * block and keep that link until another one is added inside.
 */
export function withoutReplacedLink(from: Block, to: Block): Block {
  if (
    from.content === to.content ||
    blockLinkConflict(to) === null ||
    from.properties.hyperlink !== to.properties.hyperlink
  )
    return to;
  const [before, after] = [linksIn(from), linksIn(to)];
  const isNew = after.length > before.length || after.some((href) => !before.includes(href));
  if (!isNew) return to;
  const { hyperlink: _, hyperlinkTarget: __, ...properties } = to.properties;
  return { ...to, properties };
}

/** The hrefs in a text block's rich text, one for each run of characters that is one link. */
function linksIn(block: Block): readonly string[] {
  const builtin = asBuiltin(block);
  return builtin?.type === 'text' ? linksOf(builtin.content.text) : [];
}

function linksOf(node: RichTextNode): string[] {
  const links: string[] = [];
  let last: string | null = null;
  for (const child of node.content ?? []) {
    const href = hrefOf(child);
    // Bold text inside a link is a node of its own, but the same link.
    if (href !== null && href !== last) links.push(href);
    last = href;
    if (child.content) links.push(...linksOf(child));
  }
  return links;
}

function hrefOf({ marks = [] }: RichTextNode): string | null {
  const href = marks.find((mark) => mark.type === 'link')?.attrs?.href;
  return typeof href === 'string' ? href : null;
}
