const encoder = new TextEncoder();

/** Bytes of a text's UTF-8. */
export function byteLengthOf(text: string): number {
  return encoder.encode(text).length;
}
