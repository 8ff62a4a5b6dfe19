/**
 * How each ASCII character may occur in an unquoted value: 1 anywhere, 2 depending on what precedes
 * it, 0 only as the full check allows.
 */
const PLAIN = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ #%.,:+-')
  PLAIN[character.charCodeAt(0)] = 1;
for (const character of '()*/') PLAIN[character.charCodeAt(0)] = 2;
const [OPEN, CLOSE, SLASH, STAR] = [0x28, 0x29, 0x2f, 0x2a];

/**
 * Whether a string is safe as a declaration's value: it cannot end a declaration, rule, comment,
 * string, bracket or style element. This is the last check before a value is written: built-in
 * views already build values from checked parts, but a kit's values may be any strings.
 */
export function isSafeCssValue(value: string): boolean {
  return isPlain(value) || passesFullCheck(value);
}

/** Fast path for values without quotes, URLs or unusual characters. */
function isPlain(value: string): boolean {
  let depth = 0;
  let last: number | undefined;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    const kind = code < 128 ? PLAIN[code] : 0;
    if (kind === 0) return false;
    if (kind === 2) {
      if (code === OPEN) {
        depth++;
        // An `l` before the bracket may be the end of `url`.
        if (last === 0x6c || last === 0x4c) return false;
      } else if (code === CLOSE) {
        if (--depth < 0) return false;
      } else if ((code === STAR && last === SLASH) || (code === SLASH && last === STAR))
        return false;
    }
    last = code;
  }
  return depth === 0 && value !== '';
}

/** The full check, for any value. */
export function passesFullCheck(value: string): boolean {
  if (value === '') return false;
  // Strings without quotes, escapes, tags or line ends inside are harmless, whatever else they
  // contain.
  // eslint-disable-next-line no-control-regex -- line ends and nulls end a string
  const rest = value.replace(/"[^"\\<\u0000-\u001f]*"/g, '""');
  if (!/^[\w\s#%.,:+*/()'"-]*$/.test(rest.replaceAll('""', ''))) return false;
  if (/["']/.test(rest.replaceAll('""', '')) || rest.includes('/*') || rest.includes('*/'))
    return false;
  let depth = 0;
  for (const character of rest) {
    if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  // URLs are always quoted.
  return depth === 0 && !/url\((?!"")/i.test(rest);
}
