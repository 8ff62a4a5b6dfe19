import {
  checkFunction,
  checkMaxBlocks,
  checkMisspelt,
  checkString,
  inputError,
  readOptions,
  syncResult,
} from '../model/inputError.ts';
import {
  ALL_PERMISSIONS,
  NO_PERMISSIONS,
  type Permissions,
  SAMPLE_PERMISSIONS,
  VIEW_ONLY,
} from '../permissions/Permissions.ts';
import { defaultEnvironment, type Environment } from '../model/Environment.ts';
import { isPlainRecord, isRecord } from '../model/json.ts';
import { ok } from '../model/Result.ts';
import type { EditorConfiguration, EditorOptions, KeyCommand, Tool } from './Editor.ts';
import { invalidInput, orThrow, type Read, readOption } from './readArguments.ts';

const CONFIGURATION = ['kits', 'permissions', 'maxBlocks'] as const;
const PERMISSIONS = Object.keys(ALL_PERMISSIONS) as (keyof Permissions)[];
const EDITOR_OPTIONS = ['page', 'environment', ...CONFIGURATION] as const;
const ENVIRONMENT = Object.keys(defaultEnvironment) as (keyof Environment)[];

/**
 * The options of `createEditor`. The page and the kits are checked elsewhere.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for a missing page, an option of the wrong
 *   type, and one that does not exist: `permisions` would permit everything
 */
export function readEditorOptions(options: EditorOptions): EditorOptions {
  checkHasPage(options);
  const given = readOptions('options', options, EDITOR_OPTIONS);
  const configuration = readValues(given);
  const environment = readEnvironment(given.environment);
  return { ...given, ...configuration, environment } as unknown as EditorOptions;
}

/** First: the fields of a page that is passed instead of options would count as unknown options. */
function checkHasPage(options: unknown): void {
  let page: unknown;
  try {
    page = isRecord(options) ? options.page : undefined;
  } catch {
    throw inputError('options.page', 'cannot be read');
  }
  if (page === undefined)
    throw inputError('options.page', 'is missing: createEditor({ page: createPage() })');
}

/**
 * The functions of a host's environment, each read once and bound to the object that was given: an
 * instance of a class may use `this`, and have other fields of its own.
 */
function readEnvironment(environment: unknown = {}): Readonly<Record<string, unknown>> {
  const path = 'options.environment';
  const read = readOptions(path, environment, ENVIRONMENT, { mayBeInstance: true });
  for (const key of ENVIRONMENT) {
    const value = read[key];
    if (value === undefined || (value === null && defaultEnvironment[key] === null)) continue;
    checkFunction(`${path}.${key}`, value);
    read[key] = (value as () => unknown).bind(environment);
  }
  return read;
}

/**
 * A host's tool, with each field read once.
 *
 * @throws CobbleError `input_invalid` (details: `path`) without a name or `handle`
 */
export function readTool(tool: unknown): Tool {
  const [name, cursor, handle, stopped] = ['name', 'cursor', 'handle', 'stopped'].map((key) =>
    readOption(tool, key),
  );
  checkMisspelt('tool', tool, ['name', 'cursor', 'handle', 'stopped']);
  checkString('tool.name', name);
  if (name === '') throw inputError('tool.name', 'must not be empty');
  checkFunction('tool.handle', handle);
  if (cursor !== undefined) checkString('tool.cursor', cursor);
  if (stopped !== undefined) checkFunction('tool.stopped', stopped);
  const call = (part: unknown, ...args: readonly unknown[]): unknown =>
    Reflect.apply(part as () => unknown, tool, args);
  return {
    name,
    ...(cursor !== undefined && { cursor }),
    // A promise would count as leaving every key to the editor.
    handle: (event) => syncResult('tool.handle', call(handle, event)) === true,
    stopped: () => (stopped === undefined ? undefined : call(stopped)),
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
    // A promise would count as handling the key.
    read.set(key, () => syncResult(`commands.${key}`, (command as KeyCommand)()));
  }
  return read;
}

/** A copy of an object's own fields. */
function readRecord(path: string, input: unknown): Read<Readonly<Record<string, unknown>>> {
  try {
    // A Map, for example, has no fields of its own, and would be read as empty.
    return isPlainRecord(input) ? ok({ ...input }) : invalidInput(path, 'must be a plain object');
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
  const set = Object.entries({ ...given, ...readValues(given) }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(set);
}

/** Checks the permissions and the block limit. Returns a copy of the permissions, if given. */
function readValues({ permissions, maxBlocks }: Readonly<Record<string, unknown>>) {
  checkMaxBlocks(maxBlocks);
  return permissions === undefined ? {} : { permissions: readPermissions(permissions) };
}

/**
 * The copy of each permissions object, keyed by the object, so that an unchanged object keeps its
 * copy. Copies and the exported constants, which are frozen, are not copied again.
 */
const permissionCopies = new WeakMap<object, Partial<Permissions>>(
  [ALL_PERMISSIONS, SAMPLE_PERMISSIONS, VIEW_ONLY, NO_PERMISSIONS].map((each) => [each, each]),
);

/**
 * A frozen copy of the permissions. A host may pass an object with more fields, such as what its
 * server responds with.
 */
function readPermissions(permissions: unknown): Partial<Permissions> {
  const path = 'options.permissions';
  if (!isRecord(permissions))
    throw inputError(path, 'must be an object, as `permissionsOf` returns it');
  checkMisspelt(path, permissions, PERMISSIONS, 'boolean');
  const read: Partial<Record<keyof Permissions, boolean>> = {};
  for (const name of PERMISSIONS) {
    const value = readOption(permissions, name);
    // A missing `canEdit` would make the editor read-only without a word.
    if (value === undefined)
      throw inputError(`${path}.${name}`, 'is missing: start from ALL_PERMISSIONS or VIEW_ONLY');
    if (typeof value !== 'boolean') throw inputError(`${path}.${name}`, 'must be true or false');
    read[name] = value;
  }
  const known = permissionCopies.get(permissions);
  if (known && PERMISSIONS.every((name) => known[name] === read[name])) return known;
  const copy = Object.freeze(read);
  permissionCopies.set(permissions, copy);
  permissionCopies.set(copy, copy);
  return copy;
}

/** @throws CobbleError `input_invalid` unless the value is a function */
export function checkListener<Listener>(listener: Listener): Listener {
  return orThrow(
    typeof listener === 'function' ? ok(listener) : invalidInput('listener', 'must be a function'),
  );
}
