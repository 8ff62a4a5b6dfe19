import { didYouMean, type EditorOptions, inputError } from '@cobble/engine';

/**
 * What a prop, or a field of an object in one, must be, apart from undefined. A `service` is an object
 * with required fields, which may be a class with static ones or a function.
 */
export type PropType =
  'string' | 'boolean' | 'number' | 'function' | 'object' | 'service' | 'list' | 'any';

/** The most names that a message lists. */
const MAX_LISTED = 20;

/** The types of all fields. */
export type PropTypes<Fields> = Readonly<Record<keyof Fields & string, PropType>>;

type AnyTypes = PropTypes<Record<string, unknown>>;

/** Often passed to a component by mistake. */
const EDITOR_OPTIONS: readonly string[] = [
  'page',
  'kits',
  'permissions',
  'maxBlocks',
  'environment',
] satisfies (keyof EditorOptions)[];

/**
 * Checks the props of a component, which a host in JavaScript may misspell or give a wrong type.
 *
 * @param component its name, for the message
 * @param types of all props. Others are errors, except those with a hyphen, such as `data-testid`,
 *   which compilers accept for any component
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkProps(component: string, props: object, types: AnyTypes): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || Object.hasOwn(types, name) || name.includes('-')) continue;
    const names = Object.keys(types);
    const hint = EDITOR_OPTIONS.includes(name)
      ? '; it is an option of createEditor'
      : didYouMean(name, names);
    const problem = `is not a prop of <${component}>; its props are ${names.join(', ')}`;
    throw inputError(name, problem + hint);
  }
  checkTypes('', props, types, []);
}

/**
 * Checks an object of the host that has no fields of its own. An instance of a class, which may have
 * some, is checked like those of {@link checkFields}.
 *
 * @param required the fields that must be there
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkAllFields(
  path: string,
  given: object,
  types: AnyTypes,
  required: readonly string[] = [],
): void {
  const names = Object.keys(types);
  const listed = names.length > MAX_LISTED ? '' : `; the fields of ${path} are ${names.join(', ')}`;
  for (const [name, value] of isPlain(given) ? Object.entries(given) : [])
    if (value !== undefined && !Object.hasOwn(types, name))
      throw inputError(`${path}.${name}`, `does not exist${listed}${didYouMean(name, names)}`);
  checkFields(path, given, types, required);
}

function isPlain(given: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === null || prototype === Object.prototype;
}

/**
 * Checks an object of the host, such as a service, which may have fields of its own: one whose name is
 * close to that of an absent one is a misspelling. An instance of a class may have such fields, too,
 * such as the private `_refresh` behind an accessor.
 *
 * @param required the fields that must be there
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkFields(
  path: string,
  given: object,
  types: AnyTypes,
  required: readonly string[] = [],
): void {
  const absent = Object.keys(types).filter((name) => !(name in given));
  for (const name of absent.length > 0 && isPlain(given) ? Object.keys(given) : []) {
    const hint = Object.hasOwn(types, name) ? '' : didYouMean(name, absent);
    if (hint !== '') throw inputError(`${path}.${name}`, `does not exist${hint}`);
  }
  checkTypes(`${path}.`, given, types, required);
}

function checkTypes(
  prefix: string,
  given: object,
  types: AnyTypes,
  required: readonly string[],
): void {
  for (const [name, type] of Object.entries(types)) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined && required.includes(name))
      throw inputError(prefix + name, `is missing; it must be ${withArticle(type)}`);
    const actual = typeOf(value);
    if (value === undefined || type === 'any' || actual === type) continue;
    if (type === 'service' && (actual === 'object' || actual === 'function')) continue;
    const hint = actual === 'promise' || actual === 'list' ? `, not a ${actual}` : '';
    throw inputError(prefix + name, `must be ${withArticle(type)}${hint}`);
  }
}

function withArticle(type: PropType): string {
  return type === 'object' || type === 'service' ? 'an object' : `a ${type}`;
}

/** A list, a promise and null have types of their own; NaN has that of nothing. */
function typeOf(value: unknown): string {
  if (value === null || Number.isNaN(value)) return 'nothing';
  if (Array.isArray(value)) return 'list';
  // A proxy that answers every key does not have every key.
  const isPromise =
    typeof value === 'object' && 'then' in value && typeof value.then === 'function';
  return isPromise ? 'promise' : typeof value;
}

/**
 * Checks the tag of a language, from which `Intl` would throw an error of its own later.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkLocale(locale: string | undefined): void {
  try {
    if (locale !== undefined) Intl.getCanonicalLocales(locale);
  } catch {
    throw inputError(
      'locale',
      'must be a BCP 47 language tag that Intl accepts, such as de or pt-BR',
    );
  }
}
