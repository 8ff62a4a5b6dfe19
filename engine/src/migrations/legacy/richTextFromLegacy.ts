import { isRecord } from '../../model/json.ts';
import { legacyMarks } from './legacyMarks.ts';
import {
  plainFromRichText,
  type RichText,
  richTextDocSchema,
  richTextFromPlain,
  type RichTextMark,
  type RichTextNode,
} from '../../text/richText.ts';
import type { TextAlign } from '../../text/richTextSchema.ts';

/** Options of {@link richTextFromLegacy}. */
export interface LegacyTextOptions {
  /** Marks to apply to plain text. */
  readonly marks?: readonly RichTextMark[];
  /** The block's font size, for line heights in px. */
  readonly sizePx?: number;
  /** Called with the kind of each value that could not be preserved (`link`, `node`, `color`). */
  readonly onDropped?: (what: string) => void;
}

/** Maximum nesting of lists; deeper lists move up. */
const MAX_LISTS = 3;
/** Maximum nesting of nodes; no editor creates deeper ones. */
const MAX_DEPTH = 48;

/**
 * Converts any text of an older page to a rich text document: plain text (one paragraph per line),
 * a document as JSON text, one with former names of nodes and marks (`bulletList`, `textStyle`,
 * `strong`), or a damaged one. Unknown nodes and marks are removed, but their text survives, unless
 * it is nested in more than 48 nodes. The result always matches `richTextDocSchema`.
 */
export function richTextFromLegacy(value: unknown, options: LegacyTextOptions = {}): RichText {
  const source = typeof value === 'string' ? (documentIn(value) ?? value) : value;
  if (!isRecord(source) && !Array.isArray(source)) return fromPlain(plainOf(source), options);
  const reader = new LegacyReader(options);
  const nodes = Array.isArray(source) ? source : [source];
  const content = reader.blocks(nodes, 0, 0);
  const root = isRecord(source) && source.type === 'doc' ? source : {};
  const document: RichText = { ...shallow(root), type: 'doc', content: orParagraph(content) };
  if (richTextDocSchema.safeParse(document).success) return document;
  const plain: RichText = { type: 'doc', content: orParagraph(content) };
  return richTextDocSchema.safeParse(plain).success
    ? plain
    : fromPlain(plainFromRichText(plain), options);
}

function fromPlain(text: string, options: LegacyTextOptions): RichText {
  return richTextFromPlain(text.replace(/\r\n?|\u2028|\u2029/g, '\n'), {
    marks: options.marks ?? [],
  });
}

function plainOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** Parses a document that was stored as text; null for plain text. */
function documentIn(text: string): Record<string, unknown> | null {
  if (!/^\s*\{/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && value.type === 'doc' ? value : null;
  } catch {
    return null;
  }
}

function orParagraph(content: readonly RichTextNode[]): readonly RichTextNode[] {
  return content.length > 0 ? content : [{ type: 'paragraph', attrs: { textAlign: null } }];
}

/** Keeps unknown fields that are flat; nested ones could exceed the schema's limit on depth. */
function shallow(node: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node))
    if ((typeof value !== 'object' || value === null) && !UNSAFE.has(key)) fields[key] = value;
  return fields;
}

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype', 'text']);
const ALIGNMENTS = new Set<unknown>(['left', 'center', 'right', 'justify']);
const NODES: Readonly<Record<string, string>> = {
  doc: 'doc',
  p: 'paragraph',
  paragraph: 'paragraph',
  h: 'heading',
  heading: 'heading',
  ul: 'bullet_list',
  bulletlist: 'bullet_list',
  unorderedlist: 'bullet_list',
  ol: 'ordered_list',
  orderedlist: 'ordered_list',
  numberedlist: 'ordered_list',
  li: 'list_item',
  listitem: 'list_item',
  br: 'hard_break',
  hardbreak: 'hard_break',
  linebreak: 'hard_break',
  text: 'text',
};

function typeOf(node: Readonly<Record<string, unknown>>): string | null {
  const key = typeof node.type === 'string' ? node.type.toLowerCase().replace(/[^a-z]/g, '') : '';
  return Object.hasOwn(NODES, key) ? (NODES[key] ?? null) : null;
}

/** Converts nodes and reports those that it drops. */
class LegacyReader {
  private readonly options: LegacyTextOptions;

  constructor(options: LegacyTextOptions) {
    this.options = options;
  }

  /** Converts nodes of any kind to block nodes; inline content gets a paragraph. */
  blocks(nodes: readonly unknown[], depth: number, lists: number): readonly RichTextNode[] {
    const blocks: RichTextNode[] = [];
    let bare: RichTextNode[] = [];
    const wrapBare = (): void => {
      if (bare.length > 0)
        blocks.push({ type: 'paragraph', attrs: { textAlign: null }, content: bare });
      bare = [];
    };
    for (const node of nodes) {
      const type = isRecord(node) ? typeOf(node) : null;
      if (typeof node === 'string' || type === 'text' || type === 'hard_break') {
        bare.push(...this.inline([node], depth));
        continue;
      }
      wrapBare();
      if (isRecord(node))
        for (const block of this.block(node, type, depth + 1, lists)) blocks.push(block);
      else this.drop('node');
    }
    wrapBare();
    return blocks;
  }

