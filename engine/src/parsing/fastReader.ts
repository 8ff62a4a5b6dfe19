import type { z } from 'zod';
import { isSafeKey, MAX_DEPTH, MAX_VALUES } from '../model/json.ts';

/**
 * Returned by a fast reader that does not recognise a value as valid. The caller then parses with
 * plain zod, which decides and reports the error.
 */
export const FALL_BACK: unique symbol = Symbol('fall back to zod');

/**
 * Validates a value and copies it into plain frozen objects in a single pass.
 *
 * @param depth how many objects and arrays enclose the value
 * @returns the copy, or {@link FALL_BACK}
 */
export type FastReader = (value: unknown, depth: number) => unknown;

let valuesLeft = 0;

/** Calls `read` with the same limit on the number of values as `copyJson`. */
export function withinBudget<Outcome>(read: () => Outcome): Outcome {
  // A getter in the input may call the parser again.
  const outer = valuesLeft;
  valuesLeft = isPrototypeClean() ? MAX_VALUES : 0;
  try {
    return read();
  } finally {
    valuesLeft = outer;
  }
}

/**
 * `for in` is by far the fastest way to iterate over an object, but it includes properties added to
 * `Object.prototype`. If there are any, the fast path is off.
 */
function isPrototypeClean(): boolean {
  for (const _ in Object.prototype) return false;
  return true;
}

/** Deducts values from the limit; false when it is exceeded. */
export function spend(values: number): boolean {
  valuesLeft -= values;
  return valuesLeft > 0;
}

/** The copy that empty objects share. */
export const EMPTY: Readonly<Record<string, unknown>> = Object.freeze({});
const EMPTY_LIST: readonly unknown[] = Object.freeze([]);

/** Whether a value is a plain object, such as JSON.parse creates, within the nesting limit. */
export function isPlainRecord(value: unknown, depth: number): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    depth < MAX_DEPTH &&
    Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Copies JSON like `copyJson`, or returns {@link FALL_BACK} if a plain copy is not enough. */
export function copyPlain(value: unknown, depth: number): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : FALL_BACK;
  return Array.isArray(value)
    ? copyPlainArray(value, depth, copyPlain)
    : copyPlainRecord(value, depth);
}

/** Copies an array, reading each element with `read`. */
export function copyPlainArray(
  from: readonly unknown[],
  depth: number,
  read: FastReader,
): readonly unknown[] | typeof FALL_BACK {
  // Read once: the length of a proxy may grow beyond what was spent.
  const { length } = from;
  if (depth >= MAX_DEPTH || !spend(length)) return FALL_BACK;
  if (length === 0) return EMPTY_LIST;
  const to: unknown[] = [];
  for (let index = 0; index < length; index++) {
    const copy = read(from[index], depth + 1);
    if (copy === FALL_BACK) return FALL_BACK;
    to.push(copy);
  }
  return Object.freeze(to);
}

function copyPlainRecord(from: unknown, depth: number): unknown {
  if (!isPlainRecord(from, depth)) return FALL_BACK;
  let to: Record<string, unknown> | null = null;
  for (const key in from) {
    const copy = spend(1) && isSafeKey(key) ? copyPlain(from[key], depth + 1) : FALL_BACK;
    if (copy === FALL_BACK) return FALL_BACK;
    to ??= {};
    to[key] = copy;
  }
  return to ? Object.freeze(to) : EMPTY;
}

type Schema = z.core.$ZodType;
type Check = z.core.$ZodCheck;
type Test<Value> = (value: Value) => boolean;

/** The definition of the zod checks recognised here. */
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

/** Cache: readers by schema, registered or made on first use. An entry is dropped with its schema. */
const readers = new WeakMap<Schema, FastReader>();

/**
 * The fast reader for a schema. It handles the common kinds of schema (objects, arrays, strings,
 * numbers, enums, unions) as long as they leave the value unchanged, and runs the schema itself for
 * any other kind. It never accepts a value that the schema rejects.
 */
export function fastReaderOf(schema: Schema): FastReader {
  const cached = readers.get(schema);
  if (cached) return cached;
  const reader = makeReader(schema as z.core.$ZodTypes);
  readers.set(schema, reader);
  return reader;
}

/** Sets the fast reader for a schema whose rules are code, which cannot be derived from the schema. */
export function registerFastReader(schema: Schema, reader: FastReader): void {
  readers.set(schema, reader);
}

