import { didYouMean } from '../model/didYouMean.ts';
import { copyPatch, isPlainRecord, JsonProblem } from '../model/json.ts';
import { EDITABLE_FIELDS, isEditableField } from '../model/Page.ts';
import { ok, refuse } from '../model/Result.ts';
import type { BlockPatch, NewBlock, PageFieldsPatch } from './patches.ts';
import { invalidInput, type Read, readIds, readList, readString } from './readArguments.ts';

const POSITION_NUMBERS = ['x', 'y', 'width', 'height', 'rotationDeg', 'zIndex'] as const;

const PATCH_PARTS = ['position', 'properties', 'styles', 'content', 'source'] as const;

/** The fields of a patch for blocks of one type, and those of a new block. */
const PATCH_FIELDS = [...PATCH_PARTS, 'altText', 'locked', 'type'] as const;
const NEW_BLOCK_FIELDS = [...PATCH_FIELDS, 'uuid', 'parentUuid'] as const;

/**
 * Copies an object and some of its parts, which must be JSON objects if they are present, so that
 * what is validated later is what was read here, and the caller cannot change it. A part may contain
 * undefined, which removes a key in a patch. The schemas validate the values later.
 *
 * @param argument the name of the argument, for the refusal of anything but an object
 * @param code the code of refusals of its parts
 */
export function readParts<Value extends object>(
  argument: string,
  value: Value,
  parts: readonly (keyof Value & string)[],
  code: 'invalid_block' | 'invalid_page',
): Read<Value> {
  try {
    if (!isPlainRecord(value)) return invalidInput(argument, 'must be a plain object');
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
    return invalidInput(argument, 'cannot be read');
  }
}

function readPart(
  path: string,
  part: unknown,
  code: 'invalid_block' | 'invalid_page',
): Read<object> {
  try {
    if (!isPlainRecord(part)) return refuse(code, { path, message: 'must be a plain object' });
    return ok(copyPatch(part));
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
 * @param argument the name of the argument that it is given as
 * @param known the fields that it may have
 */
function readPatch<Patch extends BlockPatch>(
  argument: string,
  patch: Patch,
  known: readonly (keyof Patch & string)[],
): Read<Patch> {
  const read = readParts<Patch>(argument, patch, PATCH_PARTS, 'invalid_block');
  if (!read.ok) return read;
  const { position } = read.value;
  for (const path in read.value)
    if (read.value[path] !== undefined && !known.includes(path))
      return refuse('invalid_block', { path, message: cannotBeSet(path, known) });
  if (position) {
    // Commands calculate with these before a schema validates the resulting block.
    for (const key of POSITION_NUMBERS) {
      const value: unknown = position[key];
      if (value !== undefined && typeof value !== 'number')
        return refuse('invalid_block', { path: `position.${key}`, message: 'must be a number' });
    }
  }
  const htmlId: unknown = read.value.properties?.htmlId;
  if (htmlId === undefined) return read;
  const id = readString('properties.htmlId', htmlId);
  return id.ok ? read : id;
}

/** A patch of page fields. Fields that the call does not set are refused, as in {@link readPatch}. */
export function readPagePatch(patch: PageFieldsPatch): Read<PageFieldsPatch> {
  const read = readParts('patch', patch, ['settings', 'style'], 'invalid_page');
  if (!read.ok) return read;
  for (const [path, value] of Object.entries(read.value))
    if (value !== undefined && !isEditableField(path))
      return refuse('invalid_page', { path, message: cannotBeSet(path, EDITABLE_FIELDS) });
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
  const read = readPatch('patch', patch, PATCH_FIELDS);
  if (!read.ok) return refuse(read.code, { uuid: ids.value[0], ...read.details });
  const patches = new Map<string, BlockPatch>();
  for (const uuid of ids.value) patches.set(uuid, read.value);
  return ok(patches);
}

/**
 * A Map of block ids to patches, or a list of such pairs; refusals name the block (details: `uuid`).
 * Two patches for one block are refused, because one of them would be lost.
 */
export function readPatches(input: unknown): Read<ReadonlyMap<string, BlockPatch>> {
  const rule = 'must be a Map of block ids to patches, such as new Map([[id, patch]])';
  const list = readList('patches', input, rule);
  if (!list.ok) return list;
  const patches = new Map<string, BlockPatch>();
  for (const pair of list.value) {
    const entry = readList('patches', pair);
    const [uuid, patch] = entry.ok ? entry.value : [];
    if (typeof uuid !== 'string') return invalidInput('patches', rule);
    if (patches.has(uuid))
      return invalidInput('patches', `must have one patch for the block ${uuid}, not several`);
    const read = readPatch('patches', patch as BlockPatch, PATCH_FIELDS);
    if (!read.ok) return refuse(read.code, { uuid, ...read.details });
    patches.set(uuid, read.value);
  }
  return ok(patches);
}

function readNewBlock(block: unknown): Read<NewBlock<string>> {
  const read = readPatch('blocks', block as NewBlock<string>, NEW_BLOCK_FIELDS);
  if (read.ok) for (const part of PATCH_PARTS) leaveOutUndefined(read.value[part]);
  return read;
}

/** A new block has no keys that undefined could remove: a key that is undefined gets its default. */
function leaveOutUndefined(part: object = {}): void {
  for (const [key, value] of Object.entries(part))
    if (value === undefined) Reflect.deleteProperty(part, key);
}

/** A new block or a list of them; in a list, refusals name the block (details: `index`). */
export function readNewBlocks(
  input: unknown,
): Read<NewBlock<string> | readonly NewBlock<string>[]> {
  try {
    if (isPlainRecord(input)) return readNewBlock(input);
    if (!Array.isArray(input)) return invalidInput('blocks', 'must be a block or a list of blocks');
  } catch {
    return invalidInput('blocks', 'cannot be read');
  }
  const list = readList('blocks', input);
  if (!list.ok) return list;
  const blocks: NewBlock<string>[] = [];
  for (const [index, each] of list.value.entries()) {
    const read = readNewBlock(each);
    if (!read.ok) return refuse(read.code, { index, ...read.details });
    blocks.push(read.value);
  }
  return ok(blocks);
}
