/**
 * Whether an error is a unique violation (23505).
 *
 * @param constraint the violated index or constraint; one of these.
 */
export function violatesUnique(error: unknown, ...constraint: readonly string[]): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false;
  return 'constraint' in error && constraint.includes(String(error.constraint));
}
