/** So many answers are kept, for texts that are not longer than a colour or a name is. */
const MOST_KEPT = 2000;
const MOST_SIGNS = 64;

/**
 * The same function of a text, which keeps its answers: pages say the same few colours again and
 * again. What it gives must not be changed by anyone.
 */
export function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (text.length > MOST_SIGNS) return value;
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, value);
    return value;
  };
}
