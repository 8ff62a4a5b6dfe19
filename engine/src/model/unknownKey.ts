import { blockEnvelopeSchema } from './Block.ts';
import { didYouMean } from './didYouMean.ts';
import { isRecord } from './json.ts';
import { memoizeByObject } from './memoize.ts';
import { pageEnvelopeSchema } from './Page.ts';

const { position, properties, styles, source } = blockEnvelopeSchema.shape;
const { settings, style, site } = pageEnvelopeSchema.shape;
/** The parts of a block or page, with the fields that this version knows, at every depth. */
const PARTS = { position, properties, styles, source, settings, style, site };
type Part = keyof typeof PARTS | 'content';
const PART_NAMES = [...Object.keys(PARTS), 'content'] as readonly Part[];

/** A key that does not exist, such as `styles.opactiy`, and a message with the closest one. */
export interface UnknownKey {
  readonly path: string;
  readonly message: string;
}

/**
 * A key in a patch of a block or page that is unknown to this version, at any depth; null if there
 * is none. Storing it would look as if it had been set. A key that the block or page already has
 * comes from a newer editor, and can be set or removed.
 *
 * @param content the schema of the block's content; without one, it may have any keys
 */
export function unknownKey(
  patch: { readonly [Key in Part]?: unknown },
  previous: { readonly [Key in Part]?: unknown } = {},
  content?: unknown,
): UnknownKey | null {
  for (const part of PART_NAMES) {
    const schema = part === 'content' ? content : PARTS[part];
    const found = unknownIn(schema, patch[part], { key: part, parent: null }, previous);
    if (found) return found;
  }
  return null;
}

/** Where a value is: the key that leads to it, and where the object or array with this key is. */
interface Place {
  readonly key: string | number;
  readonly parent: Place | null;
}

function unknownIn(
  schema: unknown,
  value: unknown,
  place: Place,
  previous: unknown,
): UnknownKey | null {
  if (!isObject(value) || !isObject(schema)) return null;
  const form = readForm(schema);
  if (form.kind === 'union') return unknownInAll(form.options, value, place, previous);
  if (form.kind === 'array' && Array.isArray(value)) {
    for (const [key, item] of value.entries()) {
      if (!isObject(item)) continue;
      const found = unknownIn(form.item, item, { key, parent: place }, previous);
      if (found) return found;
    }
  }
  if (form.kind !== 'object' || !isRecord(value)) return null;
  for (const key of Object.keys(value)) {
    const inside = value[key];
    const isKnown = Object.hasOwn(form.shape, key);
    if (isKnown ? !isObject(inside) : inside === undefined || !form.isComplete) continue;
    const at = { key, parent: place };
    if (isKnown) {
      const found = unknownIn(form.shape[key], inside, at, previous);
      if (found) return found;
    } else if (!hasAt(previous, keysTo(at)))
      return {
        path: keysTo(at).join('.'),
        message: `is not a field of this version${didYouMean(key, Object.keys(form.shape))}`,
      };
  }
  return null;
}

/** A key that is unknown to each of the options that the value may be meant as. */
function unknownInAll(
  options: readonly unknown[],
  value: object,
  place: Place,
  previous: unknown,
): UnknownKey | null {
  let first: UnknownKey | null = null;
  for (const option of options) {
    if (!mayBe(option, value)) continue;
    const found = unknownIn(option, value, place, previous);
    if (!found) return null;
    first ??= found;
  }
  return first;
}

/** Whether an object or array may be meant as an option of a union, by its literals. */
function mayBe(option: unknown, value: object): boolean {
  if (!isObject(option)) return false;
  const form = readForm(option);
  if (form.kind === 'value') return false;
  if (form.kind === 'array' || form.kind === 'object')
    if (Array.isArray(value) !== (form.kind === 'array')) return false;
  if (form.kind !== 'object') return true;
  return Object.entries(form.shape).every(([key, schema]) => {
    const literals = isObject(schema) ? literalsOf(schema) : null;
    // A patch may leave it out.
    return (
      literals === null || !Object.hasOwn(value, key) || literals.includes(Reflect.get(value, key))
    );
  });
}

function keysTo({ key, parent }: Place): readonly (string | number)[] {
  return parent ? [...keysTo(parent), key] : [key];
}

