import type { z } from 'zod';
import type { Block } from '../model/Block.ts';
import type { CallGuard, GuardedFunction } from '../model/CallGuard.ts';
import { isRecord } from '../model/json.ts';
import { isUnawaitedPromise } from '../model/promises.ts';
import type { BlockDefinition } from './BlockDefinition.ts';
import { reasonOf } from './kitProblem.ts';

/** Why the content of a block is invalid. */
export interface ContentProblem {
  readonly issues: readonly z.core.$ZodIssue[];
  /** What the schema threw, if it did. */
  readonly cause?: unknown;
  /** What is wrong with the schema, if it returned anything but the result of a schema. */
  readonly wrongResult?: string;
}

/**
 * Validates content with the schema of its type. A third party's schema that throws (for example
 * because it calls `new URL` on any text) or that returns anything but a result counts as rejecting
 * the content.
 *
 * @returns null when the content is valid
 */
export function checkContent(definition: BlockDefinition, content: unknown): ContentProblem | null {
  return parseContent(definition, content).problem;
}

/** The result of validating content with the schema of its type. */
export type ParsedContent =
  | { readonly problem: ContentProblem }
  /** `data` is the content, without fields that the schema does not know. */
  | { readonly problem: null; readonly data: object };

/** The guards of the schemas of kits, for each definition. */
const guards = new WeakMap<BlockDefinition, readonly [CallGuard, GuardedFunction]>();

/** Makes {@link checkContent} call the schema of a definition, which may run a kit's code, guarded. */
export function guardSchema(definition: BlockDefinition, guard: CallGuard): void {
  guards.set(definition, [guard, { kit: definition.type, path: 'block.content' }]);
}

/** {@link checkContent}, with what the schema returns for valid content. */
export function parseContent(definition: BlockDefinition, content: unknown): ParsedContent {
  const guarded = guards.get(definition);
  if (!guarded) return parseUnguarded(definition, content);
  const [guard, called] = guarded;
  const outer = guard.running;
  guard.running = called;
  try {
    return parseUnguarded(definition, content);
  } finally {
    guard.running = outer;
  }
}

function parseUnguarded(
  { type, content: schema }: BlockDefinition,
  content: unknown,
): ParsedContent {
  const invalid = (message: string, more: Partial<ContentProblem>): ParsedContent => ({
    problem: { issues: [{ code: 'custom', path: [], message, input: content }], ...more },
  });
  try {
    const result: unknown = schema.safeParse(content);
    const { success, data, error, issues } = (isRecord(result) ? result : {}) as SchemaResult;
    if (success === true && isRecord(data)) return { problem: null, data };
    if (success === false) return { problem: { issues: readIssues(error ?? { issues }) } };
    const wrongResult = isUnawaitedPromise(result)
      ? 'must not be async'
      : success === true
        ? 'must return the content as `data` of the result of `safeParse`'
        : 'must return `{ success, data }` or `{ success: false, error }` from `safeParse`';
    return invalid(`cannot be validated: the schema of ${type} ${wrongResult}`, { wrongResult });
  } catch (cause) {
    const message = `cannot be validated: the schema of ${type} threw an error${reasonOf(cause)}`;
    return invalid(message, { cause });
  }
}

/** What is read of a schema's result. A schema may be anything with a `safeParse`. */
interface SchemaResult {
  readonly success?: unknown;
  readonly data?: unknown;
  readonly error?: unknown;
  /** Of Valibot, instead of an error. */
  readonly issues?: unknown;
}

/** What is read of an issue, or of an error without issues. */
interface GivenIssue {
  readonly path?: unknown;
  /** Of Ajv, instead of the path. */
  readonly instancePath?: unknown;
  readonly message?: unknown;
}

/**
 * The issues of a schema's error, or of a list of issues. Adds the path and the message that other
 * libraries than zod may omit.
 */
function readIssues(error: unknown): readonly z.core.$ZodIssue[] {
  const issues: unknown = isRecord(error) ? error.issues : error;
  return Array.isArray(issues) && issues.length > 0 ? issues.map(readIssue) : [readIssue(error)];
}

/** @param given an object, or only a message */
function readIssue(given: unknown): z.core.$ZodIssue {
  const fields = isRecord(given) ? given : {};
  const { instancePath, path = instancePath, message = given } = fields as GivenIssue;
  const steps: readonly unknown[] = Array.isArray(path) ? path : stepsIn(path);
  const keys = steps.map(keyOf);
  const isComplete =
    Array.isArray(path) && typeof message === 'string' && keys.every((key, at) => key === path[at]);
  if (isComplete) return given as z.core.$ZodIssue;
  const read = typeof message === 'string' && message !== '' ? message : 'is invalid';
  return { code: 'custom', input: undefined, ...fields, path: keys, message: read };
}

