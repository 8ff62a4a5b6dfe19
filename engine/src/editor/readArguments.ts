import { CobbleError } from '../model/CobbleError.ts';
import { inputError, readOptions } from '../model/inputError.ts';
import { isRecord } from '../model/json.ts';
import type { PhonePosition, Point } from '../model/Position.ts';
import { ok, type Refusal, refuse, type Result } from '../model/Result.ts';
import type { EditorRefusal } from './EditorRefusal.ts';

/**
 * What a reader of an argument returns: the value with the right type, or a refusal (details: `path`,
 * `message`). Scripts may get arguments wrong. A reader reads a value once and never throws.
 */
export type Read<Value> = Result<Value, EditorRefusal>;

/** The maximum length of a list; longer ones, even endless ones, are mistakes. */
const MAX_ITEMS = 200_000;

/** A string. */
export function readString(path: string, input: unknown): Read<string> {
  return typeof input === 'string'
    ? ok(input)
    : refuse('invalid_block', { path, message: 'must be a string' });
}

/** The HTML of copied blocks, or text that contains them. */
export function readCopied(input: unknown): Read<string> {
  const html = typeof input === 'string' ? input : readOption(input, 'html');
  return typeof html === 'string'
    ? ok(html)
    : refuse('clipboard_invalid', { path: '', message: 'must be copied blocks, or their HTML' });
}

/** A finite number. */
export function readNumber(path: string, input: unknown): Read<number> {
  return typeof input === 'number' && Number.isFinite(input)
    ? ok(input)
    : invalidInput(path, 'must be a finite number');
}

/** True or false. */
export function readBoolean(path: string, input: unknown): Read<boolean> {
  return typeof input === 'boolean' ? ok(input) : invalidInput(path, 'must be true or false');
}

/** A finite factor above 0. */
export function readFactor(input: unknown): Read<number> {
  return typeof input === 'number' && Number.isFinite(input) && input > 0
    ? ok(input)
    : invalidInput('factor', 'must be a finite number above 0');
}

/** A number, except NaN; undefined for an argument that was left out. */
export function readIndex(input: unknown): Read<number | undefined> {
  return input === undefined || (typeof input === 'number' && !Number.isNaN(input))
    ? ok(input)
    : invalidInput('index', 'must be a number');
}

/** A mark from `begin`; undefined for an argument that was left out. */
export function readMark(input: unknown): Read<number | undefined> {
  return input === undefined || isId(input)
    ? ok(input)
    : invalidInput('begun', 'must be a mark that `begin` returned');
}

/** The id of a history entry, or null. There need not be such an entry. */
export function readEntry(input: unknown): Read<number | null> {
  return input === null || isId(input)
    ? ok(input)
    : invalidInput('entry', 'must be the id of a history entry, or null');
}

function isId(input: unknown): input is number {
  return Number.isSafeInteger(input);
}

/** One of a few strings, such as a direction. */
export function readOneOf<Value extends string>(
  path: string,
  input: Value,
  values: readonly Value[],
): Read<Value> {
  return values.includes(input)
    ? ok(input)
    : invalidInput(path, `must be one of ${values.join(', ')}`);
}

/** A list, as any iterable except a string. */
export function readList(
  path: string,
  input: unknown,
  rule = 'must be a list',
): Read<readonly unknown[]> {
  try {
    if (isIterable(input)) {
      const items: unknown[] = [];
      for (const item of input) {
        items.push(item);
        if (items.length > MAX_ITEMS) return invalidInput(path, 'is too long');
      }
      return ok(items);
    }
  } catch {
    return invalidInput(path, 'cannot be read');
  }
  return invalidInput(path, rule);
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, Symbol.iterator) === 'function'
  );
}

/** Block ids, as a list or a single one. They need not be on the page. */
export function readIds(input: unknown): Read<readonly string[]> {
  if (typeof input === 'string') return ok([input]);
  const list = readList('uuids', input, 'must be a block id, or a list of them');
  if (!list.ok) return list;
  return list.value.every((each) => typeof each === 'string')
    ? ok(list.value)
    : invalidInput('uuids', 'must be block ids');
}

/** Reads a block's id. The block need not be on the page. */
export function readId(path: string, input: unknown): Read<string> {
  return typeof input === 'string' ? ok(input) : invalidInput(path, 'must be a block id');
}

/** The numbers under some keys of an object; other keys are ignored, and none is required. */
export function readNumbers<Key extends string>(
  path: string,
  input: unknown,
  keys: readonly Key[],
): Read<Partial<Record<Key, number>>> {
  try {
    if (!isRecord(input)) return invalidInput(path, 'must be an object');
    const read: Partial<Record<Key, number>> = {};
    for (const key of keys) {
      const value = input[key];
      if (value === undefined) continue;
      if (typeof value !== 'number') return invalidInput(`${path}.${key}`, 'must be a number');
      read[key] = value;
    }
    return ok(read);
  } catch {
    return invalidInput(path, 'cannot be read');
  }
}

/** {@link readNumbers} of an object that has no other keys: a misspelt one would be ignored. */
export function readOnlyNumbers<Key extends string>(
  path: string,
  input: unknown,
  keys: readonly Key[],
): Read<Partial<Record<Key, number>>> {
  const read = readNumbers(path, input, keys);
  if (!read.ok || !isRecord(input)) return read;
  try {
    const other = Object.keys(input).find((key) => !keys.some((each) => each === key));
    return other === undefined
      ? read
      : invalidInput(`${path}.${other}`, `is not one of ${keys.join(', ')}`);
  } catch {
    return invalidInput(path, 'cannot be read');
  }
}

