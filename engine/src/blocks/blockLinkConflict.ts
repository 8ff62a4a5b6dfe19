import { asBuiltin } from './builtinBlocks.ts';
import type { Block } from '../model/Block.ts';
import type { RichTextNode } from '../text/richText.ts';

/**
 * The block-level hyperlink that a link inside of the block's words would replace, or null where
 * there is none to replace: 'Inline text link will replace existing block-level hyperlink'.
 */
export function blockLinkConflict(block: Block): string | null {
  return asBuiltin(block)?.type === 'text' ? (block.properties.hyperlink ?? null) : null;
}

/**
 * A block after an edit, without its block-level hyperlink if the edit has put a link into its
 * words: a link cannot hold a link. Links that stood in the words before count for nothing, so that
 * a person who links a whole block keeps that until a link is set inside of it.
 */
export function withoutReplacedLink(was: Block, is: Block): Block {
  if (blockLinkConflict(is) === null || was.properties.hyperlink !== is.properties.hyperlink)
    return is;
  const [before, after] = [linksIn(was), linksIn(is)];
  const isNew = after.length > before.length || after.some((href) => !before.includes(href));
  if (!isNew) return is;
  const { hyperlink: _, hyperlinkTarget: __, ...properties } = is.properties;
  return { ...is, properties };
}

/** Where the links in a text block's words lead, one for each run of words that is one link. */
function linksIn(block: Block): readonly string[] {
  const known = asBuiltin(block);
  return known?.type === 'text' ? linksOf(known.content.text) : [];
}

function linksOf(node: RichTextNode): string[] {
  const links: string[] = [];
  let last: string | null = null;
  for (const child of node.content ?? []) {
    const href = hrefOf(child);
    // What is bold in a link is a run of its own, but no other link.
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
