import type { Block } from '../model/Block.ts';
import { didYouMean } from '../model/didYouMean.ts';
import { CONTENT_DEPTH, copyJson, isRecord, JsonProblem } from '../model/json.ts';
import { asyncProblem } from '../model/promises.ts';
import type { Named } from '../model/Named.ts';
import { unknownKey } from '../model/unknownKey.ts';
import { stylesSchema } from '../model/styles.ts';
import {
  BLOCK_ROLES,
  type BlockDefinition,
  CAPABILITIES,
  DEFINITION_FIELDS,
  EMBED_FIELDS,
} from './BlockDefinition.ts';
import { builtinBlocks } from './builtinBlocks.ts';
import {
  changedPath,
  type ParsedContent,
  parseContent,
  SCHEMA_CHANGES_CONTENT,
} from './checkContent.ts';
import { isLength, readRatio, readRewritten, readSizePx } from './guardedBlock.ts';
import { callKit, kitProblem, thrownByKit } from './kitProblem.ts';
import type { Kit, KitOf } from './Kit.ts';
import type { KitCanvasView } from './KitCanvasView.ts';
import type { KitStaticView } from './KitStaticView.ts';
import { partsOf } from './partsOf.ts';
import { versionProblem } from './readKits.ts';

/**
 * The argument of {@link defineKit}: a {@link Kit} whose views are typed by their block's content.
 */
export interface KitParts<Type extends string, Content extends object> {
  readonly block: BlockDefinition<Type, Content>;
  readonly staticView?: KitStaticView<Block<Type, Named<Content>>> | undefined;
  readonly loadCanvasView?:
    | (() => Promise<
        | KitCanvasView<Block<Type, Named<Content>>>
        | { readonly default: KitCanvasView<Block<Type, Named<Content>>> }
      >)
    | undefined;
}

/** Random numbers to test default content with. */
const RANDOM_SAMPLES = [0, 0.25, 0.5, 0.999];

/**
 * Creates a kit after validating it: the type must be in kebab case, of at most 41 characters, and
 * not built-in; views, role, capabilities and default styles must be valid; the default content
 * must be plain JSON that passes the kit's own schema, which must not change it or fill in what is
 * missing; there must be a migration from each earlier version; and for the default content, the
 * functions for sizes, texts, scaled content and ids must return valid values. The kit may be an
 * instance of a class, whose methods are then called on it.
 *
 * @throws CobbleError `kit_invalid`: `details.type` is the kit's type, `details.path` the invalid
 * field (such as `block.defaultContent`), and the message says what is wrong
 */
export function defineKit<const Type extends string, Content extends object>(
  parts: KitParts<Type, Content>,
): KitOf<Type, Content> {
  const given: unknown = parts;
  if (!isRecord(given) || !isRecord(given.block))
    throw kitProblem('', 'block', 'is missing: pass the result of defineBlock');
  const { type } = given.block;
  const all = partsOf(type, '', parts as unknown as Kit, KIT_FIELDS);
  const block = partsOf(type, 'block.', all.block, DEFINITION_FIELDS);
  const kit: Kit = { ...all, block };
  checkType(kit);
  checkNames(block.type, '', kit, Object.keys(KIT_FIELDS));
  checkViews(kit);
  checkNames(block.type, 'block.', block, Object.keys(DEFINITION_FIELDS));
  checkCapabilities(block);
  checkFields(block);
  const version = versionProblem(block);
  if (version) fail(block.type, `block.${version.path}`, version.message);
  for (const sample of RANDOM_SAMPLES) checkDefaults(block, sample);
  return Object.freeze(kit) as KitOf<Type, Content>;
}

const KIT_FIELDS: Readonly<Record<keyof Kit, 'function' | null>> = {
  block: null,
  staticView: 'function',
  loadCanvasView: 'function',
};

/** The fields of `DEFINITION_FIELDS` that a definition of `defineBlock` always has. */
const REQUIRED: ReadonlySet<string> = new Set(['defaultContent', 'plainText', 'altText']);

const OPTIONAL_IN_EMBED: ReadonlySet<string> = new Set(['isVideo', 'imageUrl']);

/** A misspelt name would be ignored. */
function checkNames(type: string, prefix: string, given: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(given) as [string, unknown][])
    if (value !== undefined && !names.includes(name))
      fail(type, prefix + name, `is not a part of a kit${didYouMean(name, names)}`);
}

