/** A function that reuses its results, which callers must not modify. */
export interface Memoized<Args extends readonly unknown[], Value> {
  (...args: Args): Value;
  /** Invalidates all results. */
  clear(): void;
}

/** Limits on the stored results of a memoized function. */
export interface MemoizeLimits {
  /** The maximum number of stored results. Once it is reached, each new one replaces the oldest. */
  readonly maxEntries: number;
  /** Results for longer keys are not stored. Set it if others choose the keys. */
  readonly maxKeyLength?: number;
}

/**
 * Memoizes a function by its arguments. Only `clear` invalidates results, so they must depend on the
 * arguments alone. A call that throws is not stored.
 *
 * @param keyOf the key of a call, which must determine its result. By default the only argument
 */
export function memoize<Key extends string | number, Value>(
  compute: (key: Key) => Value,
  limits: MemoizeLimits,
): Memoized<readonly [key: Key], Value>;
export function memoize<Args extends readonly unknown[], Value>(
  compute: (...args: Args) => Value,
  limits: MemoizeLimits,
  keyOf: (...args: Args) => string | number,
): Memoized<Args, Value>;
export function memoize(
  compute: (...args: readonly unknown[]) => unknown,
  { maxEntries, maxKeyLength = Infinity }: MemoizeLimits,
  keyOf?: (...args: readonly unknown[]) => string | number,
): Memoized<readonly unknown[], unknown> {
  const results = new Map<unknown, unknown>();
  const memoized = (...args: readonly unknown[]): unknown => {
    const key = keyOf ? keyOf(...args) : args[0];
    const found = results.get(key);
    if (found !== undefined || results.has(key)) return found;
    const value = compute(...args);
    if (typeof key === 'string' && key.length > maxKeyLength) return value;
    // A Map iterates in insertion order, so the first key is the oldest.
    if (results.size >= maxEntries) results.delete(results.keys().next().value);
    results.set(key, value);
    return value;
  };
  return Object.assign(memoized, {
    clear: () => {
      results.clear();
    },
  });
}

/**
 * Memoizes a function by the identity of its first argument, as long as that object lives, which
 * bounds the number of results. The object must not be mutated, and the other arguments must not
 * change the result.
 */
export function memoizeByObject<Key extends object, Rest extends readonly unknown[], Value>(
  compute: (key: Key, ...rest: Rest) => Value,
): Memoized<readonly [key: Key, ...rest: Rest], Value> {
  let results = new WeakMap<Key, { readonly value: Value }>();
  const memoized = (key: Key, ...rest: Rest): Value => {
    let result = results.get(key);
    if (!result) results.set(key, (result = { value: compute(key, ...rest) }));
    return result.value;
  };
  return Object.assign(memoized, {
    clear: () => {
      results = new WeakMap();
    },
  });
}
