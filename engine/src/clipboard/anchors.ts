import { isRecord } from '../model/json.ts';
import type { Block } from '../model/Block.ts';

/** The html ids that a block's links lead to on its own page: its own link and those in its words. */
export function anchorsOf(block: Block): ReadonlySet<string> {
  const found = new Set<string>();
  rewrite(block, (id) => {
    found.add(id);
    return id;
  });
  return found;
}

/** The block with its links to html ids of its own page led elsewhere; the same record without any. */
export function withAnchors(block: Block, newIds: ReadonlyMap<string, string>): Block {
  return newIds.size === 0 ? block : rewrite(block, (id) => newIds.get(id) ?? id);
}

type Rename = (id: string) => string;

function rewrite(block: Block, rename: Rename): Block {
  const { hyperlink } = block.properties;
  const led = hyperlink === undefined ? undefined : rewriteLink(hyperlink, rename);
  const content = rewriteValue(block.content, rename) as Block['content'];
  if (led === hyperlink && content === block.content) return block;
  const properties = led === hyperlink ? block.properties : { ...block.properties, hyperlink: led };
  return { ...block, properties, content };
}

function rewriteLink(link: string, rename: Rename): string {
  return link.startsWith('#') && link.length > 1 ? `#${rename(link.slice(1))}` : link;
}

/** Link marks stand wherever rich text does, in blocks of third parties too. */
function rewriteValue(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) {
    const changed = value.map((each: unknown) => rewriteValue(each, rename));
    return changed.every((each, place) => each === value[place]) ? value : changed;
  }
  if (!isRecord(value)) return value;
  const { type, attrs } = value;
  if (type === 'link' && isRecord(attrs) && typeof attrs.href === 'string') {
    const href = rewriteLink(attrs.href, rename);
    return href === attrs.href ? value : { ...value, attrs: { ...attrs, href } };
  }
  let changed: Record<string, unknown> | null = null;
  for (const key of Object.keys(value)) {
    const was = value[key];
    const is = rewriteValue(was, rename);
    if (is !== was) (changed ??= { ...value })[key] = is;
  }
  return changed ?? value;
}
