import { CobbleError } from '../model/CobbleError.ts';
import { isRecord } from '../model/json.ts';
import type { Point } from '../model/Position.ts';
import { ok, type Refusal, refuse, type Result } from '../model/Result.ts';
import type { BlockPatch, NewBlock } from './BlockPatch.ts';
import type { EditorRefusal } from './EditorRefusal.ts';

type Code = Extract<EditorRefusal, 'invalid_block' | 'invalid_page'>;

/**
 * A structure as a script handed it in, read once: later nothing can change its outline. Refused
 * unless it is an object and each of its parts, where there is one, is too (details: `path`,
 * `message`); what is inside of the parts is left to the schemas.
 */
export function readParts<Value extends object>(
  value: Value,
  parts: readonly (keyof Value & string)[],
  code: Code,
): Result<Value, Code> {
  try {
    if (!isRecord(value)) return refuse(code, { path: '', message: 'must be an object' });
    const read: Record<string, unknown> = { ...value };
    for (const path of parts) {
      const part = read[path];
      if (part === undefined) continue;
      if (!isRecord(part)) return refuse(code, { path, message: 'must be an object' });
      read[path] = { ...part };
    }
    return ok(read as Value);
  } catch {
    // A getter or a proxy that throws: whoever made the value, not the engine, is at fault.
    return refuse(code, { path: '', message: 'cannot be read' });
  }
}

const PLACE_NUMBERS = ['x', 'y', 'width', 'height', 'rotationDeg', 'zIndex'] as const;

const PARTS = ['position', 'properties', 'styles', 'content', 'source'] as const;

/**
 * A block's patch, or what of a new block is like one. A field that neither knows is refused: to
 * leave it out without a word would look as if it had been set.
 *
 * @param others the fields besides those of a patch
 */
export function readPatch<Patch extends BlockPatch>(
  patch: Patch,
  others: readonly (keyof Patch & string)[] = [],
): Result<Patch, EditorRefusal> {
  const read = readParts<Patch>(patch, PARTS, 'invalid_block');
  if (!read.ok) return read;
  const known: readonly string[] = [...PARTS, 'altText', 'locked', ...others];
  for (const [path, value] of Object.entries(read.value))
    if (value !== undefined && !known.includes(path))
      return refuse('invalid_block', { path, message: 'is not set by this call' });
  // What is reckoned with must be numbers before a schema sees the outcome.
  for (const key of PLACE_NUMBERS) {
    const value: unknown = read.value.position?.[key];
    if (value !== undefined && typeof value !== 'number')
      return refuse('invalid_block', { path: `position.${key}`, message: 'must be a number' });
  }
  const htmlId: unknown = read.value.properties?.htmlId;
  return htmlId === undefined || typeof htmlId === 'string'
    ? read
    : refuse('invalid_block', { path: 'properties.htmlId', message: 'must be a string' });
}

/** More of anything than this in one call is a slip, or a list without an end. */
const MAX_ITEMS = 200_000;

/** A list as a script handed it in, read once; anything that can be gone through is one. */
export function readList(path: string, given: unknown): Result<readonly unknown[], EditorRefusal> {
  try {
    if (isIterable(given)) {
      const items: unknown[] = [];
      for (const item of given) {
        items.push(item);
        if (items.length > MAX_ITEMS) return refuseInput(path, 'is too long');
      }
      return ok(items);
    }
  } catch {
    return refuseInput(path, 'cannot be read');
  }
  return refuseInput(path, 'must be a list');
}

/** Ids of blocks: a list of them, or one by itself. Whether the page has them is not asked here. */
export function readIds(given: unknown): Result<readonly string[], EditorRefusal> {
  if (typeof given === 'string') return ok([given]);
  const list = readList('uuids', given);
  if (!list.ok) return list;
  const { value } = list;
  return value.every((each) => typeof each === 'string')
    ? ok(value)
    : refuseInput('uuids', 'must be ids of blocks');
}

/** One new block or a list of them. */
export function readNewBlocks(given: unknown): Result<readonly NewBlock[], EditorRefusal> {
  const list = Array.isArray(given) ? readList('blocks', given) : ok([given]);
  if (!list.ok) return list;
  const blocks: NewBlock[] = [];
  for (const each of list.value) {
    const read = readPatch(each as NewBlock, ['type', 'uuid', 'parentUuid']);
    if (!read.ok) return read;
    blocks.push(read.value);
  }
  return ok(blocks);
}

