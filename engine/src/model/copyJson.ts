/** What stood in the way of a copy; `path` names the place. */
export class JsonProblem extends Error {
  readonly path: readonly string[];

  constructor(message: string, path: readonly string[]) {
    super(message);
    this.name = 'JsonProblem';
    this.path = path;
  }
}

const MAX_DEPTH = 48;
const MAX_VALUES = 4_000_000;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Copies a JSON value from outside into plain frozen objects, so that later nothing can change it
 * or reach a prototype through it. Keys that are undefined are left out, as JSON would.
 *
 * @throws JsonProblem on what JSON cannot say (functions, class instances, NaN), on the keys
 *   `__proto__`, `constructor` and `prototype`, on nesting deeper than 48 (cycles too) and on more
 *   than four million values
 */
export function copyJson(value: unknown): unknown {
  const path: string[] = [];
  let values = 0;

  const copy = (from: unknown): unknown => {
    if (++values > MAX_VALUES) throw new JsonProblem('is too large', []);
    if (typeof from === 'string' || typeof from === 'boolean' || from === null) return from;
    if (typeof from === 'number') {
      if (!Number.isFinite(from)) throw new JsonProblem('must be a finite number', [...path]);
      return from;
    }
    if (typeof from !== 'object') throw new JsonProblem('must be JSON', [...path]);
    if (path.length >= MAX_DEPTH) throw new JsonProblem('is nested too deeply', path.slice(0, 8));
    if (Array.isArray(from)) return Object.freeze(copyArray(from));
    const prototype: unknown = Object.getPrototypeOf(from);
    // Objects of another realm (a frame, a vm) have an Object.prototype of their own.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      throw new JsonProblem('must be a plain object', [...path]);
    return Object.freeze(copyRecord(from as Record<string, unknown>));
  };

  const copyArray = (from: readonly unknown[]): unknown[] => {
    const to: unknown[] = [];
    for (let place = 0; place < from.length; place++) {
      path.push(String(place));
      to.push(copy(from[place]));
      path.pop();
    }
    return to;
  };

  const copyRecord = (from: Record<string, unknown>): Record<string, unknown> => {
    const to: Record<string, unknown> = {};
    for (const key of Object.keys(from)) {
      path.push(key);
      if (FORBIDDEN.has(key)) throw new JsonProblem('must not be a key', [...path]);
      const value = from[key];
      if (value !== undefined) to[key] = copy(value);
      path.pop();
    }
    return to;
  };

  return copy(value);
}
