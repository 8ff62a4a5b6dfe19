/** Whether a value is an object other than null or an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object literal or one parsed from JSON, not an instance of a class. */
export function isPlainRecord(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && isPlain(value);
}

/**
 * Whether two JSON values are deeply equal. The order of keys does not matter, and an undefined
 * value counts as absent, as in JSON.
 */
export function equalJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return equalArrays(a, b);
  return equalRecords(a as Record<string, unknown>, b as Record<string, unknown>);
}

function equalArrays(a: unknown, b: unknown): boolean {
  return (
    Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((each, index) => equalJson(each, b[index]))
  );
}

function equalRecords(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  for (const key in a) {
    if (!Object.hasOwn(a, key) || a[key] === undefined) continue;
    if (!(Object.hasOwn(b, key) && equalJson(a[key], b[key]))) return false;
  }
  for (const key in b) {
    if (!Object.hasOwn(b, key) || b[key] === undefined) continue;
    if (!Object.hasOwn(a, key) || a[key] === undefined) return false;
  }
  return true;
}

/**
 * Deeply freezes a value and returns it. An object that is frozen already counts as deeply frozen,
 * so that unchanged records cost nothing.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  if (Array.isArray(value)) for (const each of value) deepFreeze(each);
  else for (const key in value) if (Object.hasOwn(value, key)) deepFreeze(value[key]);
  return value;
}

/** Why {@link copyJson} cannot copy a value; `path` is its location. */
export class JsonProblem extends Error {
  readonly path: string[] = [];

  constructor(message: string) {
    super(message);
    this.name = 'JsonProblem';
  }
}

/** The maximum nesting of objects and arrays. */
export const MAX_DEPTH = 48;
/** The maximum number of values in total. */
export const MAX_VALUES = 4_000_000;

/**
 * Copies an untrusted JSON value into plain frozen objects, so that nothing can change it later or
 * reach a prototype through it. Properties that are undefined are left out, as in JSON.
 *
 * @throws JsonProblem on other values that JSON cannot represent (functions, class instances, NaN),
 *   getters that throw, the keys `__proto__`, `constructor` and `prototype`, nesting deeper than 48
 *   (cycles too) and more than four million values
 */
export function copyJson(value: unknown, options: CopyJsonOptions = {}): unknown {
  return copyValue(value, 0, { values: 0, nonFiniteAsNull: options.nonFiniteAsNull ?? false });
}

/** Options of {@link copyJson}. */
export interface CopyJsonOptions {
  /** NaN and infinite numbers become null, as in `JSON.stringify`, instead of throwing. */
  readonly nonFiniteAsNull?: boolean;
}

interface Budget {
  values: number;
  readonly nonFiniteAsNull: boolean;
}

function copyValue(from: unknown, depth: number, budget: Budget): unknown {
  if (++budget.values > MAX_VALUES) throw new JsonProblem('is too large');
  if (typeof from === 'string' || typeof from === 'boolean' || from === null) return from;
  if (typeof from === 'number') {
    if (Number.isFinite(from)) return from;
    if (budget.nonFiniteAsNull) return null;
    throw new JsonProblem('must be a finite number');
  }
  if (typeof from !== 'object') throw new JsonProblem('must be JSON');
  if (depth === MAX_DEPTH) throw new JsonProblem('is nested too deeply');
  return Array.isArray(from)
    ? copyArray(from, depth, budget)
    : copyRecord(from as Record<string, unknown>, depth, budget);
}

function copyArray(from: readonly unknown[], depth: number, budget: Budget): readonly unknown[] {
  const to: unknown[] = [];
  let index = 0;
  try {
    for (; index < from.length; index++) to.push(copyValue(from[index], depth + 1, budget));
  } catch (error) {
    throw withPathPrefix(error, String(index));
  }
  return Object.freeze(to);
}

function copyRecord(
  from: Record<string, unknown>,
  depth: number,
  budget: Budget,
): Readonly<Record<string, unknown>> {
  if (!isPlain(from)) throw new JsonProblem('must be a plain object');
  const to: Record<string, unknown> = {};
  let at = '';
  try {
    for (const key of Object.keys(from)) {
      at = key;
      if (key === '__proto__' || key === 'constructor' || key === 'prototype')
        throw new JsonProblem('must not be a key');
      const value = from[key];
      if (value !== undefined) to[key] = copyValue(value, depth + 1, budget);
    }
  } catch (error) {
    throw withPathPrefix(error, at);
  }
  return Object.freeze(to);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects from another realm (an iframe, a vm) have a different Object.prototype.
  return (
    prototype === Object.prototype ||
    prototype === null ||
    Object.getPrototypeOf(prototype) === null
  );
}

/**
 * Builds the path while the error propagates, so that successful copies do not pay for it. Any
 * other error is that of a getter or proxy.
 */
function withPathPrefix(error: unknown, key: string): JsonProblem {
  const problem = error instanceof JsonProblem ? error : new JsonProblem('cannot be read');
  problem.path.unshift(key);
  return problem;
}
