import { findDefinition } from '../../blocks/builtinBlocks.ts';
import { GEOMETRY } from '../../constants/geometry.ts';
import { isBlockId } from '../../model/Block.ts';
import { isRecord } from '../../model/json.ts';
import type { JsonRecord, LegacyBlock, LegacyThings, MigrationContext } from '../Migration.ts';
import { extentOf } from '../mainSection.ts';
import type { LegacyUnits } from './LegacyUnits.ts';
import { type FieldTarget, fieldTargetsOf } from './legacyFields.ts';
import { makeStableIds } from './makeStableIds.ts';
import { readContent, type ReadContentOptions } from './readContent.ts';
import { readFlag } from './readFlag.ts';
import { readPosition } from './readPosition.ts';
import { readProperties } from './readProperties.ts';
import { readStyles } from './readStyles.ts';

/** Options of {@link readThings}. */
export interface ReadThingsOptions {
  readonly units: LegacyUnits;
  /** Groups without a parent are sections in this version. */
  readonly hasSections: boolean;
  readonly context: MigrationContext;
}

interface Entry {
  id: string;
  readonly thing: JsonRecord;
}

/**
 * Reads the blocks of an older page from a map or, in the oldest pages, a list. Missing, invalid
 * and duplicate ids are replaced by derived ones. References to invalid ids are updated; those
 * to a duplicate id lead to the first block that has it.
 */
export function readThings(
  things: JsonRecord | readonly unknown[],
  options: ReadThingsOptions,
): LegacyThings {
  const { context } = options;
  const { entries, ids } = assignIds(things, context);
  const unsized = new Set<LegacyBlock>();
  const blocks = entries.map(({ id, thing }) => {
    const { block, isUnsized } = readThing(thing, options, { id, ids, context });
    if (isUnsized) unsized.add(block);
    return block;
  });
  if (unsized.size === 0) return blocks;
  const children = new Map<string, LegacyBlock[]>();
  for (const { uuid } of unsized) children.set(uuid, []);
  for (const block of blocks) children.get(block.parentUuid ?? '')?.push(block);
  const sized = new Map<LegacyBlock, LegacyBlock>();
  // From the inside out, since the size of a group depends on those of the groups in it.
  for (const group of outsideIn(unsized, children).reverse()) {
    const contents = (children.get(group.uuid) ?? []).map((child) => sized.get(child) ?? child);
    sized.set(group, sizeGroup(group, contents, options));
  }
  return blocks.map((block) => sized.get(block) ?? block);
}

/** Lists groups, each after the one that contains it, at any depth; groups in a cycle come last. */
function outsideIn(
  groups: ReadonlySet<LegacyBlock>,
  children: ReadonlyMap<string, LegacyThings>,
): LegacyBlock[] {
  const isInside = (group: LegacyBlock): boolean => children.has(group.parentUuid ?? '');
  const order = new Set([...groups].filter((group) => !isInside(group)));
  // A set is iterated in the order of insertion, including what is added on the way.
  for (const group of order)
    for (const child of children.get(group.uuid) ?? []) if (groups.has(child)) order.add(child);
  for (const group of groups) order.add(group);
  return [...order];
}

/**
 * Gives each block a valid and unique id.
 *
 * @returns the blocks, and the new ids by the ids that they replace
 */
function assignIds(
  things: JsonRecord | readonly unknown[],
  { warn }: MigrationContext,
): { readonly entries: readonly Entry[]; readonly ids: ReadonlyMap<string, string> } {
  const isList = Array.isArray(things);
  const entries: Entry[] = [];
  const taken = new Set<string>();
  const toRename: { readonly name: string; readonly index: number; readonly entry: Entry }[] = [];
  const byKey = things as JsonRecord;
  for (const key of Object.keys(byKey)) {
    const thing = byKey[key];
    if (!isRecord(thing)) {
      warn(['things', key], 'block_dropped');
      continue;
    }
    const name = isList ? nameOf(thing.uuid) : key;
    const entry = { id: name, thing };
    entries.push(entry);
    if (taken.has(name) || !isBlockId(name)) {
      toRename.push({ name, index: entries.length - 1, entry });
      warn(['things', key], 'id_replaced');
    } else taken.add(name);
  }
  const ids = new Map<string, string>();
  const stableId = makeStableIds();
  for (const { name, index, entry } of toRename) {
    const seed = name === '' ? `block ${String(index)}` : name;
    entry.id = stableId(seed, (id) => taken.has(id));
    taken.add(entry.id);
    if (!taken.has(name) && !ids.has(name)) ids.set(name, entry.id);
  }
  // A block under a key that differs from its id is found by both, unless another block has that
  // id.
  for (const { id, thing } of entries) {
    const name = nameOf(thing.uuid);
    if (name !== id && name !== '' && !taken.has(name) && !ids.has(name)) ids.set(name, id);
  }
  return { entries, ids };
}

function nameOf(uuid: unknown): string {
  return typeof uuid === 'string' || typeof uuid === 'number' ? String(uuid) : '';
}

/**
 * A group without a size is as large as its contents; a section is as wide as the window, and at
 * least as tall as a new one.
 */
function sizeGroup(
  group: LegacyBlock,
  children: LegacyThings,
  { units, hasSections }: ReadThingsOptions,
): LegacyBlock {
  const isSection = hasSections && group.parentUuid === undefined;
  const right = children.reduce(
    (max, { position }) => Math.max(max, position.x + position.width),
    0,
  );
  const { width, height } = group.position;
  const bottom = extentOf(children) + (isSection ? GEOMETRY.pageMargin * units.window : 0);
  const minHeight = isSection ? GEOMETRY.newSectionHeightPx / units.pxPerUnit : 0;
  const position = {
    ...group.position,
    width: width > 0 ? width : isSection ? units.window : right,
    height: height > 0 ? height : Math.max(minHeight, bottom),
  };
  return { ...group, position };
}