function makeReader(schema: z.core.$ZodTypes): FastReader {
  const { def, traits } = schema._zod;
  const checks = def.checks ?? [];
  const isFormat = traits.has('$ZodCheck') && def.type !== 'custom';
  if (isFormat || ('coerce' in def && def.coerce === true)) return readWithSchema(schema);
  switch (def.type) {
    case 'string':
      return stringReader(checks);
    case 'number':
      return numberReader(checks);
    case 'boolean':
      return checks.length > 0 ? readWithSchema(schema) : readBoolean;
    case 'enum':
    case 'literal': {
      const values = def.type === 'enum' ? Object.values(def.entries) : def.values;
      // A numeric enum also contains its names, which are not valid values.
      const isText = values.every((value) => typeof value === 'string');
      return isText && checks.length === 0 ? enumReader(new Set(values)) : readWithSchema(schema);
    }
    case 'array':
      return arrayReader(schema, def.element, checks);
    case 'object':
      return objectReader(schema);
    case 'union':
      return checks.length > 0 ? readWithSchema(schema) : unionReader(def.options);
    case 'any':
    case 'unknown':
      return checks.length > 0 ? readWithSchema(schema) : copyPlain;
    default:
      return readWithSchema(schema);
  }
}

/** Copies the value, then validates the copy with the schema itself. */
function readWithSchema(schema: Schema): FastReader {
  return (value, depth) => {
    const copy = copyPlain(value, depth);
    if (copy === FALL_BACK) return FALL_BACK;
    // The schema's output is ignored: pages keep the input as it is.
    const result = schema._zod.run({ value: copy, issues: [] }, { async: false });
    return result instanceof Promise || result.issues.length > 0 ? FALL_BACK : copy;
  };
}

function readBoolean(value: unknown): unknown {
  return typeof value === 'boolean' ? value : FALL_BACK;
}

function enumReader(values: ReadonlySet<unknown>): FastReader {
  return (value) => (values.has(value) ? value : FALL_BACK);
}

function stringReader(checks: readonly Check[]): FastReader {
  let longest = Infinity;
  const tests: Test<string>[] = [];
  for (const check of checks) {
    const { check: name, maximum, format, pattern } = defOf(check);
    // Schemas count code points; there are never more of them than code units.
    if (name === 'max_length' && typeof maximum === 'number') longest = Math.min(longest, maximum);
    else if (name === 'string_format' && format === 'regex' && pattern && isStateless(pattern))
      tests.push(cacheLastPassed((value) => pattern.test(value)));
    else tests.push(testOf(check));
  }
  return (value) =>
    typeof value === 'string' && value.length <= longest && passes(tests, value)
      ? value
      : FALL_BACK;
}

function passes<Value>(tests: readonly Test<Value>[], value: Value): boolean {
  for (const test of tests) if (!test(value)) return false;
  return true;
}

/**
 * Caches the last two strings that passed a pure test, as parent ids and colours repeat from block
 * to block. Two, because parent ids alternate with the blocks' own ids. Never invalidated.
 */
