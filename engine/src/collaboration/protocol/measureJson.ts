import { ROOM_LIMITS } from './limits.ts';

/** How much a JSON value contains, or may contain at most. */
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
  return measureJson(value, NO_LIMITS) ?? 0;
}

/** The size of a JSON value. */
export interface JsonMeasure {
  /** See {@link measureJson}. */
  readonly chars: number;
  /** See {@link memoryOf}. */
  readonly memory: number;
}

/** As {@link measureJson}, with the memory that the value takes. */
export function measureMemory(value: unknown, limits: JsonLimits = NO_LIMITS): JsonMeasure | null {
  const budget = { chars: 0, values: 0, limits };
  if (!fits(value, ROOM_LIMITS.maxMessageDepth, budget)) return null;
  return { chars: budget.chars, memory: memoryOf(budget) };
}

/**
 * The memory that parsed JSON takes, as characters of two to five bytes. Of ordinary pages, that is
 * about the length of their JSON; but an empty array takes 40 bytes, and an object with a key 100.
 */
export function memoryOf({ chars, values }: JsonLimits): number {
  return Math.max(chars, values * MEMORY_PER_VALUE);
}

const MEMORY_PER_VALUE = 20;
const NO_LIMITS: JsonLimits = { chars: Infinity, values: Infinity };

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
