import { ROOM_LIMITS } from './limits.ts';

/** The most that a JSON value may contain. */
export interface JsonLimits {
  readonly chars: number;
  readonly values: number;
}

/** Limits of one message. */
export const MESSAGE_SIZE: JsonLimits = {
  chars: ROOM_LIMITS.maxMessageChars,
  values: ROOM_LIMITS.maxMessageValues,
};

/** Limits of a message with a part of an op. */
export const PART_SIZE: JsonLimits = {
  chars: ROOM_LIMITS.maxMessageChars,
  values: ROOM_LIMITS.maxPartValues,
};

/** Limits of one op. */
export const OP_SIZE: JsonLimits = {
  chars: ROOM_LIMITS.maxOpChars,
  values: ROOM_LIMITS.maxOpValues,
};

/** Limits of one item of an op: a block, an update of one, or a changed value. */
export const ITEM_SIZE: JsonLimits = {
  chars: ROOM_LIMITS.maxOpChars,
  values: ROOM_LIMITS.maxItemValues,
};

/**
 * Measures a JSON value: the characters of its strings and keys, plus a few for each value. Stops
 * and returns null if it exceeds the limits, or `ROOM_LIMITS` in depth.
 */
export function measureJson(value: unknown, limits: JsonLimits = MESSAGE_SIZE): number | null {
  const budget = { chars: 0, values: 0, limits };
  return fits(value, ROOM_LIMITS.maxMessageDepth, budget) ? budget.chars : null;
}

/** As {@link measureJson}, for a value of any size; 0 if it is nested too deeply. */
export function measureAny(value: unknown): number {
  return measureJson(value, { chars: Infinity, values: Infinity }) ?? 0;
}

interface Budget {
  chars: number;
  values: number;
  readonly limits: JsonLimits;
}

function fits(value: unknown, depth: number, budget: Budget): boolean {
  const { limits } = budget;
  budget.values += 1;
  budget.chars += typeof value === 'string' ? value.length + 2 : 4;
  if (budget.values > limits.values || budget.chars > limits.chars || depth < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((each) => fits(each, depth - 1, budget));
  for (const key of Object.keys(value)) {
    budget.chars += key.length + 3;
    if (!fits((value as Record<string, unknown>)[key], depth - 1, budget)) return false;
  }
  return true;
}
