import { findDefinition } from '../../blocks/builtinBlocks.ts';
import { isRecord } from '../../model/json.ts';
import type { JsonRecord, LegacyBlock } from '../Migration.ts';
import { type FieldPlace, placesOf } from './legacyFields.ts';
import { readContent, type ReadContentOptions } from './readContent.ts';
import { readFlag } from './readFlag.ts';
import { readPosition } from './readPosition.ts';
import { readProperties } from './readProperties.ts';
import { readStyles } from './readStyles.ts';
import type { ReadThingsOptions } from './readThings.ts';

/**
 * One block of an older page in today's form: its content below `content` wherever it stood, looks
 * and links under today's names. Of a type that nobody knows only the place, looks and links are
 * read; all else stays untouched.
 *
 * @returns the block, and whether it is a group whose size has to be found
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
  const { lifted, rest } = sortFields(thing, type);
  const { position, isUnsized } = readPosition(
    isRecord(thing.position) ? thing.position : (lifted?.flat ?? NOTHING),
    path,
    type === 'group',
    units,
    warn,
  );
  const size = {
    width: position.width * units.pxPerUnit,
    height: position.height * units.pxPerUnit,
  };
  const content = merged(thing.content, lifted?.content, type === 'text' ? 'text' : LEFT_OVER);
  const properties = merged(thing.properties, lifted?.properties, LEFT_OVER);
  const styles = merged(thing.styles, lifted?.styles, LEFT_OVER);
  const read = {
    position,
    properties: readProperties(properties, path, warn),
    styles: readStyles(styles, path, size, warn),
    content: readContent(type, content, entry),
  };
  const parentUuid = readParent(thing.parentUuid, ids);
  const block = layOut(id, type, parentUuid, read);
  for (const key of rest) block[key] = key === 'source' ? readSource(thing[key]) : thing[key];
  if (thing.locked !== undefined && typeof thing.locked !== 'boolean')
    block.locked = readLock(thing.locked, path, warn);
  return { block, isUnsized };
}

type Objects = Pick<LegacyBlock, 'position' | 'properties' | 'styles' | 'content'>;

/** Names its fields one by one, as an object is laid out best whose fields are known at once. */
function layOut(
  uuid: string,
  type: string,
  parentUuid: string | undefined,
  { position, properties, styles, content }: Objects,
): LegacyBlock & Record<string, unknown> {
  return parentUuid === undefined
    ? { uuid, type, position, properties, styles, content }
    : { uuid, type, parentUuid, position, properties, styles, content };
}

interface SortedFields {
  /** What belongs into an object of the block's; null when nothing does. */
  readonly lifted: Partial<Record<FieldPlace, Record<string, unknown>>> | null;
  /** The names of what stays directly on the block, none of them an object's that all blocks have. */
  readonly rest: readonly string[];
}

/** Each field to where today's blocks have it; what no block has stays beside them. */
function sortFields(thing: JsonRecord, type: string): SortedFields {
  const places = placesOf(type);
  const rest: string[] = [];
  let lifted: Partial<Record<FieldPlace, Record<string, unknown>>> | null = null;
  for (const key of Object.keys(thing)) {
    const place = places.get(key);
    if (place === 'envelope') continue;
    if (place !== undefined && isFree(thing, place, key))
      ((lifted ??= {})[place] ??= {})[key] = thing[key];
    else rest.push(key);
  }
  return { lifted, rest };
}

/** Said twice, today's place wins, and the other stays where nobody reads it. */
function isFree(thing: JsonRecord, place: FieldPlace, key: string): boolean {
  if (place === 'flat') return !isRecord(thing.position);
  const given = thing[place];
  return !isRecord(given) || !Object.hasOwn(given, key);
}

/** The name under which what stood in an object's place is kept within one. */
const LEFT_OVER = 'legacyValue';
const NOTHING: JsonRecord = Object.freeze({});

function merged(given: unknown, lifted: JsonRecord | undefined, leftOver: string): JsonRecord {
  if (isRecord(given)) return lifted ? { ...given, ...lifted } : given;
  if (given === undefined || given === null) return lifted ?? NOTHING;
  return { ...lifted, [leftOver]: given };
}

/** `StickyNote`, `stickyNote` and `sticky_note` are `sticky-note`; what is no name is `unknown`. */
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
  // A parent that is not there is told of when the tree is mended.
  return ids.get(name) ?? (name === '' ? 'gone' : name);
}

/** What nobody can read was locked: only its author may say that it is not. */
function readLock(
  value: unknown,
  path: readonly string[],
  warn: ReadContentOptions['context']['warn'],
): boolean {
  const read = readFlag(value);
  if (read === null) warn([...path, 'locked'], 'value_replaced');
  return read ?? true;
}

/** Where an image came from: `URL` then, `url` now. */
function readSource(value: unknown): unknown {
  if (!isRecord(value) || !Object.hasOwn(value, 'URL') || Object.hasOwn(value, 'url')) return value;
  const { URL: url, ...source } = value;
  return { ...source, url };
}