/**
 * Converts a block to the current shape: content fields under `content`, styles and links under
 * their current names. The content of unknown types is not converted.
 *
 * @returns the block, and whether it is a group whose size has to be computed
 */
export function readThing(
  thing: JsonRecord,
  { units }: ReadThingsOptions,
  entry: ReadContentOptions,
): { readonly block: LegacyBlock; readonly isUnsized: boolean } {
  const { id, ids } = entry;
  const { warn, kits } = entry.context;
  const path = ['things', id];
  const type = readType(thing.type);
  if (type !== thing.type && findDefinition(type, kits) === null)
    warn([...path, 'type'], 'value_replaced');
  const { moved, rest } = groupFields(thing, type);
  const { position, isUnsized } = readPosition(
    isRecord(thing.position) ? thing.position : (moved?.flat ?? EMPTY_RECORD),
    path,
    type === 'group',
    units,
    warn,
  );
  const size = {
    width: position.width * units.pxPerUnit,
    height: position.height * units.pxPerUnit,
  };
  const content = mergeFields(
    thing.content,
    moved?.content,
    type === 'text' ? 'text' : LEGACY_VALUE,
  );
  const properties = mergeFields(thing.properties, moved?.properties, LEGACY_VALUE);
  const styles = mergeFields(thing.styles, moved?.styles, LEGACY_VALUE);
  const read = {
    position,
    properties: readProperties(properties, path, warn),
    styles: readStyles(styles, path, size, warn),
    content: readContent(type, content, entry),
  };
  const parentUuid = readParent(thing.parentUuid, ids);
  const block = createBlock(id, type, parentUuid, read);
  for (const key of rest) block[key] = key === 'source' ? readSource(thing[key]) : thing[key];
  if (thing.locked !== undefined && typeof thing.locked !== 'boolean')
    block.locked = readLock(thing.locked, path, warn);
  return { block, isUnsized };
}

type Objects = Pick<LegacyBlock, 'position' | 'properties' | 'styles' | 'content'>;

/** Lists the fields explicitly, because JavaScript engines optimise objects of a known shape. */
function createBlock(
  uuid: string,
  type: string,
  parentUuid: string | undefined,
  { position, properties, styles, content }: Objects,
): LegacyBlock & Record<string, unknown> {
  return parentUuid === undefined
    ? { uuid, type, position, properties, styles, content }
    : { uuid, type, parentUuid, position, properties, styles, content };
}

interface GroupedFields {
  /** Fields that belong in one of the block's objects; null if there are none. */
  readonly moved: Partial<Record<FieldTarget, Record<string, unknown>>> | null;
  /** Names of the fields that stay on the block, apart from those that all types share. */
  readonly rest: readonly string[];
}

/** Moves each field to its current place; unknown fields stay on the block. */
function groupFields(thing: JsonRecord, type: string): GroupedFields {
  const targets = fieldTargetsOf(type);
  const rest: string[] = [];
  let moved: Partial<Record<FieldTarget, Record<string, unknown>>> | null = null;
  for (const key of Object.keys(thing)) {
    const target = targets.get(key);
    if (target === 'envelope') continue;
    if (target !== undefined && mayMove(thing, target, key))
      ((moved ??= {})[target] ??= {})[key] = thing[key];
    else rest.push(key);
  }
  return { moved, rest };
}

/**
 * Whether a field moves to its target. If the target already has the field, that value wins and this
 * one stays where it is. Position fields move only if the block has no position object.
 */
function mayMove(thing: JsonRecord, target: FieldTarget, key: string): boolean {
  if (target === 'flat') return !isRecord(thing.position);
  const existing = thing[target];
  return !isRecord(existing) || !Object.hasOwn(existing, key);
}

/** The key for a value that is not an object but occurs in place of one. */
const LEGACY_VALUE = 'legacyValue';
const EMPTY_RECORD: JsonRecord = Object.freeze({});

function mergeFields(
  existing: unknown,
  moved: JsonRecord | undefined,
  legacyKey: string,
): JsonRecord {
  if (isRecord(existing)) return moved ? { ...existing, ...moved } : existing;
  if (existing === undefined || existing === null) return moved ?? EMPTY_RECORD;
  // Keeps both values if they would have the same key.
  const key = moved && Object.hasOwn(moved, legacyKey) ? LEGACY_VALUE : legacyKey;
  return { ...moved, [key]: existing };
}

/**
 * `StickyNote`, `stickyNote` and `sticky_note` become `sticky-note`; an invalid name becomes
 * `unknown`.
 */
function readType(value: unknown): string {
  if (typeof value !== 'string') return 'unknown';
  if (/^[a-z][a-z0-9-]{0,40}$/.test(value)) return value;
  const kebab = value
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 41);
  return kebab === '' ? 'unknown' : kebab;
}

function readParent(value: unknown, ids: ReadonlyMap<string, string>): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const name = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  // A missing parent is reported when the tree is repaired.
  return ids.get(name) ?? (name === '' ? 'gone' : name);
}

/** An unreadable lock counts as locked, because only the author may unlock the block. */
function readLock(
  value: unknown,
  path: readonly string[],
  warn: ReadContentOptions['context']['warn'],
): boolean {
  const read = readFlag(value);
  if (read === null) warn([...path, 'locked'], 'value_replaced');
  return read ?? true;
}

/** Renames the URL of an image's source from `URL` to `url`. */
function readSource(value: unknown): unknown {
  if (!isRecord(value) || !Object.hasOwn(value, 'URL') || Object.hasOwn(value, 'url')) return value;
  const { URL: url, ...source } = value;
  return { ...source, url };
}