/**
 * The steps of a path that other libraries write as text: `list[0].name`, or a JSON pointer such as
 * `/list/0/name`.
 */
function stepsIn(path: unknown): readonly string[] {
  if (typeof path !== 'string') return [];
  if (!path.startsWith('/')) return path.match(/[^.[\]"']+/g) ?? [];
  const steps = path.slice(1).split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The key in a path; other libraries than zod use objects with a `key`. */
function keyOf(step: unknown): PropertyKey {
  const key: unknown = isRecord(step) ? step.key : step;
  return typeof key === 'symbol' || typeof key === 'number' ? key : String(key);
}

/** Why a kit cannot read a block of its type, which is then kept and shown as a placeholder. */
export type KitContentCode =
  /** The content has a later version than the kit. */
  | 'content_newer_than_kit'
  /** The content has an earlier version, and the kit's migrations did not make it valid. */
  | 'content_not_migrated'
  /** The content has the kit's version and does not pass its schema. */
  | 'content_invalid';

/** What is wrong with a block of a kit's type. */
export interface KitContentProblem {
  readonly code: KitContentCode;
  /** The invalid field of the block, such as `['content', 'rings']`. */
  readonly path: readonly string[];
  readonly message: string;
  /** What the kit threw, if it did. */
  readonly cause?: unknown;
}

/** The part of a block that decides whether a kit can read it. */
export type KitContent = Pick<Block, 'type' | 'content' | 'contentVersion'>;

/** The version of the content that a definition reads. */
export function versionOf({ version }: Pick<BlockDefinition, 'version'>): number {
  return version ?? 1;
}

/**
 * Checks that a kit can read a block of its type: the content has the kit's version and passes its
 * schema, which leaves it unchanged.
 *
 * @returns null if it can
 */
export function checkKitContent(
  definition: BlockDefinition,
  block: KitContent,
): KitContentProblem | null {
  const [version, stored] = [versionOf(definition), block.contentVersion ?? 1];
  if (stored === version) return checkCurrent(definition, block.content);
  return {
    code: stored > version ? 'content_newer_than_kit' : 'content_not_migrated',
    path: ['contentVersion'],
    message: `is version ${String(stored)}; the kit ${definition.type} has version ${String(version)}`,
  };
}

/**
 * Cache: the problems of frozen content, for each schema, which all editors with the kit share. Never
 * invalidated: schemas do not change, and frozen content is frozen deeply. Many calls look up the
 * definition of a block.
 */
const problems = new WeakMap<object, WeakMap<object, KitContentProblem | null>>();

function checkCurrent(definition: BlockDefinition, content: object): KitContentProblem | null {
  let checked = problems.get(definition.content);
  if (!checked) problems.set(definition.content, (checked = new WeakMap()));
  const known = checked.get(content);
  if (known !== undefined) return known;
  const problem = findProblem(definition, content);
  // What a schema has thrown may depend on more than the content: it affects this call only.
  if (problem?.cause === undefined && Object.isFrozen(content)) checked.set(content, problem);
  return problem;
}

function findProblem(definition: BlockDefinition, content: object): KitContentProblem | null {
  const parsed = parseContent(definition, content);
  const { problem } = parsed;
  const invalid = (path: readonly PropertyKey[], message: string): KitContentProblem => ({
    code: 'content_invalid',
    path: ['content', ...path.map(String)],
    message,
    ...(problem?.cause === undefined ? {} : { cause: problem.cause }),
  });
  if (problem) {
    const [issue] = problem.issues;
    return invalid(issue?.path ?? [], issue?.message ?? 'is invalid');
  }
  const changed = changedPath(content, parsed.data);
  return changed && invalid(changed, SCHEMA_CHANGES_CONTENT);
}

/** The message for a schema with defaults, coercion or transforms. */
export const SCHEMA_CHANGES_CONTENT =
  'is changed by the schema: content is stored as it is, so defaults and transforms have no effect';

/**
 * The path of the first value that a schema has added or changed; null if it has only left out
 * fields that it does not know.
 */
export function changedPath(given: unknown, parsed: unknown): readonly string[] | null {
  if (given === parsed || Object.is(given, parsed)) return null;
  if (Array.isArray(given) && Array.isArray(parsed) && given.length === parsed.length)
    return changedIn([...given.keys()].map(String), given, parsed);
  if (isRecord(given) && isRecord(parsed)) {
    const keys = Object.keys(parsed).filter((key) => parsed[key] !== undefined);
    return changedIn(keys, given, parsed);
  }
  return [];
}

function changedIn(keys: readonly string[], given: object, parsed: object): string[] | null {
  for (const key of keys) {
    const before: unknown = Object.hasOwn(given, key) ? Reflect.get(given, key) : undefined;
    const inside = changedPath(before, Reflect.get(parsed, key));
    if (inside) return [key, ...inside];
  }
  return null;
}
