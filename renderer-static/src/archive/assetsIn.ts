/**
 * Collects the URLs of the product's assets anywhere in a page's JSON, unknown blocks included, in
 * no particular order.
 */
export function assetsIn(json: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  // Iterative, since JSON can be nested deeper than the stack.
  const waiting: unknown[] = [json];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      if (/^\/assets\/[\w.-]+$/.test(value)) found.add(value);
    } else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value as Record<string, unknown>)) waiting.push(inner);
  }
  return found;
}
