/**
 * Collects the families that a block's content names: fields called `font` at any depth, and marks
 * of rich text. Works for unknown types, too.
 *
 * @param content plain JSON
 */
export function fontsIn(content: unknown): ReadonlySet<string> {
  const families = new Set<string>();
  // Not recursive: an unknown block may be as deeply nested as JSON allows.
  const queue: object[] = [];
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) queue.push(value);
  };
  add(content);
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    // An unknown block may have millions of values: listing entries would copy each of them.
    if (Array.isArray(value)) {
      for (const each of value as readonly unknown[]) add(each);
      continue;
    }
    const record = value as Readonly<Record<string, unknown>>;
    const { type, attrs } = record;
    const isMark = type === 'font_family' && typeof attrs === 'object' && attrs !== null;
    const family = isMark ? (attrs as { readonly family?: unknown }).family : undefined;
    if (typeof family === 'string') families.add(family);
    for (const key in record) {
      const each = record[key];
      if (key === 'font' && typeof each === 'string') families.add(each);
      else add(each);
    }
  }
  return families;
}
