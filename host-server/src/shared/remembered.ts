/** Longer texts are worked out anew each time: whoever sends them chooses how long they are. */
const MAX_LENGTH = 300;

/**
 * A function of a text that keeps its last answers, for texts that come with every request and are
 * mostly the same: host names, paths, lists of encodings. However many are sent, `max` are kept.
 *
 * @param work gives the same for the same text, and nothing that anybody changes
 */
export function remembered<Value>(
  max: number,
  work: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const value = work(text);
    if (text.length > MAX_LENGTH) return value;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= max) known.delete(oldest);
    known.set(text, value);
    return value;
  };
}
