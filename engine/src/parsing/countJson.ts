const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts the values and the nesting of JSON that may be malformed, without parsing it: parsing and
 * validating cost far more than reading the bytes once. Each value but the first of an object or
 * array follows a comma; an empty object or array counts as if it had one.
 *
 * @param bytes UTF-8
 */
export function countJson(bytes: Uint8Array): { readonly values: number; readonly depth: number } {
  let values = 1;
  let depth = 0;
  let deepest = 0;
  let isString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (isString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isString = false;
    } else if (byte === QUOTE) isString = true;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
  }
  return { values, depth: deepest };
}
