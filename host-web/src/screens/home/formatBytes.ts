const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** A size for users, with the units of plans (a MB is 1024 KB): `1.5 MB`, `200 MB`, `0 KB`. */
export function formatBytes(bytes: number): string {
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = size < 9.95 && unit > 0 && !Number.isInteger(size) ? 1 : 0;
  return `${size.toFixed(digits)} ${UNITS[unit] ?? ''}`;
}
