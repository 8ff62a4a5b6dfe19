/**
 * SQL of a time as `Date.toISOString` writes it, for JSON that the database builds.
 *
 * @param column never from a client.
 */
export function isoTime(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
