/** How large a JSON value is. */
export interface JsonSize {
  /** Values of any type, at any depth; keys are not counted. */
  readonly values: number;
  /** Length of the JSON in UTF-8, without whitespace. */
  readonly bytes: number;
}

/**
 * Measures a JSON value without serialising it. Not recursive, because unchecked JSON may be deeply
 * nested.
 */
export function jsonSize(json: unknown): JsonSize {
  let values = 0;
  let bytes = 0;
  const containers: object[] = [];
  const add = (value: unknown): void => {
    values += 1;
    if (typeof value === 'string') bytes += stringBytes(value);
    else if (typeof value === 'object' && value !== null) containers.push(value);
    // Numbers that are not finite become null.
    else bytes += typeof value === 'number' && !Number.isFinite(value) ? 4 : String(value).length;
  };
  add(json);
  for (let value = containers.pop(); value !== undefined; value = containers.pop()) {
    let count = 0;
    if (Array.isArray(value)) {
      for (const each of value as readonly unknown[]) add(each);
      count = value.length;
    } else {
      const record = value as Readonly<Record<string, unknown>>;
      for (const key in record) {
        bytes += stringBytes(key) + 1;
        add(record[key]);
        count += 1;
      }
    }
    // Brackets, and commas between the entries.
    bytes += 2 + Math.max(0, count - 1);
  }
  return { values, bytes };
}

/** Characters with a two-character escape in JSON, such as `\n`. */
const SHORT_ESCAPES = /["\\\b\f\n\r\t]/;

/** Strings without escapes and with ASCII characters only: most, and much faster to test as a whole. */
const PLAIN = /^[ !#-[\]-~]*$/;

function stringBytes(text: string): number {
  if (PLAIN.test(text)) return text.length + 2;
  let bytes = 2;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) {
      if (code >= 0x20 && code !== 0x22 && code !== 0x5c) bytes += 1;
      else bytes += SHORT_ESCAPES.test(text[index] ?? '') ? 2 : 6;
    } else if (code < 0x800) bytes += 2;
    else if (code < 0xd800 || code > 0xdfff) bytes += 3;
    else if (code < 0xdc00 && isLowSurrogate(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += 6;
  }
  return bytes;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
