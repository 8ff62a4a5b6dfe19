import { CobbleError } from '../model/CobbleError.ts';
import { didYouMean } from '../model/didYouMean.ts';
import {
  checkFunction,
  checkMaxBlocks,
  checkMisspelt,
  checkString,
  inputError,
  readOptions,
} from '../model/inputError.ts';
import { copyJson, isPlainRecord, isRecord, JsonProblem } from '../model/json.ts';
import { defaultEnvironment, type Environment } from '../model/Environment.ts';
import { ALL_PERMISSIONS, type Permissions } from '../permissions/Permissions.ts';
import type { PhonePosition, Point } from '../model/Position.ts';
import { ok, type Refusal, refuse, type Result } from '../model/Result.ts';
import type { EditorConfiguration, EditorOptions, KeyCommand, Tool } from './Editor.ts';
import type { BlockPatch, NewBlock, PageFieldsPatch } from './patches.ts';
import type { EditorRefusal } from './EditorRefusal.ts';

/**
 * Readers of the arguments of an editor's calls, which scripts may get wrong. Each reads a value
 * once and returns it with the right type, or a refusal (details: `path`, `message`). Those that
 * return a `Read` never throw.
 */
type Read<Value> = Result<Value, EditorRefusal>;

/** The maximum length of a list; longer ones, even endless ones, are mistakes. */
const MAX_ITEMS = 200_000;

const POSITION_NUMBERS = ['x', 'y', 'width', 'height', 'rotationDeg', 'zIndex'] as const;

const PAGE_FIELDS: readonly string[] = [
  ...(['settings', 'style', 'isPublic', 'isRestricted', 'isListed', 'isPeekable'] as const),
] satisfies readonly (keyof PageFieldsPatch)[];

const CONFIGURATION = ['kits', 'permissions', 'maxBlocks'] as const;
const PERMISSIONS = Object.keys(ALL_PERMISSIONS) as (keyof Permissions)[];
const EDITOR_OPTIONS = ['page', 'environment', ...CONFIGURATION] as const;
const ENVIRONMENT = Object.keys(defaultEnvironment) as (keyof Environment)[];

const PATCH_PARTS = ['position', 'properties', 'styles', 'content', 'source'] as const;

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
    : refuse('invalid_block', { path: 'factor', message: 'must be a number above 0' });
}

