import { CobbleError } from './CobbleError.ts';
import { didYouMean } from './didYouMean.ts';
import { isPlainRecord } from './json.ts';
import { asyncProblem } from './promises.ts';

/** The furthest time that a `Date` can hold, in ms before and after the Unix epoch. */
const MAX_TIME_MS = 8.64e15;

/**
 * The error for an argument or option of the wrong type, or a host's function that returned a wrong
 * value: `input_invalid`, with the path in the details and in the message.
 */
export function inputError(path: string, message: string): CobbleError {
  return new CobbleError('input_invalid', `${path} ${message}`, { details: { path } });
}

/**
 * The time that a host's clock has returned.
 *
 * @param path of the clock, for the error
 * @throws CobbleError `input_invalid` (details: `path`) unless it is ms that a `Date` can hold
 */
export function checkTime(path: string, ms: unknown): number {
  if (typeof ms === 'number' && Math.abs(ms) <= MAX_TIME_MS) return ms;
  throw inputError(path, asyncProblem(ms) ?? 'must return milliseconds since the Unix epoch');
}

/** The time of a host's clock in ISO 8601. Throws as {@link checkTime}. */
export function isoTimeOf(now: () => number, path: string): string {
  return new Date(checkTime(path, now())).toISOString();
}

/** @throws CobbleError `input_invalid` (details: `path`) unless the value is a string */
export function checkString(
  path: string,
  value: unknown,
  message = 'must be a string',
): asserts value is string {
  if (typeof value !== 'string') throw inputError(path, message);
}

/** @throws CobbleError `input_invalid` (details: `path`) unless the value is a list of strings */
export function checkStrings(path: string, value: unknown): asserts value is readonly string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string'))
    throw inputError(path, 'must be a list of strings');
}

/** @throws CobbleError `input_invalid` (details: `path`) unless the value is a function */
export function checkFunction(path: string, value: unknown): void {
  if (typeof value !== 'function') throw inputError(path, 'must be a function');
}

/**
 * The result of a host's function, which must be synchronous.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for a promise or a generator
 */
export function syncResult<Value>(path: string, returned: Value): Value {
  const problem = asyncProblem(returned);
  if (problem !== null) throw inputError(path, problem);
  return returned;
}

/** @throws CobbleError `input_invalid` unless given a non-negative integer, null or undefined */
export function checkMaxBlocks(maxBlocks: unknown): void {
  if (maxBlocks === undefined || maxBlocks === null) return;
  if (!Number.isInteger(maxBlocks) || (maxBlocks as number) < 0)
    throw inputError('options.maxBlocks', 'must be a whole number from 0, or null for no limit');
}

/**
 * Reads the options in an object, each once.
 *
 * @param known the names of all options; any other that is not undefined is an error
 * @param mayBeInstance whether an instance of a class may have other fields of its own, as in
 *   {@link checkMisspelt}
 * @throws CobbleError `input_invalid` (details: `path`) for a value that is not an object, for an
 *   option that does not exist, and if a getter throws
 */
export function readOptions<Name extends string>(
  path: string,
  options: unknown,
  known: readonly Name[],
  { mayBeInstance = false } = {},
): Partial<Record<Name, unknown>> {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw inputError(path, 'must be an object');
  const read: Partial<Record<Name, unknown>> = {};
  try {
    // A promise has no keys of its own, and would count as no options at all.
    const problem = asyncProblem(options);
    if (problem !== null) throw inputError(path, 'must be an object, not a promise or generator');
    const isInstance = mayBeInstance && !isPlainRecord(options);
    if (isInstance) checkMisspelt(path, options, known);
    for (const name of isInstance ? known : new Set([...known, ...Object.keys(options)])) {
      const value: unknown = Reflect.get(options, name);
      if (value === undefined) continue;
      if (!known.some((each) => each === name))
        throw inputError(
          `${path}.${name}`,
          `is not an option; the options are ${known.join(', ')}${didYouMean(name, known)}`,
        );
      read[name as Name] = value;
    }
  } catch (error) {
    if (error instanceof CobbleError) throw error;
    throw inputError(path, 'cannot be read');
  }
  return read;
}

/**
 * Checks an object of a host, such as a tool, which may have other fields and methods of its own: one
 * whose name is close to that of an absent one is a misspelling, unless it begins with `_`. In an
 * instance of a class, others are private, too, if they are not of the same type.
 *
 * @param type what the fields of a class mostly are
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkMisspelt(
  path: string,
  given: unknown,
  names: readonly string[],
  type: 'function' | 'boolean' = 'function',
): void {
  if (typeof given !== 'object' || given === null) throw inputError(path, 'must be an object');
  try {
    const found = misspelling(given, names, type);
    if (found) throw inputError(`${path}.${found.name}`, `does not exist${found.hint}`);
  } catch (error) {
    if (error instanceof CobbleError) throw error;
    throw inputError(path, 'cannot be read');
  }
}

/**
 * The misspelt field that {@link checkMisspelt} finds, and the end of a message about it; null if
 * there is none.
 *
 * @param type what the fields of a class mostly are; any by default
 */
export function misspelling(
  given: object,
  names: readonly string[],
  type?: 'function' | 'boolean',
): { readonly name: string; readonly hint: string } | null {
  const absent = names.filter((name) => Reflect.get(given, name) === undefined);
  for (const name of isPlainRecord(given) ? Object.keys(given) : namesIn(given, type)) {
    const isOwn = names.includes(name) || name.startsWith('_');
    const hint = isOwn ? '' : didYouMean(name, absent);
    if (hint !== '') return { name, hint };
  }
  return null;
}

/** The names of the fields of a type in an instance of a class; a boolean may have an accessor. */
function namesIn(instance: object, type?: 'function' | 'boolean'): ReadonlySet<string> {
  const names = new Set<string>();
  let at: unknown = instance;
  while (typeof at === 'object' && at !== null && at !== Object.prototype) {
    for (const [name, field] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (!type || typeof field.value === type || (type === 'boolean' && 'get' in field))
        names.add(name);
    at = Object.getPrototypeOf(at);
  }
  names.delete('constructor');
  return names;
}