/** A Map of block ids to patches; refusals name the block (details: `uuid`). */
export function readPatches(
  given: unknown,
): Result<ReadonlyMap<string, BlockPatch>, EditorRefusal> {
  const list = readList('patches', given);
  if (!list.ok) return list;
  const patches = new Map<string, BlockPatch>();
  for (const pair of list.value) {
    const [uuid, patch] = (Array.isArray(pair) ? pair : []) as readonly unknown[];
    if (typeof uuid !== 'string') return refuseInput('patches', 'must be a Map by ids of blocks');
    const read = readPatch(patch as BlockPatch);
    if (!read.ok) return refuse(read.code, { uuid, ...read.details });
    patches.set(uuid, read.value);
  }
  return ok(patches);
}

/** A point with both coordinates. */
export function readPoint(path: string, given: unknown): Result<Point, EditorRefusal> {
  const read = readNumbers(path, given, ['x', 'y']);
  if (!read.ok) return read;
  const { x, y } = read.value;
  return x === undefined || y === undefined ? refuseInput(path, 'must be a point') : ok({ x, y });
}

/**
 * Some fields of a structure, read once, each of which must be a number where it is there; others
 * are left out.
 */
export function readNumbers<Key extends string>(
  path: string,
  given: unknown,
  keys: readonly Key[],
): Result<Partial<Record<Key, number>>, EditorRefusal> {
  try {
    if (!isRecord(given)) return refuseInput(path, 'must be an object');
    const read: Partial<Record<Key, number>> = {};
    for (const key of keys) {
      const value = given[key];
      if (value === undefined) continue;
      if (typeof value !== 'number') return refuseInput(`${path}.${key}`, 'must be a number');
      read[key] = value;
    }
    return ok(read);
  } catch {
    return refuseInput(path, 'cannot be read');
  }
}

/** A field of options; undefined where it, or the options, are not there. */
export function readOption(options: unknown, key: string): unknown {
  try {
    return isRecord(options) ? options[key] : undefined;
  } catch {
    return undefined;
  }
}

/** The same of a field that is true or false; all else counts as not there. */
export function readFlag(options: unknown, key: string): boolean | undefined {
  const flag = readOption(options, key);
  return typeof flag === 'boolean' ? flag : undefined;
}

/** Refuses arguments that should be numbers and are not, by their names; else null. */
export function refuseUnlessNumbers(
  given: Readonly<Record<string, unknown>>,
): Refusal<EditorRefusal> | null {
  const path = Object.keys(given).find((key) => typeof given[key] !== 'number');
  return path === undefined ? null : refuseInput(path, 'must be a number');
}

/** Refuses lengths that are not finite numbers; else null. */
export function refuseUnlessFinite(lengths: readonly unknown[]): Refusal<EditorRefusal> | null {
  return lengths.every((each) => Number.isFinite(each))
    ? null
    : refuse('invalid_block', { path: 'position', message: 'must be a number' });
}

/** The refusal of an argument of another kind than the call takes. */
export function refuseInput(path: string, message: string): Refusal<'input_invalid'> {
  return refuse('input_invalid', { path, message });
}

/** The same for calls that answer nothing: a bug in the caller's code. */
export function inputError(path: string, message: string): CobbleError {
  return new CobbleError('input_invalid', `${path} ${message}`, { details: { path } });
}

/** Sees to it that a listener can be called later, when nobody remembers who handed it in. */
export function checkListener(listener: unknown): void {
  if (typeof listener !== 'function') throw inputError('listener', 'must be a function');
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, Symbol.iterator) === 'function'
  );
}

/** Refuses a word that is none of those that a call knows, such as a direction; else null. */
export function refuseUnlisted<Value extends string>(
  path: string,
  value: Value,
  known: readonly Value[],
): Refusal<EditorRefusal> | null {
  return known.includes(value)
    ? null
    : refuse('invalid_block', { path, message: `must be one of ${known.join(', ')}` });
}