/** A number, except NaN; undefined for an argument that was left out. */
export function readIndex(input: unknown): Read<number | undefined> {
  return input === undefined || (typeof input === 'number' && !Number.isNaN(input))
    ? ok(input)
    : invalidInput('index', 'must be a number');
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
export function readList(path: string, input: unknown): Read<readonly unknown[]> {
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
  return invalidInput(path, 'must be a list');
}

/** Whether a value is an array; false for a revoked proxy. */
function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
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
  const list = readList('uuids', input);
  if (!list.ok) return list;
  return list.value.every((each) => typeof each === 'string')
    ? ok(list.value)
    : invalidInput('uuids', 'must be block ids');
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

/** A section's size, of finite lengths. */
export function readSize(input: unknown): Read<{ height?: number; width?: number }> {
  const read = readOnlyNumbers('size', input, ['height', 'width']);
  const invalid = Object.entries(read.ok ? read.value : {})
    .map(([key, value]) => readNumber(`size.${key}`, value))
    .find((each) => !each.ok);
  return invalid ?? read;
}

/** A position on phones with all four numbers, or null. A missing number is refused as NaN later. */
export function readPhonePosition(
  input: unknown,
): Read<Pick<PhonePosition, 'x' | 'y' | 'width' | 'height'> | null> {
  if (input === null) return ok(null);
  const read = readOnlyNumbers('position', input, ['x', 'y', 'width', 'height']);
  if (!read.ok) return read;
  const { x = NaN, y = NaN, width = NaN, height = NaN } = read.value;
  return ok({ x, y, width, height });
}

/** A finite width for a page's window, px. */
export function readReferenceWidth(input: unknown): Read<number> {
  return typeof input === 'number' && Number.isFinite(input)
    ? ok(input)
    : refuse('invalid_page', { path: 'settings.referenceWidth', message: 'must be a number' });
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

/** An option; undefined if it, or all options, were left out, or if it cannot be read. */
export function readOption(options: unknown, key: string): unknown {
  try {
    return isRecord(options) ? options[key] : undefined;
  } catch {
    return undefined;
  }
}

/** The options of a call, which may be left out, by the type that each has. */
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

/** Options with an index, which may be left out. */
export function readIndexOption(options: unknown): Read<number | undefined> {
  if (options === undefined) return ok(undefined);
  try {
    return readIndex(readOptions('options', options, ['index']).index);
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
 * Copies an object and some of its parts, which must be JSON objects if they are present, so that
 * what is validated later is what was read here, and the caller cannot change it. A part may contain
 * undefined, which removes a key. The schemas validate the values later.
 *
 * @param code the code of refusals
 */
export function readParts<Value extends object>(
  value: Value,
  parts: readonly (keyof Value & string)[],
  code: 'invalid_block' | 'invalid_page',
): Read<Value> {
  try {
    if (!isPlainRecord(value)) return refuse(code, { path: '', message: 'must be an object' });
    const read: Record<string, unknown> = { ...value };
    for (const path of parts) {
      if (read[path] === undefined) continue;
      const part = readPart(path, read[path], code);
      if (!part.ok) return part;
      read[path] = part.value;
    }
    return ok(read as Value);
  } catch {
    // A getter or proxy threw.
    return refuse(code, { path: '', message: 'cannot be read' });
  }
}

function readPart(
  path: string,
  part: unknown,
  code: 'invalid_block' | 'invalid_page',
): Read<object> {
  try {
    if (!isPlainRecord(part)) return refuse(code, { path, message: 'must be an object' });
    const given = { ...part };
    const removed = Object.entries(given).filter(([, each]) => each === undefined);
    return ok({ ...(copyJson(given) as object), ...Object.fromEntries(removed) });
  } catch (error) {
    if (error instanceof JsonProblem)
      return refuse(code, { path: [path, ...error.path].join('.'), message: error.message });
    return refuse(code, { path, message: 'cannot be read' });
  }
}

/**
 * A block's patch, or a new block. Unknown fields are refused: ignoring them would look as if they
 * had been set.
 *
 * @param others fields besides those of a patch
 */
function readPatch<Patch extends BlockPatch>(
  patch: Patch,
  others: readonly (keyof Patch & string)[] = [],
): Read<Patch> {
  const read = readParts<Patch>(patch, PATCH_PARTS, 'invalid_block');
  if (!read.ok) return read;
  const known: readonly string[] = [...PATCH_PARTS, 'altText', 'locked', ...others];
  for (const [path, value] of Object.entries(read.value))
    if (value !== undefined && !known.includes(path))
      return refuse('invalid_block', { path, message: cannotBeSet(path, known) });
  // Commands calculate with these before a schema validates the resulting block.
  for (const key of POSITION_NUMBERS) {
    const value: unknown = read.value.position?.[key];
    if (value !== undefined && typeof value !== 'number')
      return refuse('invalid_block', { path: `position.${key}`, message: 'must be a number' });
  }
  const htmlId: unknown = read.value.properties?.htmlId;
  const invalidId = htmlId === undefined ? ok('') : readString('properties.htmlId', htmlId);
  return invalidId.ok ? read : invalidId;
}

/** A patch of page fields. Fields that the call does not set are refused, as in {@link readPatch}. */
export function readPagePatch(patch: PageFieldsPatch): Read<PageFieldsPatch> {
  const read = readParts(patch, ['settings', 'style'], 'invalid_page');
  if (!read.ok) return read;
  for (const [path, value] of Object.entries(read.value))
    if (value !== undefined && !PAGE_FIELDS.includes(path))
      return refuse('invalid_page', { path, message: cannotBeSet(path, PAGE_FIELDS) });
  return read;
}

function cannotBeSet(key: string, known: readonly string[]): string {
  return `cannot be set by this call${didYouMean(key, known)}`;
}

/** One patch that some blocks share; refusals name the first block (details: `uuid`). */
export function readSharedPatch(
  uuids: unknown,
  patch: BlockPatch,
): Read<ReadonlyMap<string, BlockPatch>> {
  const ids = readIds(uuids);
  if (!ids.ok) return ids;
  const read = readPatch(patch, ['type']);
  if (!read.ok) return refuse(read.code, { uuid: ids.value[0], ...read.details });
  return ok(new Map(ids.value.map((uuid) => [uuid, read.value])));
}

/** A Map of block ids to patches; refusals name the block (details: `uuid`). */
export function readPatches(input: unknown): Read<ReadonlyMap<string, BlockPatch>> {
  const list = readList('patches', input);
  if (!list.ok) return list;
  const patches = new Map<string, BlockPatch>();
  for (const pair of list.value) {
    const entry = readList('patches', pair);
    const [uuid, patch] = entry.ok ? entry.value : [];
    if (typeof uuid !== 'string')
      return invalidInput('patches', 'must be a Map with block ids as keys');
    const read = readPatch(patch as BlockPatch, ['type']);
    if (!read.ok) return refuse(read.code, { uuid, ...read.details });
    patches.set(uuid, read.value);
  }
  return ok(patches);
}

/** New blocks, as a list or a single one. */
export function readNewBlocks(input: unknown): Read<readonly NewBlock<string>[]> {
  const list = isList(input) ? readList('blocks', input) : ok([input]);
  if (!list.ok) return list;
  const blocks: NewBlock<string>[] = [];
  for (const each of list.value) {
    const read = readPatch(each as NewBlock<string>, ['type', 'uuid', 'parentUuid']);
    if (!read.ok) return read;
    blocks.push(read.value);
  }
  return ok(blocks);
}

/**
 * The options of `createEditor`. The page and the kits are checked elsewhere.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for a missing page, an option of the wrong
 *   type, and one that does not exist: `permisions` would permit everything
 */
export function readEditorOptions(options: EditorOptions): EditorOptions {
  if (readOption(options, 'page') === undefined)
    throw inputError('options.page', 'is missing: createEditor({ page: createPage() })');
  const given = readOptions('options', options, EDITOR_OPTIONS);
  const { environment = {} } = given;
  checkConfiguration(given);
  if (!isRecord(environment)) throw inputError('options.environment', 'must be an object');
  const read = readOptions('options.environment', environment, ENVIRONMENT);
  for (const key of ENVIRONMENT)
    if (read[key] !== undefined && (read[key] !== null || defaultEnvironment[key] !== null))
      checkFunction(`options.environment.${key}`, read[key]);
  return { ...given, environment: read } as unknown as EditorOptions;
}

/**
 * A host's tool, each field of it read once.
 *
 * @throws CobbleError `input_invalid` (details: `path`) without a name or `handle`
 */
export function readTool(tool: unknown): Tool {
  const [name, cursor, handle, stopped] = ['name', 'cursor', 'handle', 'stopped'].map((key) =>
    readOption(tool, key),
  );
  checkMisspelt('tool', tool, ['name', 'cursor', 'handle', 'stopped']);
  checkString('tool.name', name);
  checkFunction('tool.handle', handle);
  if (cursor !== undefined) checkString('tool.cursor', cursor);
  if (stopped !== undefined) checkFunction('tool.stopped', stopped);
  const call = (part: unknown, ...args: readonly unknown[]): unknown =>
    Reflect.apply(part as () => unknown, tool, args);
  return {
    name,
    ...(cursor !== undefined && { cursor }),
    handle: (event) => call(handle, event) === true,
    stopped: () => {
      if (stopped !== undefined) call(stopped);
    },
  };
}

/**
 * A host's commands by key.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for a command that is not a function
 */
export function readKeyCommands(commands: unknown): ReadonlyMap<string, KeyCommand> {
  const read = new Map<string, KeyCommand>();
  for (const [key, command] of Object.entries(orThrow(readRecord('commands', commands)))) {
    checkFunction(`commands.${key}`, command);
    read.set(key, command as KeyCommand);
  }
  return read;
}

/** A copy of an object's own fields. */
function readRecord(path: string, input: unknown): Read<Readonly<Record<string, unknown>>> {
  try {
    return isRecord(input) ? ok({ ...input }) : invalidInput(path, 'must be an object');
  } catch {
    return invalidInput(path, 'cannot be read');
  }
}

/**
 * The options of `configure` that are set. The kits are checked elsewhere.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function readConfiguration(
  options: Partial<EditorConfiguration>,
): Partial<EditorConfiguration> {
  const given = readOptions('options', options, CONFIGURATION);
  checkConfiguration(given);
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set);
}

function checkConfiguration({ permissions, maxBlocks }: Readonly<Record<string, unknown>>): void {
  if (permissions !== undefined) checkPermissions(permissions);
  checkMaxBlocks(maxBlocks);
}

function checkPermissions(permissions: unknown): void {
  const path = 'options.permissions';
  if (!isRecord(permissions))
    throw inputError(path, 'must be an object, as `permissionsOf` returns it');
  for (const [name, value] of Object.entries(readOptions(path, permissions, PERMISSIONS)))
    if (typeof value !== 'boolean') throw inputError(`${path}.${name}`, 'must be true or false');
}

/**
 * The value of a valid argument, for calls that do not return a `Result`.
 *
 * @throws CobbleError `input_invalid` for a refusal
 */
export function orThrow<Value>(read: Read<Value>): Value {
  if (read.ok) return read.value;
  const { path, message } = read.details ?? {};
  throw inputError(String(path), String(message));
}

/** @throws CobbleError `input_invalid` unless the value is a function */
export function checkListener<Listener>(listener: Listener): Listener {
  return orThrow(
    typeof listener === 'function' ? ok(listener) : invalidInput('listener', 'must be a function'),
  );
}

/** The refusal of an argument of the wrong type. */
function invalidInput(path: string, message: string): Refusal<'input_invalid'> {
  return refuse('input_invalid', { path, message });
}