  private block(
    node: Readonly<Record<string, unknown>>,
    type: string | null,
    depth: number,
    lists: number,
  ): readonly RichTextNode[] {
    const children = childrenOf(node);
    if (depth > MAX_DEPTH) return this.dropped('node');
    const attrs = isRecord(node.attrs) ? node.attrs : {};
    switch (type) {
      case 'paragraph':
      case 'heading': {
        const level = type === 'heading' ? { level: levelOf(node, attrs) } : {};
        const own = { ...shallow(attrs), ...level, textAlign: alignOf(attrs) };
        return [{ ...shallow(node), type, attrs: own, content: this.inline(children, depth) }];
      }
      case 'bullet_list':
      case 'ordered_list': {
        if (lists >= MAX_LISTS) return this.blocks(children, depth, lists);
        const content = children.flatMap((child) => this.item(child, depth + 1, lists + 1));
        if (content.length === 0) return [];
        const order = type === 'ordered_list' ? { order: orderOf(attrs) } : {};
        return [{ ...shallow(node), type, attrs: { ...shallow(attrs), ...order }, content }];
      }
      case 'doc':
      case 'list_item':
        return this.blocks(children, depth, lists);
      default:
        this.drop('node');
        return typeof node.text === 'string'
          ? this.blocks([{ type: 'text', text: node.text }], depth, lists)
          : this.blocks(children, depth, lists);
    }
  }

  /** Converts a list item, which must start with a paragraph. */
  private item(node: unknown, depth: number, lists: number): readonly RichTextNode[] {
    const isItem = isRecord(node) && typeOf(node) === 'list_item';
    const content = this.blocks(isItem ? childrenOf(node) : [node], depth, lists);
    const [first, ...rest] = content;
    if (!first) return isItem ? [{ type: 'list_item', content: orParagraph([]) }] : [];
    if (first.type === 'paragraph') return [{ type: 'list_item', content }];
    if (first.type !== 'heading')
      return [{ type: 'list_item', content: [...orParagraph([]), ...content] }];
    const attrs = { textAlign: first.attrs?.textAlign ?? null };
    const paragraph = { type: 'paragraph', attrs, content: first.content };
    return [{ type: 'list_item', content: [paragraph, ...rest] }];
  }

  /** Converts text and breaks. Blocks inside inline content start new lines. */
  private inline(nodes: readonly unknown[], depth: number): RichTextNode[] {
    const inlineNodes: RichTextNode[] = [];
    if (depth > MAX_DEPTH) {
      if (nodes.length > 0) this.drop('node');
      return inlineNodes;
    }
    for (const node of nodes) {
      if (typeof node === 'string') {
        if (node !== '') inlineNodes.push({ type: 'text', text: node });
        continue;
      }
      if (!isRecord(node)) {
        this.drop('node');
        continue;
      }
      const type = typeOf(node);
      if (type === 'hard_break') inlineNodes.push({ ...shallow(node), type });
      else if (typeof node.text === 'string' && (type === 'text' || type === null)) {
        if (type === null) this.drop('node');
        if (node.text !== '') inlineNodes.push(this.text(node, node.text));
      } else {
        this.drop('node');
        const inner = this.inline(childrenOf(node), depth + 1);
        if (inner.length > 0 && inlineNodes.length > 0 && type !== null)
          inlineNodes.push({ type: 'hard_break' });
        for (const each of inner) inlineNodes.push(each);
      }
    }
    return inlineNodes;
  }

  private text(node: Readonly<Record<string, unknown>>, text: string): RichTextNode {
    const { sizePx = 16, onDropped } = this.options;
    const marks = Array.isArray(node.marks) ? node.marks : [];
    return {
      ...shallow(node),
      type: 'text',
      text,
      marks: legacyMarks(marks, sizePx, (what) => onDropped?.(what)),
    };
  }

  private drop(what: string): void {
    this.options.onDropped?.(what);
  }

  private dropped(what: string): readonly RichTextNode[] {
    this.drop(what);
    return [];
  }
}

/** A node's content; a string in its place is text. */
function childrenOf({ content }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (typeof content === 'string') return [content];
  return Array.isArray(content) ? (content as readonly unknown[]) : [];
}

function alignOf(attrs: Readonly<Record<string, unknown>>): TextAlign | null {
  const align = attrs.textAlign ?? attrs.align;
  return ALIGNMENTS.has(align) ? (align as TextAlign) : null;
}

function levelOf(
  node: Readonly<Record<string, unknown>>,
  attrs: Readonly<Record<string, unknown>>,
): number {
  const named = typeof node.type === 'string' ? /[1-9]$/.exec(node.type)?.[0] : undefined;
  const level = Math.round(Number(attrs.level ?? named ?? 1));
  return level >= 1 ? Math.min(4, level) : 1;
}

function orderOf(attrs: Readonly<Record<string, unknown>>): number {
  const order = attrs.order ?? attrs.start;
  return typeof order === 'number' && order >= 0 && order <= 1e6 ? order : 1;
}
