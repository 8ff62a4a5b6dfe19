/** Largest number of cached results; the cache is cleared at this size. */
const MAX_ENTRIES = 2000;

/** Longer texts are not cached, in characters. Colours and names are shorter. */
const MAX_LENGTH = 64;

/**
 * Memoizes a pure function of a text. Results depend on the text alone, so nothing invalidates them;
 * callers must not modify them.
 */
export function memoize<Value>(read: (text: string) => Value): (text: string) => Value {
  const cache = new Map<string, Value>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const value = read(text);
    if (text.length > MAX_LENGTH) return value;
    if (cache.size >= MAX_ENTRIES) cache.clear();
    cache.set(text, value);
    return value;
  };
}
