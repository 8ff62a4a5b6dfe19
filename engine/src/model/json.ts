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

/** Cache: what {@link markFrozen} has marked. An entry is dropped with its object. */
const deeplyFrozen = new WeakSet();

/**
 * Marks the blocks of a page, which the caller has deeply frozen, so that {@link copyJson} can share
 * them without checking every value, which takes longer than loading them.
 */
export function markFrozen<Value extends object>(value: Value): Value {
  deeplyFrozen.add(value);
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

/** The maximum nesting of objects and arrays in a page. Every depth is counted from the page. */
export const MAX_DEPTH = 48;
/** The depth of a block in its page (`things.<uuid>`), wherever the block is read. */
export const BLOCK_DEPTH = 2;
/** The depth of a block's content in its page. */
export const CONTENT_DEPTH = BLOCK_DEPTH + 1;
/**
 * The depth for what encloses pages and blocks: messages, ops, copies and local copies. They nest a
 * block up to 8 levels deeper than a page does, and must not refuse a block that a page accepts.
 */
export const ENVELOPE_DEPTH = -8;
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
  const { depth = 0, nonFiniteAsNull = false, sharesFrozen = false } = options;
  return copyValue(value, depth, { values: 0, nonFiniteAsNull, sharesFrozen });
}

/**
 * Copies an untrusted JSON object in which keys may be undefined: a patch, which removes those keys.
 * Its values are copied as in {@link copyJson}; the copy itself is not frozen.
 *
 * @throws JsonProblem, as in {@link copyJson}, or what a getter throws
 */
export function copyPatch(from: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // Read once: a getter may return something else the second time. Values are replaced in a copy,
  // because V8 would create hidden classes for a copy made key by key, and drop them with it.
  const copy = { ...from };
  const budget: Budget = { values: 0, nonFiniteAsNull: false, sharesFrozen: false };
  for (const key of Object.keys(copy)) {
    const value = copy[key];
    try {
      checkKey(key);
      if (value === undefined) continue;
      const copied = copyValue(value, 1, budget);
      if (copied !== value) copy[key] = copied;
    } catch (error) {
      throw withPathPrefix(error, key);
    }
  }
  return copy;
}

/** Options of {@link copyJson}. */
export interface CopyJsonOptions {
  /** How many objects and arrays enclose the value in a page; 0 by default. */
  readonly depth?: number;
  /** NaN and infinite numbers become null, as in `JSON.stringify`, instead of throwing. */
  readonly nonFiniteAsNull?: boolean;
  /** Plain data that is deeply frozen already is shared instead of copied. */
  readonly sharesFrozen?: boolean;
}

interface Budget {
  values: number;
  readonly nonFiniteAsNull: boolean;
  readonly sharesFrozen: boolean;
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
  let isSame = budget.sharesFrozen;
  let index = 0;
  try {
    for (; index < from.length; index++) {
      const value = from[index];
      const copy = copyValue(value, depth + 1, budget);
      isSame &&= copy === value;
      to.push(copy);
    }
  } catch (error) {
    throw withPathPrefix(error, String(index));
  }
  return isSame && isFrozenData(from) ? from : Object.freeze(to);
}

function copyRecord(
  from: Record<string, unknown>,
  depth: number,
  budget: Budget,
): Readonly<Record<string, unknown>> {
  if (budget.sharesFrozen && deeplyFrozen.has(from)) return from;
  if (!isPlain(from)) throw new JsonProblem('must be a plain object');
  const to: Record<string, unknown> = {};
  let isSame = budget.sharesFrozen;
  let at = '';
  try {
    for (const key of Object.keys(from)) {
      at = key;
      checkKey(key);
      const value = from[key];
      if (value === undefined) {
        isSame = false;
        continue;
      }
      const copy = copyValue(value, depth + 1, budget);
      isSame &&= copy === value;
      to[key] = copy;
    }
  } catch (error) {
    throw withPathPrefix(error, at);
  }
  return isSame && isFrozenData(from) ? from : Object.freeze(to);
}

/** Whether copying a key is safe: it does not reach a prototype. */
export function isSafeKey(key: string): boolean {
  return key !== '__proto__' && key !== 'constructor' && key !== 'prototype';
}

function checkKey(key: string): void {
  if (!isSafeKey(key)) throw new JsonProblem('must not be a key');
}

/** Whether an object is frozen and has no getters, which could return another value each time. */
function isFrozenData(value: object): boolean {
  if (!Object.isFrozen(value)) return false;
  for (const key of Object.keys(value))
    if (Object.getOwnPropertyDescriptor(value, key)?.get) return false;
  return true;
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