function checkFields(block: BlockDefinition): void {
  const { type, needs } = block as Unchecked<BlockDefinition> & { readonly type: string };
  const embed: unknown = block.embed;
  for (const [name, expected] of Object.entries(DEFINITION_FIELDS)) {
    const value: unknown = Reflect.get(block, name);
    if (expected === null || (value === undefined && !REQUIRED.has(name))) continue;
    if (typeof value !== expected || value === null)
      fail(
        type,
        `block.${name}`,
        expected === 'function' ? 'must be a function' : 'must be an object',
      );
  }
  if (needs !== undefined && needs !== 'codeEmbeds')
    fail(type, 'block.needs', 'must be codeEmbeds if it is set');
  const unknownStyle = unknownKey({ styles: block.defaultStyles });
  if (unknownStyle)
    fail(type, unknownStyle.path.replace(/^styles/, 'block.defaultStyles'), unknownStyle.message);
  if (!isRecord(embed)) return;
  checkNames(type, 'block.embed.', embed, Object.keys(EMBED_FIELDS));
  for (const [name, expected] of Object.entries(EMBED_FIELDS)) {
    if (embed[name] === undefined && OPTIONAL_IN_EMBED.has(name)) continue;
    const isValid = typeof embed[name] === expected;
    if (!isValid) fail(type, `block.embed.${name}`, `must be a ${expected}`);
  }
}

function checkType({ block }: Partial<Kit>): void {
  const type: unknown = block?.type;
  if (typeof type !== 'string' || !/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(type) || type.length > 41)
    fail(
      typeof type === 'string' ? type : '',
      'block.type',
      'must be in kebab case, of at most 41 characters',
    );
  if (Object.hasOwn(builtinBlocks, type)) fail(type, 'block.type', 'is a built-in type');
}

function checkViews({ block: { type }, staticView, loadCanvasView }: Kit): void {
  for (const [name, view] of Object.entries({ staticView, loadCanvasView }))
    if (view !== undefined && typeof view !== 'function') fail(type, name, 'must be a function');
}

/** A kit may be plain JavaScript, so its fields can have any type. */
type Unchecked<Definition> = { readonly [Key in keyof Definition]?: unknown };

function checkCapabilities(block: BlockDefinition): void {
  const { type } = block;
  const { content, role, capabilities } = block as Unchecked<BlockDefinition>;
  if (typeof (content as { safeParse?: unknown } | undefined)?.safeParse !== 'function')
    fail(type, 'block.content', 'must be a schema: an object with `safeParse`');
  // First: a definition that `defineBlock` did not create has no role either.
  if (!isRecord(capabilities)) fail(type, 'block.capabilities', 'must be created by defineBlock');
  if (!BLOCK_ROLES.some((each) => each === role))
    fail(type, 'block.role', `must be one of ${BLOCK_ROLES.join(', ')}`);
  checkNames(type, 'block.capabilities.', capabilities, CAPABILITIES);
  for (const [name, value] of Object.entries(capabilities))
    if (typeof value !== 'boolean')
      fail(type, `block.capabilities.${name}`, 'must be true or false');
  for (const name of ['containsBlocks', 'autosizes', 'growsWithText'] as const)
    if (capabilities[name] !== false)
      fail(type, `block.capabilities.${name}`, 'is reserved for built-in types');
}