function cacheLastPassed(test: Test<string>): Test<string> {
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
 * A reader of strings that pass a test, for {@link registerFastReader}.
 *
 * @param test a pure function
 */
export function textReader(test: (value: string) => boolean): FastReader {
  const passes = cacheLastPassed(test);
  return (value) => (typeof value === 'string' && passes(value) ? value : FALL_BACK);
}

/** Whether testing a pattern has no effect on later tests. */
function isStateless({ global, sticky }: RegExp): boolean {
  return !global && !sticky;
}

function numberReader(checks: readonly Check[]): FastReader {
  let min = -Number.MAX_VALUE;
  let max = Number.MAX_VALUE;
  let isWhole = false;
  const tests: Test<number>[] = [];
  for (const check of checks) {
    const { check: name, value, inclusive, format } = defOf(check);
    if (name === 'greater_than' && inclusive && typeof value === 'number')
      min = Math.max(min, value);
    else if (name === 'less_than' && inclusive && typeof value === 'number')
      max = Math.min(max, value);
    else if (name === 'number_format' && format === 'safeint') isWhole = true;
    else tests.push(testOf(check));
  }
  return (value) =>
    typeof value === 'number' &&
    value >= min &&
    value <= max &&
    (!isWhole || Number.isSafeInteger(value)) &&
    passes(tests, value)
      ? value
      : FALL_BACK;
}

/** Runs a single check; fails if it changes the value or is asynchronous. */
function testOf(check: Check): Test<unknown> {
  const { check: name, fn } = defOf(check);
  if (name === 'custom' && fn) return (value) => fn(value) === true;
  return (value) => {
    const payload: z.core.ParsePayload = { value, issues: [] };
    const later = check._zod.check(payload as z.core.ParsePayload<never>);
    return later === undefined && payload.issues.length === 0 && payload.value === value;
  };
}

function arrayReader(schema: Schema, element: Schema, checks: readonly Check[]): FastReader {
  let max = Infinity;
  let min = 0;
  for (const check of checks) {
    const { check: name, maximum, minimum } = defOf(check);
    if (name === 'max_length' && typeof maximum === 'number') max = Math.min(max, maximum);
    else if (name === 'min_length' && typeof minimum === 'number') min = Math.max(min, minimum);
    else return readWithSchema(schema);
  }
  const read = lazily(element);
  return (value, depth) =>
    Array.isArray(value) && value.length <= max && value.length >= min
      ? copyPlainArray(value, depth, read)
      : FALL_BACK;
}

function unionReader(options: readonly Schema[]): FastReader {
  const reads = options.map(lazily);
  return (value, depth) => {
    for (const read of reads) {
      const copy = read(value, depth);
      if (copy !== FALL_BACK) return copy;
    }
    return FALL_BACK;
  };
}

/** Creates the reader on first use, as schemas can be recursive. */
function lazily(schema: Schema): FastReader {
  let reader: FastReader | null = null;
  return (value, depth) => (reader ??= fastReaderOf(schema))(value, depth);
}

/** How to read the value of a known key. */
interface Field {
  readonly name: string;
  readonly schema: Schema;
  /** Created on first use, as schemas can be recursive. */
  read: FastReader | null;
  /** 1 if the key is required, else 0. */
  readonly required: number;
}

/**
 * The reader for an object schema. It keeps unknown keys, which `z.object` would strip.
 *
 * @param overrides readers for required fields that replace those of the schema
 */
export function objectReader(
  schema: Schema,
  overrides: Readonly<Record<string, FastReader>> = {},
): FastReader {
  const shape = shapeOf(schema, overrides);
  return shape ? (value, depth) => readObject(value, depth, shape) : readWithSchema(schema);
}

/** Tests whether an object is certainly valid, given an object that is. */
export type ChangeTest = (value: object, valid: object, depth: number) => boolean;

/**
 * Creates a test by the schema of an object, as {@link objectReader} creates a reader. The test
 * copies nothing, and reads only the values that the objects do not share.
 */
export function changeTest(
  schema: Schema,
  overrides: Readonly<Record<string, FastReader>> = {},
): ChangeTest {
  const shape = shapeOf(schema, overrides);
  if (!shape) return () => false;
  return (value, valid, depth) =>
    isValidChange(
      value as Readonly<Record<string, unknown>>,
      valid as Readonly<Record<string, unknown>>,
      depth,
      shape,
    );
}

/** The fields of a schema; null if it allows only some other keys, or has rules for whole objects. */
function shapeOf(schema: Schema, overrides: Readonly<Record<string, FastReader>>): Shape | null {
  const { def } = (schema as z.core.$ZodObject)._zod;
  const catchall = def.catchall?._zod.def.type;
  const isOpen = catchall === undefined || catchall === 'unknown' || catchall === 'any';
  const names = Object.keys(def.shape);
  if (!isOpen || (def.checks ?? []).length > 0 || !names.every(isSafeKey)) return null;
  const fields = Object.create(null) as Record<string, Field | undefined>;
  let required = 0;
  for (const name of names) fields[name] = fieldOf(name, def.shape[name] as z.core.$ZodTypes);
  for (const name of Object.keys(overrides)) {
    const read = overrides[name];
    if (read) fields[name] = { name, schema, read, required: 1 };
  }
  for (const name of Object.keys(fields)) required += fields[name]?.required ?? 0;
  return { fields, required, lastOrder: [] };
}

/** The fields of an object schema. */
interface Shape {
  readonly fields: Readonly<Record<string, Field | undefined>>;
  /** The number of required fields. */
  readonly required: number;
  /**
   * The fields of the previous objects, by position. Most objects have the same fields in the same
   * order, which saves looking each one up by name. A mismatch replaces the entry.
   */
  readonly lastOrder: (Field | undefined)[];
}

function fieldOf(name: string, schema: z.core.$ZodTypes): Field {
  const { def, traits } = schema._zod;
  // Plain optional only: other kinds fill in absent values.
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
  if (!isPlainRecord(from, depth)) return FALL_BACK;
  const { fields, lastOrder } = shape;
  let to: Record<string, unknown> | null = null;
  let missing = shape.required;
  let index = 0;
  for (const key in from) {
    if (!spend(1)) return FALL_BACK;
    let field = lastOrder[index];
    if (field?.name !== key) {
      field = fields[key];
      if (field) lastOrder[index] = field;
    }
    index += 1;
    let copy: unknown;
    if (field) {
      copy = (field.read ??= fastReaderOf(field.schema))(from[key], depth + 1);
      missing -= field.required;
    } else copy = isSafeKey(key) ? copyPlain(from[key], depth + 1) : FALL_BACK;
    if (copy === FALL_BACK) return FALL_BACK;
    to ??= {};
    to[key] = copy;
  }
  if (missing !== 0) return FALL_BACK;
  return to ? Object.freeze(to) : EMPTY;
}

function isValidChange(
  from: Readonly<Record<string, unknown>>,
  valid: Readonly<Record<string, unknown>>,
  depth: number,
  { fields, required }: Shape,
): boolean {
  if (!isPlainRecord(from, depth)) return false;
  let missing = required;
  for (const key in from) {
    if (!spend(1)) return false;
    const value = from[key];
    const field = fields[key];
    missing -= field?.required ?? 0;
    if (Object.hasOwn(valid, key) && value === valid[key]) continue;
    if (!field && !isSafeKey(key)) return false;
    const read = field ? (field.read ??= fastReaderOf(field.schema)) : copyPlain;
    if (read(value, depth + 1) === FALL_BACK) return false;
  }
  return missing === 0;
}
