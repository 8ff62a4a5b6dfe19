import type { AttributeSpec, ContentMatch, MarkType, NodeType } from 'prosemirror-model';
import {
  isQuickRecord,
  quickCopy,
  quickCopyArray,
  type QuickReader,
  spend,
  UNSURE,
} from '../model/quickCopy.ts';
import { richTextSchema } from './richTextSchema.ts';

/** So deep do documents lie that a list in a list in a list holds; the schema's own limit is far beyond. */
const MAX_NODE_DEPTH = 8;

/** How one attribute is checked: `test` throws when it does not like a value. */
interface AttrRule {
  readonly test: (value: unknown) => void;
  readonly required: number;
}

/** What `attrs` of a node or mark may hold. */
interface AttrRules {
  readonly byName: ReadonlyMap<string, AttrRule>;
  readonly required: number;
}

interface NodeRules {
  readonly type: NodeType;
  readonly attrs: AttrRules;
}

interface MarkRules {
  readonly type: MarkType;
  readonly rank: number;
  readonly attrs: AttrRules;
}

const NODES = new Map<unknown, NodeRules>();
for (const type of Object.values(richTextSchema.nodes)) {
  const attrs = attrRules(type.spec.attrs);
  if (attrs) NODES.set(type.name, { type, attrs });
}

const MARKS = new Map<unknown, MarkRules>();
for (const [rank, type] of Object.values(richTextSchema.marks).entries()) {
  const attrs = attrRules(type.spec.attrs);
  if (attrs) MARKS.set(type.name, { type, rank, attrs });
}

/** The rules of attributes; null when one is checked in a way that only the schema knows. */
function attrRules(specs: Readonly<Record<string, AttributeSpec>> = {}): AttrRules | null {
  const byName = new Map<string, AttrRule>();
  let required = 0;
  for (const [name, { default: standard, validate = () => undefined }] of Object.entries(specs)) {
    if (typeof validate === 'string') return null;
    const rule = { test: validate, required: standard === undefined ? 1 : 0 };
    byName.set(name, rule);
    required += rule.required;
  }
  return { byName, required };
}

/**
 * Copies and checks a document by the rules of {@link richTextSchema} without making a tree of
 * nodes: documents as editors write them, which is nearly all that a parser ever sees. What has
 * unknown fields, marks out of order or much depth it leaves to the schema.
 */
export const quickRichText: QuickReader = (value, depth) => {
  try {
    return readNode(value, depth, richTextSchema.topNodeType, 0);
  } catch {
    // A check of an attribute says no by throwing.
    return UNSURE;
  }
};

function readNode(value: unknown, depth: number, wanted: NodeType, level: number): unknown {
  const copy = readAnyNode(value, depth, null, level);
  return copy !== UNSURE && (copy as { type: unknown }).type === wanted.name ? copy : UNSURE;
}

/** Reads a node; `parent` tells which marks it may bear. */
function readAnyNode(
  from: unknown,
  depth: number,
  parent: NodeType | null,
  level: number,
): unknown {
  if (level > MAX_NODE_DEPTH || !isQuickRecord(from, depth)) return UNSURE;
  const { type: name } = from;
  const rules = NODES.get(name);
  if (!rules) return UNSURE;
  const to: Record<string, unknown> = {};
  let hasText = false;
  let hasContent = false;
  let hasAttrs = false;
  for (const key in from) {
    if (!spend(1)) return UNSURE;
    let copy: unknown = UNSURE;
    if (key === 'type') copy = name;
    else if (key === 'content') {
      copy = readContent(from.content, depth + 1, rules.type, level);
      hasContent = true;
    } else if (key === 'text') {
      const { text } = from;
      hasText = rules.type.isText && typeof text === 'string' && text !== '';
      copy = hasText ? text : UNSURE;
    } else if (key === 'marks') copy = readMarks(from.marks, depth + 1, parent);
    else if (key === 'attrs') {
      copy = readAttrs(from.attrs, depth + 1, rules.attrs);
      hasAttrs = true;
    }
    if (copy === UNSURE) return UNSURE;
    to[key] = copy;
  }
  if (rules.type.isText !== hasText || (!hasAttrs && rules.attrs.required > 0)) return UNSURE;
  if (!hasContent && !rules.type.contentMatch.validEnd) return UNSURE;
  return Object.freeze(to);
}

function readContent(from: unknown, depth: number, parent: NodeType, level: number): unknown {
  if (!Array.isArray(from) || parent.isText) return UNSURE;
  const to = quickCopyArray(from, depth, (each, below) =>
    readAnyNode(each, below, parent, level + 1),
  );
  if (to === UNSURE) return UNSURE;
  let match: ContentMatch | null = parent.contentMatch;
  for (const child of to) {
    const type = NODES.get((child as { type: unknown }).type)?.type;
    match = type && match ? match.matchType(type) : null;
  }
  return match?.validEnd ? to : UNSURE;
}

function readMarks(from: unknown, depth: number, parent: NodeType | null): unknown {
  if (!Array.isArray(from)) return UNSURE;
  const to = quickCopyArray(from, depth, readMark);
  if (to === UNSURE) return UNSURE;
  let rank = -1;
  const types: MarkType[] = [];
  for (const mark of to) {
    const rules = MARKS.get((mark as { type: unknown }).type);
    if (!rules || rules.rank <= rank || !parent?.allowsMarkType(rules.type)) return UNSURE;
    if (types.some((other) => other.excludes(rules.type) || rules.type.excludes(other)))
      return UNSURE;
    rank = rules.rank;
    types.push(rules.type);
  }
  return to;
}

function readMark(from: unknown, depth: number): unknown {
  if (!isQuickRecord(from, depth)) return UNSURE;
  const { type: name } = from;
  const rules = MARKS.get(name);
  if (!rules) return UNSURE;
  const to: Record<string, unknown> = {};
  let hasAttrs = false;
  for (const key in from) {
    if (!spend(1)) return UNSURE;
    if (key === 'type') to.type = name;
    else if (key === 'attrs') {
      const attrs = readAttrs(from.attrs, depth + 1, rules.attrs);
      if (attrs === UNSURE) return UNSURE;
      to.attrs = attrs;
      hasAttrs = true;
    } else return UNSURE;
  }
  return hasAttrs || rules.attrs.required === 0 ? Object.freeze(to) : UNSURE;
}

function readAttrs(from: unknown, depth: number, { byName, required }: AttrRules): unknown {
  if (!isQuickRecord(from, depth)) return UNSURE;
  const to: Record<string, unknown> = {};
  let missing = required;
  for (const key in from) {
    if (!spend(1)) return UNSURE;
    const rule = byName.get(key);
    const value = rule ? quickCopy(from[key], depth + 1) : UNSURE;
    if (!rule || value === UNSURE) return UNSURE;
    rule.test(value);
    to[key] = value;
    missing -= rule.required;
  }
  return missing === 0 ? Object.freeze(to) : UNSURE;
}
