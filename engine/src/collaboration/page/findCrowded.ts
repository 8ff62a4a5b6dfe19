import { isRecord } from '../../model/json.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';

/** An object with too many keys, and where it is. */
export interface Crowded {
  readonly path: readonly string[];
  readonly count: number;
}

/**
 * Finds an object with more keys than a client may write, and more than it had before: pages may have
 * contained such objects before there was a limit, and stay editable. Only reads what has changed.
 *
 * @param before what was in its place; undefined for nothing
 */
export function findCrowded(
  now: unknown,
  before: unknown,
  path: readonly string[],
): Crowded | null {
  if (now === before || typeof now !== 'object' || now === null) return null;
  const isList = Array.isArray(now);
  const count = isList ? 0 : Object.keys(now).length;
  const most = isRecord(before) ? Object.keys(before).length : 0;
  if (count > Math.max(ROOM_LIMITS.maxKeys, most)) return { path, count };
  const old = typeof before === 'object' && before !== null ? before : {};
  for (const key in now) {
    const each: unknown = Reflect.get(now, key);
    if (typeof each !== 'object' || each === null) continue;
    const was: unknown = Object.hasOwn(old, key) ? Reflect.get(old, key) : undefined;
    const crowded = findCrowded(each, was, [...path, key]);
    if (crowded) return crowded;
  }
  return null;
}