/** Whether the value has these keys. Items of an array may have moved, so any item counts. */
function hasAt(value: unknown, [key, ...inside]: readonly (string | number)[]): boolean {
  if (key === undefined) return value !== undefined;
  if (Array.isArray(value)) return value.some((item) => hasAt(item, inside));
  return isRecord(value) && Object.hasOwn(value, key) && hasAt(value[key], inside);
}

/** What is read of a schema, which may be one of zod 3 or 4. */
interface Schema {
  readonly shape?: unknown;
  readonly options?: unknown;
  readonly element?: unknown;
  readonly unwrap?: unknown;
  readonly def?: Definition;
  readonly _def?: Definition;
}
interface Definition {
  /** Of zod 4; in zod 3, the type of an array's items. */
  readonly type?: unknown;
  /** Of zod 3. */
  readonly typeName?: unknown;
  readonly catchall?: unknown;
  readonly values?: unknown;
  readonly value?: unknown;
  /** Of an intersection. */
  readonly left?: unknown;
  readonly right?: unknown;
  /** Of a pipe; its output is what it reads, since content must not be changed. */
  readonly in?: unknown;
  /** Of refinements in zod 3. */
  readonly schema?: unknown;
  /** Of a lazy schema. */
  readonly getter?: unknown;
}

/** What a schema says about keys. */
type Form =
  | {
      readonly kind: 'object';
      readonly shape: Readonly<Record<string, unknown>>;
      /** Whether there is no schema for other keys. */
      readonly isComplete: boolean;
    }
  | { readonly kind: 'array'; readonly item: unknown }
  | { readonly kind: 'union'; readonly options: readonly unknown[] }
  /** Neither an object nor an array. */
  | { readonly kind: 'value' }
  /** Any keys. */
  | { readonly kind: 'other' };

/** Cache: by schema, which does not change. Reading zod's properties takes ten times as long. */
const readForm = memoizeByObject((schema: object): Form => {
  const { shape, options, element, unwrap } = schema as Schema;
  const type = typeOf(schema);
  if (VALUES.has(type)) return { kind: 'value' };
  if (isRecord(shape)) return { kind: 'object', shape, isComplete: isComplete(schema) };
  if (type === 'array') return { kind: 'array', item: element };
  if (Array.isArray(options)) return { kind: 'union', options };
  const { left, right, in: piped, schema: refined, getter } = definitionOf(schema);
  if (isObject(left) && isObject(right)) return bothOf(readForm(left), readForm(right));
  const inner: unknown =
    piped ??
    refined ??
    (typeof getter === 'function'
      ? (getter as () => unknown)()
      : typeof unwrap === 'function' && Reflect.apply(unwrap, schema, []));
  return isObject(inner) ? readForm(inner) : { kind: 'other' };
});

/** The form of an intersection: its keys are those of both schemas. */
function bothOf(left: Form, right: Form): Form {
  if (left.kind !== 'object' || right.kind !== 'object') return { kind: 'other' };
  const isComplete = left.isComplete && right.isComplete;
  return { kind: 'object', shape: { ...left.shape, ...right.shape }, isComplete };
}

function definitionOf(schema: object): Definition {
  const { def, _def } = schema as Schema;
  return def ?? _def ?? {};
}

/** Types of schemas that no object or array passes. */
const VALUES: ReadonlySet<string> = new Set(
  'string number boolean bigint symbol null undefined void never nan literal enum'.split(' '),
);

/** The type of a schema as zod 4 names it. */
function typeOf(schema: object): string {
  const { type, typeName } = definitionOf(schema);
  const name = typeof typeName === 'string' ? typeName.replace(/^Zod/, '').toLowerCase() : type;
  return typeof name === 'string' ? name.replace('nativeenum', 'enum') : '';
}

function isComplete(schema: object): boolean {
  const { catchall } = definitionOf(schema);
  return !isObject(catchall) || ['unknown', 'never'].includes(typeOf(catchall));
}

/** The values of a literal; null for other schemas. */
function literalsOf(schema: object): readonly unknown[] | null {
  if (typeOf(schema) !== 'literal') return null;
  const { values, value } = definitionOf(schema);
  return Array.isArray(values) ? (values as readonly unknown[]) : [value];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
