import type { AttributeSpec, ContentMatch, MarkType, NodeType } from 'prosemirror-model';
import { findDefinition } from '../blocks/builtinBlocks.ts';
import { type Block, blockEnvelopeSchema, blockIdSchema, isBlockId } from '../model/Block.ts';
import { isColor } from '../model/colors.ts';
import { colorSchema } from '../model/styles.ts';
import { BLOCK_DEPTH, isSafeKey, markFrozen } from '../model/json.ts';
import { type Page, pageEnvelopeSchema } from '../model/Page.ts';
import { richTextDocSchema } from '../text/richText.ts';
import { richTextSchema } from '../text/richTextSchema.ts';
import {
  copyPlain,
  copyPlainArray,
  type ChangeTest,
  changeTest,
  EMPTY,
  FALL_BACK,
  type FastReader,
  fastReaderOf,
  isPlainRecord,
  objectReader,
  registerFastReader,
  spend,
  textReader,
  withinBudget,
} from './fastReader.ts';

/**
 * The fast path of `parsePage`: validates and copies a page in a single pass, several times faster
 * than zod (engine/bench/cases/parse.mjs compares them). It accepts only values that are certainly
 * valid; for anything else the caller falls back to plain zod.
 *
 * @returns a frozen copy whose fields and blocks are each valid (the tree of blocks is not checked),
 *   or null to fall back
 */
export function parsePageFast(json: unknown): Page | null {
  const page = withinBudget(() =>
    objectReader(pageEnvelopeSchema, { things: readThings })(json, 0),
  );
  return page === FALL_BACK ? null : (page as Page);
}

/**
 * {@link parsePageFast} with a pause after each block, for a page that the caller's process has
 * stored: the values of its blocks together are not limited.
 */
export function* parsePageFastInSteps(json: unknown): Generator<undefined, Page | null, undefined> {
  const envelope = withinBudget(() =>
    objectReader(pageEnvelopeSchema, { things: readNothing })(json, 0),
  );
  const from = isPlainRecord(json, 0) ? json.things : FALL_BACK;
  if (envelope === FALL_BACK || !isPlainRecord(from, 1)) return null;
  const things: Record<string, unknown> = {};
  for (const key of Object.keys(from)) {
    const copy = isSafeKey(key) ? withinBudget(() => readBlock(from[key], BLOCK_DEPTH)) : FALL_BACK;
    if (copy === FALL_BACK) return null;
    things[key] = copy;
    yield;
  }
  // In the order of the page's fields.
  const page = { ...(envelope as Page), things: markFrozen(Object.freeze(things)) };
  return Object.freeze(page) as Page;
}

const readNothing: FastReader = () => EMPTY;

/**
 * The fast path of `checkBlock`; false means that plain zod has to decide.
 *
 * @param valid a valid block, deeply frozen. What the value shares with it is not read again, which
 *   saves most of the time of an edit
 */
export function isValidBlockFast(value: unknown, valid?: Block): boolean {
  return withinBudget(
    () =>
      (valid !== undefined && isValidEdit(value, valid)) ||
      readBlock(value, BLOCK_DEPTH) !== FALL_BACK,
  );
}

const readThings: FastReader = (from, depth) => {
  if (!isPlainRecord(from, depth)) return FALL_BACK;
  const to: Record<string, unknown> = {};
  for (const key in from) {
    const copy = spend(1) && isSafeKey(key) ? readBlock(from[key], depth + 1) : FALL_BACK;
    if (copy === FALL_BACK) return FALL_BACK;
    to[key] = copy;
  }
  return markFrozen(Object.freeze(to));
};

function isValidEdit(value: unknown, valid: Block): boolean {
  return (
    isPlainRecord(value, BLOCK_DEPTH) &&
    value.type === valid.type &&
    rulesOf(valid.type).isValidChange(value, valid, BLOCK_DEPTH)
  );
}

/** How to validate blocks of a type. */
interface BlockRules {
  readonly read: FastReader;
  readonly isValidChange: ChangeTest;
}

/** Those of all types that are not built in. */
let otherRules: BlockRules | null = null;
/** Cache: rules by built-in type. Never invalidated, since definitions do not change. */
const builtinRules = new Map<string, BlockRules>();

function rulesOf(type: string): BlockRules {
  const existing = builtinRules.get(type);
  if (existing) return existing;
  const definition = findDefinition(type);
  if (!definition) return (otherRules ??= rulesWith({}));
  const created = rulesWith({ content: contentReader(definition.content) });
  builtinRules.set(type, created);
  return created;
}

function rulesWith(overrides: Readonly<Record<string, FastReader>>): BlockRules {
  return {
    read: objectReader(blockEnvelopeSchema, overrides),
    isValidChange: changeTest(blockEnvelopeSchema, overrides),
  };
}

const readBlock: FastReader = (value, depth) => {
  if (!isPlainRecord(value, depth)) return FALL_BACK;
  const { type } = value;
  if (typeof type !== 'string') return FALL_BACK;
  const copy = rulesOf(type).read(value, depth);
  // A getter can return another type the second time.
  return copy === FALL_BACK || (copy as Block).type !== type ? FALL_BACK : copy;
};

/** The content of a block is always an object. */
function contentReader(schema: Parameters<typeof fastReaderOf>[0]): FastReader {
  const read = fastReaderOf(schema);
  return (value, depth) => (isPlainRecord(value, depth) ? read(value, depth) : FALL_BACK);
}

/** Deep enough for three nested lists. Deeper documents are left to the schema, which allows more. */
const MAX_NODE_DEPTH = 8;

/** How to check an attribute: `test` throws on an invalid value. */
interface AttrRule {
  readonly test: (value: unknown) => void;
  readonly required: number;
}

/** The attributes of a type of node or mark. */
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

