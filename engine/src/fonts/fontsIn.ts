/**
 * Collects the families that a block's content names: fields called `font` at any depth, and marks
 * of rich text. Works for unknown types, too.
 *
 * @param content plain JSON
 */
export function fontsIn(content: unknown): ReadonlySet<string> {
  const families = new Set<string>();
  // Not recursive: an unknown block may be as deeply nested as JSON allows.
  const queue: unknown[] = [content];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const { type, attrs } = value as { readonly type?: unknown; readonly attrs?: unknown };
    const isMark = type === 'font_family' && typeof attrs === 'object' && attrs !== null;
    const family = isMark ? (attrs as { readonly family?: unknown }).family : undefined;
    if (typeof family === 'string') families.add(family);
    for (const [key, each] of Object.entries(value)) {
      if (key === 'font' && typeof each === 'string') families.add(each);
      else if (typeof each === 'object' && each !== null) queue.push(each);
    }
  }
  return families;
}
