import type { z } from 'zod';
import { isRecord } from '../../model/json.ts';
import { readNumber } from '../legacy/readNumber.ts';
import type { JsonRecord, MigrationWarningCode } from '../Migration.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** What {@link repairJson} works with. */
export interface RepairOptions {
  /** What is wrong with a value; nothing when it is sound. */
  readonly check: (value: JsonRecord) => readonly Issue[];
  /** Values for fields that must be there, at their paths. */
  readonly defaults: JsonRecord;
  readonly warn: (path: Path, code: MigrationWarningCode) => void;
}

const MAX_ROUNDS = 16;

/**
 * Brings a value under a schema that it breaks: numbers and truth values written as text are read,
 * what is beyond a limit is put to it, what is wrong goes, and what must be there gets a default.
 * Each such thing is told. Null when that does not help.
 */
export function repairJson(given: JsonRecord, options: RepairOptions): JsonRecord | null {
  const tries = new Map<string, number>();
  // What became of a field in the end, not what was tried on the way.
  const told = new Map<string, readonly [Path, MigrationWarningCode]>();
  const warn: RepairOptions['warn'] = (path, code) => told.set(keyOf(path), [path, code]);
  let value = given;
  let issues = options.check(value);
  for (let round = 0; issues.length > 0 && round < MAX_ROUNDS; round++) {
    // From the last to the first, so that places in lists stay right while some go.
    for (const issue of issues.toReversed())
      value = repairIssue(value, issue, tries, { ...options, warn });
    issues = options.check(value);
  }
  for (const [path, code] of told.values()) options.warn(path, code);
  return issues.length === 0 ? value : null;
}

function repairIssue(
  root: JsonRecord,
  issue: Issue,
  tries: Map<string, number>,
  { defaults, warn }: RepairOptions,
): JsonRecord {
  let path: Path = issue.path;
  let tried = triesAt(tries, path);
  // What was tried three times is wrong further up.
  while (tried >= 3 && path.length > 1) {
    path = path.slice(0, -1);
    tried = triesAt(tries, path);
  }
  if (path.length === 0) return root;
  tries.set(keyOf(path), tried + 1);
  const value = valueAt(root, path);
  if (value === undefined || tried === 2) {
    warn(path, 'value_replaced');
    return withValue(root, path, valueAt(defaults, path) ?? emptyOf(issue));
  }
  // The first try may bring it into its type, the second one within its limits.
  const read = readAs(value, issue);
  if (read !== undefined) {
    if (read.isLimited) warn(path, 'value_limited');
    return withValue(root, path, read.value);
  }
  warn(path, 'value_dropped');
  return withValue(root, path, undefined);
}

const keyOf = (path: Path): string => path.map(String).join('\u0000');
const triesAt = (tries: ReadonlyMap<string, number>, path: Path): number =>
  tries.get(keyOf(path)) ?? 0;

/** The value in the type, or within the limit, that the schema asks for. */
function readAs(
  value: unknown,
  issue: Issue,
): { readonly value: unknown; readonly isLimited: boolean } | undefined {
  if (issue.code === 'too_big') return limited(value, Number(issue.maximum));
  if (issue.code === 'too_small') return limited(value, Number(issue.minimum));
  if (issue.code !== 'invalid_type') return undefined;
  const read = typed(value, issue.expected);
  return read === undefined ? undefined : { value: read, isLimited: false };
}

function limited(
  value: unknown,
  limit: number,
): { readonly value: unknown; readonly isLimited: boolean } | undefined {
  if (typeof value === 'number') return { value: limit, isLimited: true };
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined;
  return value.length > limit ? { value: value.slice(0, limit), isLimited: true } : undefined;
}

function typed(value: unknown, expected: string): unknown {
  switch (expected) {
    case 'number':
      return readNumber(value) ?? undefined;
    case 'int': {
      const number = readNumber(value);
      return number === null ? undefined : Math.round(number);
    }
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
    case 'boolean':
      if (value === 1 || value === 'true') return true;
      return value === 0 || value === 'false' ? false : undefined;
    default:
      return undefined;
  }
}

function emptyOf(issue: Issue): unknown {
  if (issue.code !== 'invalid_type') return undefined;
  switch (issue.expected) {
    case 'string':
      return '';
    case 'number':
    case 'int':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    default:
      return {};
  }
}

function valueAt(root: unknown, path: Path): unknown {
  let at = root;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}

/** A copy with another value at a path; without the field when the value is undefined. */
function withValue(root: JsonRecord, path: Path, value: unknown): JsonRecord {
  return replaced(root, path, 0, value) as JsonRecord;
}

function replaced(at: unknown, path: Path, depth: number, value: unknown): unknown {
  const key = path[depth];
  if (key === undefined) return value;
  if (Array.isArray(at)) {
    const list: unknown[] = [...(at as readonly unknown[])];
    const made = replaced(list[Number(key)], path, depth + 1, value);
    if (made === undefined) list.splice(Number(key), 1);
    else list[Number(key)] = made;
    return list;
  }
  const record: Record<PropertyKey, unknown> = isRecord(at) ? { ...at } : {};
  const made = replaced(record[key], path, depth + 1, value);
  if (made === undefined) Reflect.deleteProperty(record, key);
  else record[key] = made;
  return record;
}
