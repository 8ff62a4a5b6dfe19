const STORED = /\/assets\/([0-9a-f]{32}\.(?:png|gif|jpg))/g;

/** The names of the stored images that a page's JSON refers to. */
export function imageNamesIn(json: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name] of json.matchAll(STORED)) if (name) names.add(name);
  return [...names];
}
