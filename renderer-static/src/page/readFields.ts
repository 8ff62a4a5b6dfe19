/** Returns the value if it is a plain record, else {}. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Returns an own field of a record, never one from its prototype. */
export function field(of: unknown, name: string): unknown {
  if (typeof of !== 'object' || of === null || Array.isArray(of)) return undefined;
  return Object.hasOwn(of, name) ? (of as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Clamps a finite number to a range; null for anything else. */
export function number(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(max, Math.max(min, value))
    : null;
}

/** Truncates a string; null for anything else. */
export function string(value: unknown, maxLength = 100_000): string | null {
  return typeof value === 'string' ? value.slice(0, maxLength) : null;
}

/** Returns the value if it is one of the list, else null. */
export function oneOf<const Value>(value: unknown, values: readonly Value[]): Value | null {
  return values.find((each) => each === value) ?? null;
}

/** Copies a record without null and undefined fields. */
export function compact<Fields extends Record<string, unknown>>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== null && value !== undefined) result[name] = value;
  }
  return result as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
