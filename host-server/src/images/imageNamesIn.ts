const STORED = /\/assets\/([0-9a-f]{32}\.(?:png|gif|jpg))/g;
/** The block cap of Pro. Looking up more would block the server. */
const MAX_NAMES = 10_000;

/** The names of the stored images that a page's JSON refers to; the first ten thousand. */
export function imageNamesIn(json: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name] of json.matchAll(STORED)) {
    if (name) names.add(name);
    if (names.size >= MAX_NAMES) break;
  }
  return [...names];
}
