import type { z } from 'zod';
import {
  EMPTY,
  isQuickRecord,
  isSafeKey,
  quickCopy,
  quickCopyArray,
  type QuickReader,
  spend,
  UNSURE,
} from './quickCopy.ts';

type Schema = z.core.$ZodType;
type Check = z.core.$ZodCheck;
type Test<Value> = (value: Value) => boolean;

/** What the checks that are known here say of themselves; others have fields of their own. */
interface CheckDef {
  readonly check: string;
  readonly maximum?: unknown;
  readonly minimum?: unknown;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly fn?: (value: unknown) => unknown;
}

function defOf(check: Check): CheckDef {
  return check._zod.def;
}

const readers = new WeakMap<Schema, QuickReader>();

/**
 * The quick reader of a schema, made once: it copies and checks in one walk what a schema of the
 * common kinds (objects, arrays, strings, numbers, enums, unions) takes without changing it. For
 * whatever it does not know it asks the schema itself, so that the schema stays the only owner of
 * what is valid. It never takes what the schema refuses.
 */
export function quickReaderOf(schema: Schema): QuickReader {
  const known = readers.get(schema);
  if (known) return known;
  const made = makeReader(schema as z.core.$ZodTypes);
  readers.set(schema, made);
  return made;
}

/** Gives a schema whose checks are code a reader of its own, and returns the schema. */
export function withQuickReader<Given extends Schema>(schema: Given, reader: QuickReader): Given {
  readers.set(schema, reader);
  return schema;
}

function makeReader(schema: z.core.$ZodTypes): QuickReader {
  const { def, traits } = schema._zod;
  const checks = def.checks ?? [];
  const isFormat = traits.has('$ZodCheck') && def.type !== 'custom';
  if (isFormat || ('coerce' in def && def.coerce === true)) return asking(schema);
  switch (def.type) {
    case 'string':
      return stringReader(checks);
    case 'number':
      return numberReader(checks);
    case 'boolean':
      return checks.length > 0 ? asking(schema) : readBoolean;
    case 'enum':
    case 'literal': {
      const values = def.type === 'enum' ? Object.values(def.entries) : def.values;
      // An enum of numbers holds its names too, which are not valid.
      const isWords = values.every((value) => typeof value === 'string');
      return isWords && checks.length === 0 ? oneOf(new Set(values)) : asking(schema);
    }
    case 'array':
      return arrayReader(schema, def.element, checks);
    case 'object':
      return objectReader(schema);
    case 'union':
      return checks.length > 0 ? asking(schema) : unionReader(def.options);
    case 'any':
    case 'unknown':
      return checks.length > 0 ? asking(schema) : quickCopy;
    default:
      return asking(schema);
  }
}

/** Copies, then lets the schema itself judge. */
function asking(schema: Schema): QuickReader {
  return (value, depth) => {
    const copy = quickCopy(value, depth);
    if (copy === UNSURE) return UNSURE;
    // Of what a schema makes of a value nothing is kept, as pages keep what they were given.
    const judged = schema._zod.run({ value: copy, issues: [] }, { async: false });
    return judged instanceof Promise || judged.issues.length > 0 ? UNSURE : copy;
  };
}

function readBoolean(value: unknown): unknown {
  return typeof value === 'boolean' ? value : UNSURE;
}

function oneOf(words: ReadonlySet<unknown>): QuickReader {
  return (value) => (words.has(value) ? value : UNSURE);
}

function stringReader(checks: readonly Check[]): QuickReader {
  let longest = Infinity;
  const tests: Test<string>[] = [];
  for (const check of checks) {
    const { check: name, maximum, format, pattern } = defOf(check);
    // Schemas count code points, of which there are no more than units.
    if (name === 'max_length' && typeof maximum === 'number') longest = Math.min(longest, maximum);
    else if (name === 'string_format' && format === 'regex' && pattern && isStateless(pattern))
      tests.push(remembering((value) => pattern.test(value)));
    else tests.push(testOf(check));
  }
  return (value) =>
    typeof value === 'string' && value.length <= longest && passes(tests, value) ? value : UNSURE;
}

function passes<Value>(tests: readonly Test<Value>[], value: Value): boolean {
  for (const test of tests) if (!test(value)) return false;
  return true;
}

/**
 * A test of texts that knows the last two which passed again: ids of parents come in rows, between
 * blocks' own ids, and colours repeat. It must answer the same each time it is asked.
 */
function remembering(test: Test<string>): Test<string> {
  let last: string | null = null;
  let before: string | null = null;
  return (value) => {
    if (value === last) return true;
    if (value !== before && !test(value)) return false;
    before = last;
    last = value;
    return true;
  };
}

/**
 * A reader of texts that pass a test, for schemas whose checks are code: a schema is given it by
 * {@link withQuickReader}.
 *
 * @param test answers the same each time it is asked
 */
export function textReader(test: (value: string) => boolean): QuickReader {
  const passes = remembering(test);
  return (value) => (typeof value === 'string' && passes(value) ? value : UNSURE);
}

/** Whether a pattern answers the same each time it is asked. */
function isStateless({ global, sticky }: RegExp): boolean {
  return !global && !sticky;
}

