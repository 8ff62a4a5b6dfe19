import { isRecord } from '../model/json.ts';
import type { Block } from '../model/Block.ts';

/** Returns the HTML ids on the same page that a block links to, from its own link and its text. */
export function linkedHtmlIds(block: Block): ReadonlySet<string> {
  const found = new Set<string>();
  rewrite(block, (id) => {
    found.add(id);
    return id;
  });
  return found;
}

/**
 * Renames the HTML ids that a block's links point to. Returns the same record if it has no such
 * links.
 */
export function renameHtmlIdLinks(block: Block, newIds: ReadonlyMap<string, string>): Block {
  return newIds.size === 0 ? block : rewrite(block, (id) => newIds.get(id) ?? id);
}

type Rename = (id: string) => string;

function rewrite(block: Block, rename: Rename): Block {
  const { hyperlink } = block.properties;
  const newHyperlink = hyperlink === undefined ? undefined : rewriteLink(hyperlink, rename);
  const content = rewriteValue(block.content, rename) as Block['content'];
  if (newHyperlink === hyperlink && content === block.content) return block;
  const properties =
    newHyperlink === hyperlink
      ? block.properties
      : { ...block.properties, hyperlink: newHyperlink };
  return { ...block, properties, content };
}

function rewriteLink(link: string, rename: Rename): string {
  return link.startsWith('#') && link.length > 1 ? `#${rename(link.slice(1))}` : link;
}

/** Rewrites link marks wherever rich text may be, in blocks of kits too. */
function rewriteValue(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) {
    const changed = value.map((each: unknown) => rewriteValue(each, rename));
    return changed.every((each, index) => each === value[index]) ? value : changed;
  }
  if (!isRecord(value)) return value;
  const { type, attrs } = value;
  if (type === 'link' && isRecord(attrs) && typeof attrs.href === 'string') {
    const href = rewriteLink(attrs.href, rename);
    return href === attrs.href ? value : { ...value, attrs: { ...attrs, href } };
  }
  let changed: Record<string, unknown> | null = null;
  for (const key of Object.keys(value)) {
    const before = value[key];
    const after = rewriteValue(before, rename);
    if (after !== before) (changed ??= { ...value })[key] = after;
  }
  return changed ?? value;
}
