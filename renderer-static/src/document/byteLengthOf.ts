/** Bytes of a text's UTF-8. Most of a document is ASCII, a byte a sign: only the rest is encoded. */
export function byteLengthOf(text: string): number {
  let bytes = text.length;
  // eslint-disable-next-line no-control-regex -- all that is no ASCII
  for (const rest of text.match(/[^\u0000-\u007f]+/g) ?? [])
    bytes += new TextEncoder().encode(rest).length - rest.length;
  return bytes;
}
