/** A plain record of whatever was handed over; {} for anything else. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** An own field of a record, never one of its prototype's. */
export function field(of: unknown, name: string): unknown {
  if (typeof of !== 'object' || of === null || Array.isArray(of)) return undefined;
  return Object.hasOwn(of, name) ? (of as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** A finite number, brought into its range; null for anything else. */
export function number(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(max, Math.max(min, value))
    : null;
}

/** A string of at most a length; null for anything else. */
export function string(value: unknown, maxLength = 100_000): string | null {
  return typeof value === 'string' ? value.slice(0, maxLength) : null;
}

/** A value that is one of those named; null for anything else. */
export function oneOf<const Value>(value: unknown, values: readonly Value[]): Value | null {
  return values.find((each) => each === value) ?? null;
}

/** The record without the fields that are null or undefined. */
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
