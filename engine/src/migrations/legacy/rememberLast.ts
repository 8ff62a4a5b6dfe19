/**
 * Returns a reader that remembers the last text and its value, since neighbouring blocks mostly
 * have the same styles. Only the last text is kept, so nothing has to be invalidated.
 *
 * @param read a pure function whose result nobody changes
 */
export function rememberLast<Value>(read: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) };
    return last.value;
  };
}
