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

/** A key that does not exist, such as `styles.opactiy`, and a message with the closest one. */
export interface UnknownKey {
  readonly path: string;
  readonly message: string;
}

/**
 * A key in a patch of a block or page that is unknown to this version, at any depth; null if there
 * is none. Storing it would look as if it had been set. A key that the block or page already has
 * comes from a newer editor or kit: it can be set or removed, and can move with an item that has it.
 *
 * @param content the schema of the block's content; without one, it may have any keys
 */
export function unknownKey(
  patch: { readonly [Key in Part]?: unknown },
  previous: { readonly [Key in Part]?: unknown } = {},
  content?: unknown,
): UnknownKey | null {
  for (const part in patch) {
    if (!isPart(part)) continue;
    const values = patch[part];
    const schema = part === 'content' ? content : PARTS[part];
    if (!isObject(values) || !isObject(schema) || hasOnlyFields(values, schema)) continue;
    const found = findIn(values, schema, part, previous[part]);
    if (found) return found;
  }
  return null;
}

function isPart(key: string): key is Part {
  return key === 'content' || Object.hasOwn(PARTS, key);
}

/** A function of its own, because the closure would cost every call of {@link unknownKey} memory. */
function findIn(values: object, schema: object, part: Part, previous: unknown): UnknownKey | null {
  const stored = new StoredKeys(schema, previous);
  const search = new Search((place) => stored.has(place));
  return search.find([schema], values, { key: part, parent: null });
}

/**
 * Whether an object has only fields of a schema, and no values that have keys themselves. Most patches
 * are like that, and this takes a tenth of the time of a search.
 */
function hasOnlyFields(value: object, schema: object): boolean {
  const forms = formsOf(schema);
  const form = forms[0];
  if (form?.kind !== 'object' || forms.length > 1 || Array.isArray(value)) return false;
  for (const key in value) {
    const inside: unknown = Reflect.get(value, key);
    if (isObject(inside)) return false;
    if (inside !== undefined && !Object.hasOwn(form.shape, key)) return false;
  }
  return true;
}

/** Where a value is: the key that leads to it, and where the object or array with this key is. */
interface Place {
  readonly key: string | number;
  readonly parent: Place | null;
}

/**
 * How many schemas a value is searched with. When a function builds a recursive schema, each level of
 * the content can double their number.
 */
const MAX_SCHEMAS = 100;

/**
 * How many schemas, which consist of each other, are read for the forms of one. A schema made by a
 * function may begin with another of its kind, without an end.
 */
const MAX_READ = 500;

/** A search for unknown keys in a part of a block or page. */
class Search {
  private readonly isAllowed: (unknown: Place) => boolean;

  /** @param isAllowed whether to ignore an unknown key */
  constructor(isAllowed: (unknown: Place) => boolean) {
    this.isAllowed = isAllowed;
  }

  /**
   * @param schemas of which the value passes at least one, as those of a union, or each, as those of
   *   an intersection: a key that any of them knows is known. Each value is visited once. With too
   *   many schemas, its keys count as known
   */
  find(schemas: readonly object[], value: object, place: Place): UnknownKey | null {
    if (schemas.length > MAX_SCHEMAS) return null;
    const forms =
      schemas.length === 1 && schemas[0] ? formsOf(schemas[0]) : schemas.flatMap(formsOf);
    const matching = forms.length === 1 ? forms : forms.filter((form) => matches(form, value));
    if (matching.some(({ kind }) => kind === 'other')) return null;
    return Array.isArray(value)
      ? this.findInList(matching, value, place)
      : this.findInObject(matching, value as Readonly<Record<string, unknown>>, place);
  }

  private findInList(
    forms: readonly Form[],
    value: readonly unknown[],
    parent: Place,
  ): UnknownKey | null {
    const lists = forms.filter((form) => form.kind === 'list');
    for (const [key, item] of value.entries()) {
      if (!isObject(item)) continue;
      const schemas = distinct(lists.map(({ items, rest }) => items[key] ?? rest));
      const found = schemas.length > 0 && this.find(schemas, item, { key, parent });
      if (found) return found;
    }
    return null;
  }