/** Numbers for sliders, which are clamped; NaN cannot be. */
export function readSliders<Key extends string>(
  input: unknown,
  keys: readonly Key[],
): Read<Partial<Record<Key, number>>> {
  const read = readOnlyNumbers('values', input, keys);
  const invalid = Object.entries(read.ok ? read.value : {}).find(([, value]) =>
    Number.isNaN(value),
  );
  return invalid ? invalidInput(`values.${invalid[0]}`, 'must be a number') : read;
}

/** A section's size, of finite lengths. */
export function readSize(input: unknown): Read<{ height?: number; width?: number }> {
  const read = readOnlyNumbers('size', input, ['height', 'width']);
  const invalid = Object.entries(read.ok ? read.value : {})
    .map(([key, value]) => readNumber(`size.${key}`, value))
    .find((each) => !each.ok);
  return invalid ?? read;
}

/** A position on phones with all four numbers, which are finite, or null. */
export function readPhonePosition(
  input: unknown,
): Read<Pick<PhonePosition, 'x' | 'y' | 'width' | 'height'> | null> {
  if (input === null) return ok(null);
  const read = readOnlyNumbers('position', input, ['x', 'y', 'width', 'height']);
  if (!read.ok) return read;
  const { x = NaN, y = NaN, width = NaN, height = NaN } = read.value;
  const position = { x, y, width, height };
  const invalid = Object.entries(position)
    .map(([key, value]) => readNumber(`position.${key}`, value))
    .find((each) => !each.ok);
  return invalid ?? ok(position);
}

/** A finite width for a page's window, in px. */
export function readReferenceWidth(input: unknown): Read<number> {
  return typeof input === 'number' && Number.isFinite(input)
    ? ok(input)
    : refuse('invalid_page', {
        path: 'settings.referenceWidth',
        message: 'must be a finite number',
      });
}

/** Options with the required flag `scale`. */
export function readScale(options: unknown): Read<{ readonly scale: boolean }> {
  const read = readFlags(options, ['scale']);
  if (!read.ok) return read;
  const { scale } = read.value;
  return scale === undefined
    ? invalidInput('options.scale', 'must be true or false')
    : ok({ scale });
}

/** A point with both coordinates. */
export function readPoint(path: string, input: unknown): Read<Point> {
  const read = readNumbers(path, input, ['x', 'y']);
  if (!read.ok) return read;
  const { x, y } = read.value;
  return x === undefined || y === undefined ? invalidInput(path, 'must be a point') : ok({ x, y });
}

/** {@link readPoint} with finite coordinates. */
export function readFinitePoint(path: string, input: unknown): Read<Point> {
  const read = readPoint(path, input);
  const invalid = Object.entries(read.ok ? read.value : {})
    .map(([key, value]) => readNumber(`${path}.${key}`, value))
    .find((each) => !each.ok);
  return invalid ?? read;
}

/** An option; undefined if it, or all options, were left out, or if it cannot be read. */
export function readOption(options: unknown, key: string): unknown {
  try {
    return isRecord(options) ? options[key] : undefined;
  } catch {
    return undefined;
  }
}

/** A call's options, all optional, checked against the type of each. */
export function readCallOptions<Types extends Readonly<Record<string, 'boolean' | 'string'>>>(
  options: unknown,
  types: Types,
): Read<{ readonly [Name in keyof Types]?: Types[Name] extends 'string' ? string : boolean }> {
  if (options === undefined) return ok({});
  try {
    const given = readOptions('options', options, Object.keys(types));
    for (const [name, value] of Object.entries(given))
      if (typeof value !== types[name])
        return invalidInput(
          `options.${name}`,
          types[name] === 'string' ? 'must be a string' : 'must be true or false',
        );
    return ok(given as { readonly [Name in keyof Types]?: never });
  } catch (error) {
    return refusedOption(error);
  }
}

/** The refusal for an error of `readOptions`, whose message begins with the path. */
function refusedOption(error: unknown): Refusal<'input_invalid'> {
  if (!(error instanceof CobbleError)) throw error;
  const path = String(error.details['path']);
  return invalidInput(path, error.reason.replace(`${path} `, ''));
}

/** Options with an index, a whole number from 0, which may be left out. */
export function readIndexOption(options: unknown): Read<number | undefined> {
  if (options === undefined) return ok(undefined);
  try {
    const { index } = readOptions('options', options, ['index']);
    return index === undefined || (Number.isInteger(index) && Number(index) >= 0)
      ? ok(index as number | undefined)
      : invalidInput('options.index', 'must be a whole number from 0');
  } catch (error) {
    return refusedOption(error);
  }
}

/** Boolean options of a call, which may be left out. */
export function readFlags<Name extends string>(
  options: unknown,
  names: readonly Name[],
): Read<Readonly<Partial<Record<Name, boolean>>>> {
  const types = Object.fromEntries(names.map((name) => [name, 'boolean' as const]));
  return readCallOptions(options, types) as Read<Readonly<Partial<Record<Name, boolean>>>>;
}

/**
 * The value of a valid argument, for calls that do not return a `Result`.
 *
 * @throws CobbleError with the code of the refusal
 */
export function orThrow<Value>(read: Read<Value>): Value {
  if (read.ok) return read.value;
  const { path, message } = read.details ?? {};
  if (read.code === 'unknown_block' || typeof path !== 'string') return read.unwrap();
  throw inputError(path, String(message));
}

/** The refusal of an argument of the wrong type. */
export function invalidInput(path: string, message: string): Refusal<'input_invalid'> {
  return refuse('input_invalid', { path, message });
}
