export function iconOf(_name: string): { path: string; size: number } | null {
  return null;
}