function numberReader(checks: readonly Check[]): QuickReader {
  let least = -Number.MAX_VALUE;
  let most = Number.MAX_VALUE;
  let isWhole = false;
  const tests: Test<number>[] = [];
  for (const check of checks) {
    const { check: name, value, inclusive, format } = defOf(check);
    if (name === 'greater_than' && inclusive && typeof value === 'number')
      least = Math.max(least, value);
    else if (name === 'less_than' && inclusive && typeof value === 'number')
      most = Math.min(most, value);
    else if (name === 'number_format' && format === 'safeint') isWhole = true;
    else tests.push(testOf(check));
  }
  return (value) =>
    typeof value === 'number' &&
    value >= least &&
    value <= most &&
    (!isWhole || Number.isSafeInteger(value)) &&
    passes(tests, value)
      ? value
      : UNSURE;
}

/** Asks a check alone; what changes the value or answers later is not for a quick reader. */
function testOf(check: Check): Test<unknown> {
  const { check: name, fn } = defOf(check);
  if (name === 'custom' && fn) return (value) => fn(value) === true;
  return (value) => {
    const payload: z.core.ParsePayload = { value, issues: [] };
    const later = check._zod.check(payload as z.core.ParsePayload<never>);
    return later === undefined && payload.issues.length === 0 && payload.value === value;
  };
}

function arrayReader(schema: Schema, element: Schema, checks: readonly Check[]): QuickReader {
  let most = Infinity;
  let least = 0;
  for (const check of checks) {
    const { check: name, maximum, minimum } = defOf(check);
    if (name === 'max_length' && typeof maximum === 'number') most = Math.min(most, maximum);
    else if (name === 'min_length' && typeof minimum === 'number') least = Math.max(least, minimum);
    else return asking(schema);
  }
  const read = lazily(element);
  return (value, depth) =>
    Array.isArray(value) && value.length <= most && value.length >= least
      ? quickCopyArray(value, depth, read)
      : UNSURE;
}

function unionReader(options: readonly Schema[]): QuickReader {
  const reads = options.map(lazily);
  return (value, depth) => {
    for (const read of reads) {
      const copy = read(value, depth);
      if (copy !== UNSURE) return copy;
    }
    return UNSURE;
  };
}

/** A reader that is made when it is first needed, as schemas may hold themselves. */
function lazily(schema: Schema): QuickReader {
  let reader: QuickReader | null = null;
  return (value, depth) => (reader ??= quickReaderOf(schema))(value, depth);
}

/** How the value under a known key is read. */
interface Field {
  readonly name: string;
  readonly schema: Schema;
  /** Made when it is first needed, as schemas may hold themselves. */
  read: QuickReader | null;
  /** 1 when it must be there, else 0. */
  readonly required: number;
}

/**
 * The reader of an object schema that lets unknown keys be.
 *
 * @param own readers of fields that the schema says less about or nothing; they must be there
 */
export function objectReader(
  schema: Schema,
  own: Readonly<Record<string, QuickReader>> = {},
): QuickReader {
  const { def } = (schema as z.core.$ZodObject)._zod;
  const catchall = def.catchall?._zod.def.type;
  const isOpen = catchall === undefined || catchall === 'unknown' || catchall === 'any';
  const names = Object.keys(def.shape);
  if (!isOpen || (def.checks ?? []).length > 0 || !names.every(isSafeKey)) return asking(schema);
  const fields = Object.create(null) as Record<string, Field | undefined>;
  let required = 0;
  for (const name of names) fields[name] = fieldOf(name, def.shape[name] as z.core.$ZodTypes);
  for (const name of Object.keys(own)) {
    const read = own[name];
    if (read) fields[name] = { name, schema, read, required: 1 };
  }
  for (const name of Object.keys(fields)) required += fields[name]?.required ?? 0;
  const shape: Shape = { fields, required, lastOrder: [] };
  return (value, depth) => readObject(value, depth, shape);
}

/** What is known of the objects of a schema. */
interface Shape {
  readonly fields: Readonly<Record<string, Field | undefined>>;
  /** How many fields must be there. */
  readonly required: number;
  /**
   * The fields that the objects before had at each place: most objects have the same ones in the
   * same order, and are spared looking each up by its name.
   */
  readonly lastOrder: (Field | undefined)[];
}

function fieldOf(name: string, schema: z.core.$ZodTypes): Field {
  const { def, traits } = schema._zod;
  // Only the plain kind of optional: others put something in the place of what is absent.
  const isOptional =
    def.type === 'optional' && !traits.has('$ZodExactOptional') && (def.checks ?? []).length === 0;
  return {
    name,
    schema: isOptional ? def.innerType : schema,
    read: null,
    required: isOptional ? 0 : 1,
  };
}

function readObject(from: unknown, depth: number, shape: Shape): unknown {
  if (!isQuickRecord(from, depth)) return UNSURE;
  const { fields, lastOrder } = shape;
  let to: Record<string, unknown> | null = null;
  let missing = shape.required;
  let place = 0;
  for (const key in from) {
    if (!spend(1)) return UNSURE;
    let field = lastOrder[place];
    if (field?.name !== key) {
      field = fields[key];
      if (field) lastOrder[place] = field;
    }
    place += 1;
    let copy: unknown;
    if (field) {
      copy = (field.read ??= quickReaderOf(field.schema))(from[key], depth + 1);
      missing -= field.required;
    } else copy = isSafeKey(key) ? quickCopy(from[key], depth + 1) : UNSURE;
    if (copy === UNSURE) return UNSURE;
    to ??= {};
    to[key] = copy;
  }
  if (missing !== 0) return UNSURE;
  return to ? Object.freeze(to) : EMPTY;
}
