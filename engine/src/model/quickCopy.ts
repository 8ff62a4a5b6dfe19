import { MAX_DEPTH, MAX_VALUES } from './copyJson.ts';

/**
 * What a quick reader answers when it cannot vouch for a value: the slow way is to decide then, and
 * it alone says what is wrong.
 */
export const UNSURE: unique symbol = Symbol('unsure');

/**
 * Copies a value into plain frozen objects while it checks it, in one walk.
 *
 * @param depth how many objects and arrays are round the value
 * @returns the copy, or {@link UNSURE}
 */
export type QuickReader = (value: unknown, depth: number) => unknown;

let valuesLeft = 0;

/** Runs a reading with room for as many values as `copyJson` takes. */
export function withinBudget<Outcome>(read: () => Outcome): Outcome {
  // A getter in the input may call the parser again.
  const outer = valuesLeft;
  valuesLeft = isPrototypeClean() ? MAX_VALUES : 0;
  try {
    return read();
  } finally {
    valuesLeft = outer;
  }
}

/**
 * `for in` is by far the fastest way through an object, but shows what others have added to the
 * prototype of all objects; where somebody has, the slow way it is.
 */
function isPrototypeClean(): boolean {
  for (const _ in Object.prototype) return false;
  return true;
}

/** Takes room for so many values; false when there is none left. */
export function spend(values: number): boolean {
  valuesLeft -= values;
  return valuesLeft > 0;
}

/** All empty objects of pages are one, and so are all empty lists. */
export const EMPTY: Readonly<Record<string, unknown>> = Object.freeze({});
const EMPTY_LIST: readonly unknown[] = Object.freeze([]);

/** Whether a value is an object as JSON makes them, and not nested too deeply to be looked into. */
export function isQuickRecord(value: unknown, depth: number): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    depth < MAX_DEPTH &&
    Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Whether a key may stand in what is copied. */
export function isSafeKey(key: string): boolean {
  return key !== '__proto__' && key !== 'constructor' && key !== 'prototype';
}

/** Copies any JSON, as `copyJson` does, but answers {@link UNSURE} to whatever is out of the common. */
export function quickCopy(value: unknown, depth: number): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : UNSURE;
  return Array.isArray(value)
    ? quickCopyArray(value, depth, quickCopy)
    : quickCopyRecord(value, depth);
}

/** Copies an array, each of its values by a reader. */
export function quickCopyArray(
  from: readonly unknown[],
  depth: number,
  read: QuickReader,
): readonly unknown[] | typeof UNSURE {
  if (depth >= MAX_DEPTH || !spend(from.length)) return UNSURE;
  if (from.length === 0) return EMPTY_LIST;
  const to: unknown[] = [];
  for (let place = 0; place < from.length; place++) {
    const copy = read(from[place], depth + 1);
    if (copy === UNSURE) return UNSURE;
    to.push(copy);
  }
  return Object.freeze(to);
}

function quickCopyRecord(from: unknown, depth: number): unknown {
  if (!isQuickRecord(from, depth)) return UNSURE;
  let to: Record<string, unknown> | null = null;
  for (const key in from) {
    const copy = spend(1) && isSafeKey(key) ? quickCopy(from[key], depth + 1) : UNSURE;
    if (copy === UNSURE) return UNSURE;
    to ??= {};
    to[key] = copy;
  }
  return to ? Object.freeze(to) : EMPTY;
}
