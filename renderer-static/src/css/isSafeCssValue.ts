/** Short values come again and again, on a page and from page to page. */
const MAX_KNOWN_LENGTH = 60;
const MAX_KNOWN = 4096;
const known = new Map<string, boolean>();

/**
 * Whether a string can stand as a declaration's value and nothing else: it ends no declaration,
 * rule, comment, string, bracket or style element (security.md row 20). Views and kits make values
 * from checked parts; this is the last look before a value is written.
 */
export function isSafeCssValue(value: string): boolean {
  if (value.length > MAX_KNOWN_LENGTH) return looksSafe(value);
  const answer = known.get(value);
  if (answer !== undefined) return answer;
  const fresh = looksSafe(value);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(value, fresh);
  return fresh;
}

function looksSafe(value: string): boolean {
  if (value === '') return false;
  // Strings without quotes, escapes, tags or line ends inside are harmless, whatever they hold.
  // eslint-disable-next-line no-control-regex -- line ends and nulls are what ends a string
  const rest = value.replace(/"[^"\\<\u0000-\u001f]*"/g, '""');
  if (!/^[\w\s#%.,:+*/()'"-]*$/.test(rest.replaceAll('""', ''))) return false;
  if (/["']/.test(rest.replaceAll('""', '')) || rest.includes('/*') || rest.includes('*/'))
    return false;
  let depth = 0;
  for (const sign of rest) {
    if (sign === '(') depth++;
    else if (sign === ')' && --depth < 0) return false;
  }
  // An address is only ever written in quotes.
  return depth === 0 && !/url\((?!"")/i.test(rest);
}
