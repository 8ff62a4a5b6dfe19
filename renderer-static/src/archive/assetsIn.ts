/**
 * The addresses of our own that stand anywhere in a page's JSON, in blocks that nobody knows too, in
 * their order.
 */
export function assetsIn(json: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  // Not by recursion: JSON can be deeper than the stack.
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
