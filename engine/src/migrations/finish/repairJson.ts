import type { z } from 'zod';
import { isRecord } from '../../model/json.ts';
import { readNumber } from '../legacy/readNumber.ts';
import type { JsonRecord, ValueWarningCode } from '../Migration.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Options of {@link repairJson}. */
export interface RepairOptions {
  /** Returns the problems of a value; none if it is valid. */
  readonly check: (value: JsonRecord) => readonly Issue[];
  /** Values of required fields by path. */
  readonly defaults: JsonRecord;
  readonly warn: (path: Path, code: ValueWarningCode) => void;
}

const MAX_ROUNDS = 16;

/**
 * Makes a value match its schema: converts values of another type (`'4px'` to a number, a number to
 * text, a fraction to an integer), clamps values to limits, removes invalid ones and adds defaults
 * of required ones. Reports everything but conversions. Returns null if that does not suffice.
 */
export function repairJson(input: JsonRecord, options: RepairOptions): JsonRecord | null {
  const attempts = new Map<string, number>();
  // Reports the final outcome of a field, not the attempts.
  const warnings = new Map<string, readonly [Path, ValueWarningCode]>();
  const warn: RepairOptions['warn'] = (path, code) => warnings.set(keyOf(path), [path, code]);
  let value = input;
  let issues = options.check(value);
  for (let round = 0; issues.length > 0 && round < MAX_ROUNDS; round++) {
    // Last to first, so that indexes stay valid while entries are removed.
    for (const issue of issues.toReversed())
      value = repairIssue(value, issue, attempts, { ...options, warn });
    issues = options.check(value);
  }
  for (const [path, code] of warnings.values()) options.warn(path, code);
  return issues.length === 0 ? value : null;
}

function repairIssue(
  root: JsonRecord,
  issue: Issue,
  attempts: Map<string, number>,
  { defaults, warn }: RepairOptions,
): JsonRecord {
  let path: Path = issue.path;
  let attempt = attemptsAt(attempts, path);
  // After three attempts the problem must be further up.
  while (attempt >= 3 && path.length > 1) {
    path = path.slice(0, -1);
    attempt = attemptsAt(attempts, path);
  }
  if (path.length === 0) return root;
  attempts.set(keyOf(path), attempt + 1);
  const value = valueAt(root, path);
  if (value === undefined || attempt === 2) {
    warn(path, 'value_replaced');
    return withValue(root, path, valueAt(defaults, path) ?? emptyOf(issue));
  }
  // The first attempt may fix the type, the second the limits.
  const read = readAs(value, issue);
  if (read !== undefined) {
    if (read.isLimited) warn(path, 'value_limited');
    return withValue(root, path, read.value);
  }
  warn(path, 'value_dropped');
  return withValue(root, path, undefined);
}

const keyOf = (path: Path): string => path.map(String).join('\u0000');
const attemptsAt = (attempts: ReadonlyMap<string, number>, path: Path): number =>
  attempts.get(keyOf(path)) ?? 0;

/** Converts the value to the type or limit that the schema requires. */
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
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/**
 * Copies a JSON value with another value at a path, or without the field if the value is undefined.
 */
function withValue(root: JsonRecord, path: Path, value: unknown): JsonRecord {
  return replaced(root, path, 0, value) as JsonRecord;
}

function replaced(parent: unknown, path: Path, depth: number, value: unknown): unknown {
  const key = path[depth];
  if (key === undefined) return value;
  if (Array.isArray(parent)) {
    const list: unknown[] = [...(parent as readonly unknown[])];
    const next = replaced(list[Number(key)], path, depth + 1, value);
    if (next === undefined) list.splice(Number(key), 1);
    else list[Number(key)] = next;
    return list;
  }
  const record: Record<PropertyKey, unknown> = isRecord(parent) ? { ...parent } : {};
  const next = replaced(record[key], path, depth + 1, value);
  if (next === undefined) Reflect.deleteProperty(record, key);
  else record[key] = next;
  return record;
}
