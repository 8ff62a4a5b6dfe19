/**
 * A reader of texts that gives the same value again for the text that it read last: the looks of
 * blocks are mostly their neighbour's.
 *
 * @param read answers the same each time it is asked, with what nobody changes
 */
export function rememberLast<Value>(read: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) };
    return last.value;
  };
}