function checkDefaults(block: BlockDefinition, sample: number): void {
  const { type } = block;
  const content = callKit(type, 'block.defaultContent', () => block.defaultContent(() => sample));
  checkJson(type, content);
  const parsed = parseResult(block, content);
  if (parsed.problem) {
    if (parsed.problem.cause !== undefined)
      throw thrownByKit(type, 'block.content', parsed.problem.cause);
    const [issue] = parsed.problem.issues;
    const path = ['block.defaultContent', ...(issue?.path ?? [])].map(String).join('.');
    fail(type, path, `does not pass the kit's own schema: ${issue?.message ?? 'is invalid'}`);
  }
  checkSchema(block, content, parsed.data);
  const unknown = unknownKey({ content }, {}, block.content);
  if (unknown)
    fail(type, unknown.path.replace(/^content/, 'block.defaultContent'), unknown.message);
  const [issue] = stylesSchema.safeParse(block.defaultStyles).error?.issues ?? [];
  if (issue) {
    const path = ['block.defaultStyles', ...issue.path].map(String).join('.');
    fail(type, path, `is invalid: ${issue.message}`);
  }
  if (block.capabilities.editsText && typeof (content as { text?: unknown }).text !== 'string')
    fail(type, 'block.capabilities.editsText', 'requires a string `text` in the content');
  for (const name of ['plainText', 'altText'] as const)
    if (typeof callKit(type, `block.${name}`, () => block[name](content)) !== 'string')
      fail(type, `block.${name}`, 'must return a string');
  const fontSize = callKit(
    type,
    'block.smallestFontSizePx',
    () => block.smallestFontSizePx?.(content) ?? 1,
  );
  if (!isLength(fontSize))
    fail(type, 'block.smallestFontSizePx', 'must return a positive number or null');
  const rewrites = {
    scaleText: () => block.scaleText?.(content, 1),
    scalePx: () => block.scalePx?.(content, 1),
    remapIds: () => block.remapIds?.(content, () => null),
  };
  for (const name of ['scaleText', 'scalePx', 'remapIds'] as const) {
    if (!block[name]) continue;
    const rewritten = callKit(type, `block.${name}`, rewrites[name]);
    const read = readRewritten(block, name, content, rewritten);
    const other = unknownKey({ content: read }, { content }, block.content);
    if (other)
      fail(type, `block.${name}`, `must return known fields only: ${other.path} ${other.message}`);
  }
  const { defaultSizePx, aspectRatio } = block;
  if (defaultSizePx)
    readSizePx(
      type,
      callKit(type, 'block.defaultSizePx', () => defaultSizePx(content)),
    );
  if (aspectRatio)
    readRatio(
      type,
      callKit(type, 'block.aspectRatio', () => aspectRatio(content)),
    );
}

/** Checks that default content is an object that a page can store. */
function checkJson(type: string, content: unknown): asserts content is object {
  const path = 'block.defaultContent';
  const problem = asyncProblem(content) ?? (isRecord(content) ? null : 'must return an object');
  if (problem !== null) fail(type, path, problem);
  try {
    copyJson(content, { depth: CONTENT_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    if (error.path.length === 0) fail(type, path, 'must return a plain object');
    fail(type, [path, ...error.path].join('.'), error.message);
  }
}

/**
 * Checks that the schema leaves content as it is. Defaults show when a field is missing, so each
 * field is left out once.
 */
function checkSchema(block: BlockDefinition, content: object, parsed: object): void {
  const { type } = block;
  const check = (given: object, result: object): void => {
    const changed = changedPath(given, result);
    if (changed) fail(type, ['block.content', ...changed].join('.'), SCHEMA_CHANGES_CONTENT);
  };
  check(content, parsed);
  for (const partial of withoutEachKey(content)) {
    // A schema that throws rejects the content.
    const result = parseResult(block, partial);
    if (!result.problem) check(partial, result.data);
  }
}

/**
 * Parses content with a kit's schema, which may be plain JavaScript.
 *
 * @throws CobbleError `kit_invalid` if the schema returns anything but a result
 */
function parseResult(block: BlockDefinition, content: object): ParsedContent {
  const parsed = parseContent(block, content);
  const { wrongResult } = parsed.problem ?? {};
  if (wrongResult !== undefined) fail(block.type, 'block.content', wrongResult);
  return parsed;
}

/** How many keys are left out at most: content with more has records, whose keys are alike. */
const MOST_TRIED = 100;

/**
 * Copies of a value, each without one of its keys, at any depth. A key that several items of a list
 * have is left out of one of them only: a list of 300 items would otherwise be parsed 300 times.
 *
 * @param path of the value, without the indexes of lists
 * @param tried the paths of the keys that have been left out
 */
function* withoutEachKey<Value extends object>(
  value: Value,
  path = '',
  tried = new Set<string>(),
): Generator<Value> {
  for (const [key, inside] of Object.entries(value) as [string, unknown][]) {
    const at = Array.isArray(value) ? path : `${path}.${JSON.stringify(key)}`;
    if (!Array.isArray(value) && !tried.has(at)) {
      if (tried.size === MOST_TRIED) return;
      tried.add(at);
      const { [key]: _, ...rest } = value as Readonly<Record<string, unknown>>;
      yield rest as Value;
    }
    if (typeof inside !== 'object' || inside === null) continue;
    for (const less of withoutEachKey(inside, at, tried))
      yield (
        Array.isArray(value) ? value.with(Number(key), less) : { ...value, [key]: less }
      ) as Value;
  }
}

function fail(type: string, path: string, message: string): never {
  throw kitProblem(type, path, message);
}
