/**
 * Whether an error is Postgres's refusal of a second row with the same value (23505).
 *
 * @param constraint the index or constraint that must have refused.
 */
export function violatesUnique(error: unknown, ...constraint: readonly string[]): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false;
  return 'constraint' in error && constraint.includes(String(error.constraint));
}
