import { isRecord } from '../model/json.ts';
import { pageProblem } from '../parsing/pageProblem.ts';

/** The version of pages that have none: older than the first migration. */
export const OLDEST_VERSION = '0.0.0';

/** Compares two versions numerically: negative if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Reads `settings.editorVersion` as three numbers: `0.4` is 0.4.0, `v0.5.2-beta` is 0.5.2. A page
 * without one is older than 0.2.0. An unreadable version is rejected, because treating it as an old
 * one would divide sizes by 600 (docs/decisions/0018).
 *
 * @throws CobbleError `page_unsupported_settings` with the path of the invalid field
 */
export function readPageVersion(page: Readonly<Record<string, unknown>>): string {
  const { settings } = page;
  if (settings === undefined || settings === null) return OLDEST_VERSION;
  if (!isRecord(settings)) throw pageProblem(['settings'], 'must be an object');
  const { editorVersion } = settings;
  if (editorVersion === undefined || editorVersion === null || editorVersion === '')
    return OLDEST_VERSION;
  const text = typeof editorVersion === 'number' ? String(editorVersion) : editorVersion;
  const parts =
    typeof text === 'string'
      ? /^\s*v?(\d{1,4})(?:\.(\d{1,4}))?(?:\.(\d{1,4}))?(?:[^\d].{0,40})?$/.exec(text)
      : null;
  if (!parts) throw pageProblem(['settings', 'editorVersion'], 'must be a version such as 0.7.0');
  return [parts[1], parts[2], parts[3]].map((part) => Number(part ?? 0)).join('.');
}
