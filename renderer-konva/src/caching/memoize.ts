/** A function that reuses its results. */
export interface Memoized<Args extends readonly unknown[], Value> {
  (...args: Args): Value;
  /** Invalidates all results. */
  clear(): void;
}

/**
 * Memoizes a function by a string key. When `maxEntries` results are stored, all are dropped.
 *
 * @param keyOf the key of a call, which must determine its result
 */
export function memoize<Args extends readonly unknown[], Value>(
  compute: (...args: Args) => Value,
  keyOf: (...args: Args) => string,
  maxEntries = Infinity,
): Memoized<Args, Value> {
  const results = new Map<string, Value>();
  const memoized = (...args: Args): Value => {
    const key = keyOf(...args);
    const found = results.get(key);
    if (found !== undefined || results.has(key)) return found as Value;
    if (results.size >= maxEntries) results.clear();
    const value = compute(...args);
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
 * Memoizes a function by the identity of its first argument, as long as that object lives. The other
 * arguments must not change the result.
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