  private findInObject(
    forms: readonly Form[],
    value: Readonly<Record<string, unknown>>,
    parent: Place,
  ): UnknownKey | null {
    const objects = forms.filter((form) => form.kind === 'object');
    if (objects.length === 0) return null;
    const isComplete = objects.every(({ others }) => others === null);
    for (const key of Object.keys(value)) {
      const inside = value[key];
      if (inside === undefined) continue;
      const isKnown = objects.some(({ shape }) => Object.hasOwn(shape, key));
      if (!isKnown && isComplete) {
        if (this.isAllowed({ key, parent })) continue;
        const names = objects.flatMap(({ shape }) => Object.keys(shape));
        return {
          path: keysTo({ key, parent }).join('.'),
          message: `is not a field of this version${didYouMean(key, names)}`,
        };
      }
      if (!isObject(inside)) continue;
      const schemas = distinct(
        objects.map(({ shape, others }) => (Object.hasOwn(shape, key) ? shape[key] : others)),
      );
      const found = schemas.length > 0 && this.find(schemas, inside, { key, parent });
      if (found) return found;
    }
    return null;
  }
}

/** The keys of a part as it is now. */
class StoredKeys {
  private readonly schema: object;
  private readonly part: unknown;
  private tree: KeyTree | null = null;
  private unknown: ReadonlySet<string | number> | null = null;

  constructor(schema: object, part: unknown) {
    this.schema = schema;
    this.part = part;
  }

  /**
   * Whether the part has the key, in the same place or, if its schema does not know it there, in any
   * other: an item with the key may have moved into another list, entry or level.
   */
  has(place: Place): boolean {
    const [, ...keys] = keysTo(place);
    let inside: KeyTree | undefined = (this.tree ??= keyTreeOf(this.part));
    for (const key of keys) if (typeof key === 'string') inside = inside?.get(key);
    if (inside) return true;
    this.unknown ??= this.findUnknown();
    return this.unknown.has(place.key);
  }

  private findUnknown(): ReadonlySet<string | number> {
    const found = new Set<string | number>();
    const search = new Search(({ key }) => Boolean(found.add(key)));
    if (isObject(this.part)) search.find([this.schema], this.part, { key: '', parent: null });
    return found;
  }
}

/** Each schema once: the options of a union often have the same schema for a key. */
function distinct(schemas: readonly unknown[]): readonly object[] {
  if (schemas.length === 1) return schemas.filter(isObject);
  return [...new Set(schemas.filter(isObject))];
}

function keysTo({ key, parent }: Place): readonly (string | number)[] {
  return parent ? [...keysTo(parent), key] : [key];
}

/** The keys of an object, with those inside their values. The items of a list have one tree. */
type KeyTree = Map<string, KeyTree>;

/** The keys of all values that are set. */
function keyTreeOf(value: unknown): KeyTree {
  const root = new Map<string, KeyTree>();
  const visit = (each: unknown, tree: KeyTree): void => {
    if (Array.isArray(each)) for (const item of each) visit(item, tree);
    else if (isRecord(each))
      for (const [key, inside] of Object.entries(each)) {
        if (inside === undefined) continue;
        const keys = tree.get(key) ?? new Map<string, KeyTree>();
        tree.set(key, keys);
        visit(inside, keys);
      }
  };
  visit(value, root);
  return root;
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
  /** Of an object in zod 3. */
  readonly unknownKeys?: unknown;
  /** Of a literal, or of an enumeration in zod 3. */
  readonly values?: unknown;
  readonly value?: unknown;
  /** Of an enumeration in zod 4. */
  readonly entries?: unknown;
  /** Of an array and a union in zod mini, which has them here only. */
  readonly element?: unknown;
  readonly options?: unknown;
  /** Of a tuple. */
  readonly items?: unknown;
  readonly rest?: unknown;
  /** Of a record. One whose `mode` is loose has entries that do not match its key's schema. */
  readonly valueType?: unknown;
  readonly mode?: unknown;
  /** Of an intersection. */
  readonly left?: unknown;
  readonly right?: unknown;
  /** Of a pipe. */
  readonly in?: unknown;
  readonly out?: unknown;
  /** Of refinements in zod 3. */
  readonly schema?: unknown;
  readonly innerType?: unknown;
  /** Of a lazy schema. */
  readonly getter?: unknown;
}