/** The rules for attributes; null when one has a kind of validation that is not supported here. */
function attrRules(specs: Readonly<Record<string, AttributeSpec>> = {}): AttrRules | null {
  const byName = new Map<string, AttrRule>();
  let required = 0;
  for (const [name, { default: defaultValue, validate = () => undefined }] of Object.entries(
    specs,
  )) {
    if (typeof validate === 'string') return null;
    const rule = { test: validate, required: defaultValue === undefined ? 1 : 0 };
    byName.set(name, rule);
    required += rule.required;
  }
  return { byName, required };
}

/**
 * Reads a rich text document by the rules of {@link richTextSchema} without creating ProseMirror
 * nodes. Falls back for documents with unknown fields, marks out of order or deep nesting, which
 * editors do not write.
 */
const readRichText: FastReader = (value, depth) => {
  try {
    return readNode(value, depth, richTextSchema.topNodeType, 0);
  } catch {
    // An attribute is invalid.
    return FALL_BACK;
  }
};

function readNode(value: unknown, depth: number, expected: NodeType, level: number): unknown {
  const copy = readAnyNode(value, depth, null, level);
  return copy !== FALL_BACK && (copy as { type: unknown }).type === expected.name
    ? copy
    : FALL_BACK;
}

/** Reads a node; `parent` determines which marks are allowed. */
function readAnyNode(
  from: unknown,
  depth: number,
  parent: NodeType | null,
  level: number,
): unknown {
  if (level > MAX_NODE_DEPTH || !isPlainRecord(from, depth)) return FALL_BACK;
  const { type: name } = from;
  const rules = NODES.get(name);
  if (!rules) return FALL_BACK;
  const to: Record<string, unknown> = {};
  let hasText = false;
  let hasContent = false;
  let hasAttrs = false;
  for (const key in from) {
    if (!spend(1)) return FALL_BACK;
    let copy: unknown = FALL_BACK;
    if (key === 'type') copy = name;
    else if (key === 'content') {
      copy = readContent(from.content, depth + 1, rules.type, level);
      hasContent = true;
    } else if (key === 'text') {
      const { text } = from;
      hasText = rules.type.isText && typeof text === 'string' && text !== '';
      copy = hasText ? text : FALL_BACK;
    } else if (key === 'marks') copy = readMarks(from.marks, depth + 1, parent);
    else if (key === 'attrs') {
      copy = readAttrs(from.attrs, depth + 1, rules.attrs);
      hasAttrs = true;
    }
    if (copy === FALL_BACK) return FALL_BACK;
    to[key] = copy;
  }
  if (rules.type.isText !== hasText || (!hasAttrs && rules.attrs.required > 0)) return FALL_BACK;
  if (!hasContent && !rules.type.contentMatch.validEnd) return FALL_BACK;
  return Object.freeze(to);
}

function readContent(from: unknown, depth: number, parent: NodeType, level: number): unknown {
  if (!Array.isArray(from) || parent.isText) return FALL_BACK;
  const to = copyPlainArray(from, depth, (each, below) =>
    readAnyNode(each, below, parent, level + 1),
  );
  if (to === FALL_BACK) return FALL_BACK;
  let match: ContentMatch | null = parent.contentMatch;
  for (const child of to) {
    const type = NODES.get((child as { type: unknown }).type)?.type;
    match = type && match ? match.matchType(type) : null;
  }
  return match?.validEnd ? to : FALL_BACK;
}

function readMarks(from: unknown, depth: number, parent: NodeType | null): unknown {
  if (!Array.isArray(from)) return FALL_BACK;
  const to = copyPlainArray(from, depth, readMark);
  if (to === FALL_BACK) return FALL_BACK;
  let rank = -1;
  const types: MarkType[] = [];
  for (const mark of to) {
    const rules = MARKS.get((mark as { type: unknown }).type);
    if (!rules || rules.rank <= rank || !parent?.allowsMarkType(rules.type)) return FALL_BACK;
    if (types.some((other) => other.excludes(rules.type) || rules.type.excludes(other)))
      return FALL_BACK;
    rank = rules.rank;
    types.push(rules.type);
  }
  return to;
}

function readMark(from: unknown, depth: number): unknown {
  if (!isPlainRecord(from, depth)) return FALL_BACK;
  const { type: name } = from;
  const rules = MARKS.get(name);
  if (!rules) return FALL_BACK;
  const to: Record<string, unknown> = {};
  let hasAttrs = false;
  for (const key in from) {
    if (!spend(1)) return FALL_BACK;
    if (key === 'type') to.type = name;
    else if (key === 'attrs') {
      const attrs = readAttrs(from.attrs, depth + 1, rules.attrs);
      if (attrs === FALL_BACK) return FALL_BACK;
      to.attrs = attrs;
      hasAttrs = true;
    } else return FALL_BACK;
  }
  return hasAttrs || rules.attrs.required === 0 ? Object.freeze(to) : FALL_BACK;
}

function readAttrs(from: unknown, depth: number, { byName, required }: AttrRules): unknown {
  if (!isPlainRecord(from, depth)) return FALL_BACK;
  const to: Record<string, unknown> = {};
  let missing = required;
  for (const key in from) {
    if (!spend(1)) return FALL_BACK;
    const rule = byName.get(key);
    const value = rule ? copyPlain(from[key], depth + 1) : FALL_BACK;
    if (!rule || value === FALL_BACK) return FALL_BACK;
    rule.test(value);
    to[key] = value;
    missing -= rule.required;
  }
  return missing === 0 ? Object.freeze(to) : FALL_BACK;
}

registerFastReader(blockIdSchema, textReader(isBlockId));
registerFastReader(colorSchema, textReader(isColor));
registerFastReader(richTextDocSchema, readRichText);
