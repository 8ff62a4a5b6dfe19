/** What stood in the way of a copy; `path` names the place. */
export class JsonProblem extends Error {
  readonly path: string[] = [];

  constructor(message: string) {
    super(message);
    this.name = 'JsonProblem';
  }
}

/** How many objects and arrays a value may lie in. */
export const MAX_DEPTH = 48;
/** How many values a page may hold, all told. */
export const MAX_VALUES = 4_000_000;

/**
 * Copies a JSON value from outside into plain frozen objects, so that later nothing can change it
 * or reach a prototype through it. Keys that are undefined are left out, as JSON would.
 *
 * @throws JsonProblem on what JSON cannot say (functions, class instances, NaN), on the keys
 *   `__proto__`, `constructor` and `prototype`, on nesting deeper than 48 (cycles too) and on more
 *   than four million values
 */
export function copyJson(value: unknown, options: CopyJsonOptions = {}): unknown {
  return copyValue(value, 0, { values: 0, hasHoles: options.hasHoles ?? false });
}

/** Options of {@link copyJson}. */
export interface CopyJsonOptions {
  /** NaN and infinite numbers become null, as `JSON.stringify` writes them, instead of a problem. */
  readonly hasHoles?: boolean;
}

interface Budget {
  values: number;
  readonly hasHoles: boolean;
}

function copyValue(from: unknown, depth: number, budget: Budget): unknown {
  if (++budget.values > MAX_VALUES) throw new JsonProblem('is too large');
  if (typeof from === 'string' || typeof from === 'boolean' || from === null) return from;
  if (typeof from === 'number') {
    if (Number.isFinite(from)) return from;
    if (budget.hasHoles) return null;
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
  let place = 0;
  try {
    for (; place < from.length; place++) to.push(copyValue(from[place], depth + 1, budget));
  } catch (error) {
    throw below(error, String(place));
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
    throw below(error, at);
  }
  return Object.freeze(to);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm (a frame, a vm) have an Object.prototype of their own.
  return (
    prototype === Object.prototype ||
    prototype === null ||
    Object.getPrototypeOf(prototype) === null
  );
}

/** The path is put together on the way out, as nearly every copy has no use for one. */
function below(error: unknown, key: string): unknown {
  if (error instanceof JsonProblem) error.path.unshift(key);
  return error;
}
