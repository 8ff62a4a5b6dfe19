import { ROOM_LIMITS } from './limits.ts';

/**
 * Measures a JSON value: the characters of its strings and keys, plus a few for each value. Stops and
 * returns null if it exceeds `ROOM_LIMITS` in characters, values or depth.
 */
export function measureJson(value: unknown): number | null {
  const budget = { chars: ROOM_LIMITS.maxMessageChars, values: ROOM_LIMITS.maxMessageValues };
  if (!fits(value, ROOM_LIMITS.maxMessageDepth, budget)) return null;
  return ROOM_LIMITS.maxMessageChars - budget.chars;
}

interface Budget {
  chars: number;
  values: number;
}

function fits(value: unknown, depth: number, budget: Budget): boolean {
  budget.values -= 1;
  budget.chars -= typeof value === 'string' ? value.length + 2 : 4;
  if (budget.values < 0 || budget.chars < 0 || depth < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((each) => fits(each, depth - 1, budget));
  for (const key of Object.keys(value)) {
    budget.chars -= key.length + 3;
    if (!fits((value as Record<string, unknown>)[key], depth - 1, budget)) return false;
  }
  return true;
}
