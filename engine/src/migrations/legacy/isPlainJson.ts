import { isSafeKey, MAX_DEPTH } from '../../model/json.ts';
import { isPlainRecord, spend, withinBudget } from '../../parsing/fastReader.ts';

/**
 * Whether a value is plain JSON that can be read in place: no prototype keys, no NaN, not too deep
 * or large.
 */
export function isPlainJson(value: unknown): boolean {
  return withinBudget(() => isPlain(value, 0));
}

function isPlain(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      if (value === null) return true;
      return Array.isArray(value) ? isPlainArray(value, depth) : isPlainObject(value, depth);
    default:
      return false;
  }
}

function isPlainArray(list: readonly unknown[], depth: number): boolean {
  if (depth >= MAX_DEPTH || !spend(list.length)) return false;
  for (const each of list) if (!isPlain(each, depth + 1)) return false;
  return true;
}

function isPlainObject(value: object, depth: number): boolean {
  if (!isPlainRecord(value, depth)) return false;
  for (const key in value) {
    if (!spend(1) || !isSafeKey(key)) return false;
    const each = value[key];
    // Inlined, because most values are strings and the call costs more than the check.
    if (typeof each !== 'string' && !isPlain(each, depth + 1)) return false;
  }
  return true;
}
