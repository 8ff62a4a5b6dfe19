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

/** Limits of one op. */
export const OP_SIZE: JsonLimits = {
  chars: ROOM_LIMITS.maxOpChars,
  values: ROOM_LIMITS.maxOpValues,
};

/**
 * Measures a JSON value: the characters of its strings and keys, plus a few for each value. Stops and
 * returns null if it exceeds the limits, or `ROOM_LIMITS` in depth.
 */
export function measureJson(value: unknown, limits: JsonLimits = MESSAGE_SIZE): number | null {
  const budget = { ...limits };
  if (!fits(value, ROOM_LIMITS.maxMessageDepth, budget)) return null;
  return limits.chars - budget.chars;
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

/**
 * Checks JSON text against the limits of an op while it arrives, before parsing takes memory for it.
 */
export class JsonTextBudget {
  private depth = 0;
  private isTooDeep = false;
  private values = 1;
  /** Whether nothing has followed the last opening bracket, so that the array or object may be empty. */
  private isOpened = false;
  private isString = false;
  private isEscaped = false;

  get isExceeded(): boolean {
    return this.isTooDeep || this.values > OP_SIZE.values;
  }

  /** Adds the next piece of the text. */
  add(text: string): void {
    for (let index = 0; index < text.length && !this.isExceeded; index++) {
      const char = text.charCodeAt(index);
      const isFirst = this.isOpened && !SPACES.has(char);
      if (isFirst) {
        this.isOpened = false;
        if (char !== CLOSE_ARRAY && char !== CLOSE_OBJECT) this.values += 1;
      }
      if (this.isEscaped) this.isEscaped = false;
      else if (this.isString) {
        if (char === BACKSLASH) this.isEscaped = true;
        else if (char === QUOTE) this.isString = false;
      } else if (char === QUOTE) this.isString = true;
      else if (char === COMMA) this.values += 1;
      else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
        this.isOpened = true;
        this.depth += 1;
        if (this.depth > ROOM_LIMITS.maxMessageDepth) this.isTooDeep = true;
      } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) this.depth -= 1;
    }
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
