/**
 * Whether two JSON values say the same. The order of keys does not matter, and a key that is
 * undefined counts as absent, as it does in JSON.
 */
export function equalJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return equalArrays(a, b);
  return equalRecords(a as Record<string, unknown>, b as Record<string, unknown>);
}

function equalArrays(a: unknown, b: unknown): boolean {
  return (
    Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((each, place) => equalJson(each, b[place]))
  );
}

function equalRecords(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  for (const key of Object.keys(a)) {
    if (a[key] !== undefined && !(Object.hasOwn(b, key) && equalJson(a[key], b[key]))) return false;
  }
  for (const key of Object.keys(b)) {
    if (b[key] !== undefined && (!Object.hasOwn(a, key) || a[key] === undefined)) return false;
  }
  return true;
}
