import { asBuiltin, findDefinition } from '../../blocks/builtinBlocks.ts';
import { isRecord } from '../../model/isRecord.ts';
import type { JsonRecord, LegacyBlock } from '../Migration.ts';
import {
  CONTENT_FIELDS,
  ENVELOPE_FIELDS,
  POSITION_FIELDS,
  PROPERTY_FIELDS,
  STYLE_FIELDS,
} from './legacyFields.ts';
import { readContent } from './readContent.ts';
import { readPosition } from './readPosition.ts';
import { readProperties } from './readProperties.ts';
import { readStyles } from './readStyles.ts';
import type { ReadThingsOptions } from './readThings.ts';

/** What {@link readThing} is told of one block. */
export interface ThingEntry {
  /** The id that it has from now on. */
  readonly id: string;
  /** Ids that were replaced, to what replaced them. */
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * One block of an older page in today's form: its content below `content` wherever it stood, looks
 * and links under today's names. Of a type that nobody knows only the place, looks and links are
 * read; all else stays untouched.
 *
 * @returns the block, and whether it is a group whose size has to be found
 */
export function readThing(
  thing: JsonRecord,
  { units, context }: ReadThingsOptions,
  entry: ThingEntry,
): { readonly block: LegacyBlock; readonly isUnsized: boolean } {
  const { id, ids } = entry;
  const { warn, kits } = context;
  const path = ['things', id];
  const type = readType(thing.type);
  if (type !== thing.type && findDefinition(type, kits) === null)
    warn([...path, 'type'], 'value_replaced');
  const fields = sortFields(thing, type);
  const { position, isUnsized } = readPosition(
    isRecord(thing.position) ? thing.position : fields.flat,
    [...path, 'position'],
    type === 'group',
    units,
    warn,
  );
  const size = {
    width: position.width * units.pxPerUnit,
    height: position.height * units.pxPerUnit,
  };
  const parentUuid = readParent(thing.parentUuid, ids);
  const own = {
    position,
    properties: readProperties(fields.properties, [...path, 'properties'], warn),
    styles: readStyles(fields.styles, [...path, 'styles'], size, warn),
    content: readContent(type, fields.content, { ...entry, context }),
  };
  const block: LegacyBlock =
    parentUuid === undefined
      ? { uuid: id, type, ...own, ...fields.rest }
      : { uuid: id, type, parentUuid, ...own, ...fields.rest };
  return { block, isUnsized };
}

interface SortedFields {
  /** What stays directly on the block; of no name that {@link ENVELOPE_FIELDS} has. */
  readonly rest: JsonRecord;
  readonly content: JsonRecord;
  readonly properties: JsonRecord;
  readonly styles: JsonRecord;
  readonly flat: JsonRecord;
}

type Place = 'content' | 'properties' | 'styles' | 'flat';

/** Each field to where today's blocks have it; what no block has stays beside them. */
function sortFields(thing: JsonRecord, type: string): SortedFields {
  const rest: Record<string, unknown> = {};
  let lifted: Partial<Record<Place, Record<string, unknown>>> | null = null;
  const isBuiltin = asBuiltin({ type }) !== null;
  const contentFields = CONTENT_FIELDS.get(type);
  for (const key of Object.keys(thing)) {
    if (ENVELOPE_FIELDS.has(key)) continue;
    const place = placeOf(key, isBuiltin, contentFields);
    if (place === null || !isFree(thing, place, key))
      rest[key] = key === 'source' ? readSource(thing[key]) : thing[key];
    else ((lifted ??= {})[place] ??= {})[key] = thing[key];
  }
  return {
    rest,
    content: merged(thing.content, lifted?.content, type === 'text' ? 'text' : LEFT_OVER),
    properties: merged(thing.properties, lifted?.properties, LEFT_OVER),
    styles: merged(thing.styles, lifted?.styles, LEFT_OVER),
    flat: lifted?.flat ?? NOTHING,
  };
}

/** Where a field belongs that lies directly on a block; null for there. */
function placeOf(
  key: string,
  isBuiltin: boolean,
  contentFields: ReadonlySet<string> | undefined,
): Place | null {
  if (contentFields?.has(key)) return 'content';
  if (isBuiltin && PROPERTY_FIELDS.has(key)) return 'properties';
  if (isBuiltin && STYLE_FIELDS.has(key)) return 'styles';
  return POSITION_FIELDS.has(key) ? 'flat' : null;
}

/** Said twice, today's place wins, and the other stays where nobody reads it. */
function isFree(thing: JsonRecord, place: Place, key: string): boolean {
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

/** Where a picture came from: `URL` then, `url` now. */
function readSource(value: unknown): unknown {
  if (!isRecord(value) || !Object.hasOwn(value, 'URL') || Object.hasOwn(value, 'url')) return value;
  const { URL: url, ...source } = value;
  return { ...source, url };
}