/** What a schema says about keys. */
type Form =
  | {
      readonly kind: 'object';
      readonly shape: Readonly<Record<string, unknown>>;
      /** The schema of other keys; null if there are none. */
      readonly others: unknown;
      /** The values that a key may have, such as those of a literal, by key. */
      readonly literals: readonly (readonly [key: string, values: readonly unknown[]])[];
    }
  | {
      readonly kind: 'list';
      readonly items: readonly unknown[];
      /** The schema of further items. */
      readonly rest: unknown;
    }
  /** Neither an object nor an array. */
  | { readonly kind: 'value' }
  /** Any keys. */
  | { readonly kind: 'other' };

/** Whether an object or array may be meant to have a form. */
function matches(form: Form, value: object): boolean {
  if (form.kind === 'value') return false;
  if (form.kind === 'list') return Array.isArray(value);
  if (form.kind === 'other') return true;
  if (Array.isArray(value)) return false;
  // A patch may leave out a key.
  return form.literals.every(
    ([key, values]) => !Object.hasOwn(value, key) || values.includes(Reflect.get(value, key)),
  );
}

/** The forms that values of a schema may have; any, if a getter of the schema throws. */
function formsOf(schema: object): readonly Form[] {
  try {
    return readForms(schema);
  } catch {
    return [{ kind: 'other' }];
  }
}

/**
 * The forms that values of a schema may have: those of all options of a union and of both sides of an
 * intersection or a pipe. Cache: by schema, which does not change. Reading zod's properties takes ten
 * times as long.
 */
const readForms = memoizeByObject((schema: object): readonly Form[] => {
  const seen = new Set<object>();
  const read = (each: unknown): readonly Form[] => {
    if (!isObject(each)) return [{ kind: 'other' }];
    if (seen.has(each)) return [];
    if (seen.size >= MAX_READ) return [{ kind: 'other' }];
    seen.add(each);
    const form = formOf(each);
    return form ? [form] : partsOf(each).flatMap(read);
  };
  return read(schema);
});

/** The form of a schema that does not consist of others; null for one that does. */
function formOf(schema: object): Form | null {
  const { shape, element } = schema as Schema;
  const definition = definitionOf(schema);
  const { catchall, unknownKeys, items, rest, valueType, mode } = definition;
  const type = typeOf(schema);
  if (VALUES.has(type)) return { kind: 'value' };
  if (isRecord(shape)) {
    const literals = Object.entries(shape).flatMap(([key, inside]) => {
      const values = isObject(inside) ? literalsOf(inside) : null;
      return values ? [[key, values] as const] : [];
    });
    const isOpen =
      unknownKeys === 'passthrough' || (isObject(catchall) && typeOf(catchall) === 'unknown');
    // No field could be misspelt: it has free data.
    if (isOpen && Object.keys(shape).length === 0) return { kind: 'other' };
    const isAny = isObject(catchall) && !['unknown', 'never'].includes(typeOf(catchall));
    return { kind: 'object', shape, others: isAny ? catchall : null, literals };
  }
  if (type === 'record' && mode === 'loose') return { kind: 'other' };
  if (type === 'record') return { kind: 'object', shape: {}, others: valueType, literals: [] };
  if (type === 'array') return { kind: 'list', items: [], rest: element ?? definition.element };
  if (type === 'tuple' && Array.isArray(items)) return { kind: 'list', items, rest };
  return null;
}

/** The schemas that a schema consists of, if they are known. */
function partsOf(schema: object): readonly unknown[] {
  const { options: ownOptions, unwrap } = schema as Schema;
  const definition = definitionOf(schema);
  const options = ownOptions ?? definition.options;
  const { left, right, schema: refined, innerType, getter } = definition;
  if (Array.isArray(options)) return options as readonly unknown[];
  if (isObject(left) && isObject(right)) return [left, right];
  if (isObject(definition.in) && isObject(definition.out)) return [definition.in, definition.out];
  if (typeof getter === 'function') return [(getter as () => unknown)()];
  if (typeof unwrap === 'function') return [Reflect.apply(unwrap, schema, [])];
  return [innerType ?? refined];
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

/** The values of a literal or an enumeration; null for other schemas. */
function literalsOf(schema: object): readonly unknown[] | null {
  const { values, value, entries } = definitionOf(schema);
  const type = typeOf(schema);
  if (type !== 'literal' && type !== 'enum') return null;
  if (Array.isArray(values)) return values as readonly unknown[];
  const listed: unknown = entries ?? values;
  return isRecord(listed) ? Object.values(listed) : [value];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
