import type * as z from 'zod';
import { copyJson, isRecord, JsonProblem } from '../../model/json.ts';
import type { Work } from '../Work.ts';
import {
  countCommands,
  type Intent,
  intentSchema,
  thingSchema,
  thingUpdateSchema,
} from './intents.ts';
import { ROOM_LIMITS } from './limits.ts';

/** A list of blocks in an intent, and the schema of its items. */
interface BlockList {
  readonly key: 'things' | 'updated';
  readonly item: z.ZodType;
}

const THINGS: BlockList = { key: 'things', item: thingSchema };
const LISTS: Readonly<Record<string, BlockList>> = {
  'add-things': THINGS,
  'restore-things': THINGS,
  'replace-page': THINGS,
  'update-things': { key: 'updated', item: thingUpdateSchema },
};

/**
 * Parses the intents of an op, which may be any values, and copies them. Pauses after each block.
 *
 * @returns null if they are malformed
 */
export function* readIntents(intents: readonly unknown[]): Work<readonly Intent[] | null> {
  const { maxCommands, maxIntentsPerOp } = ROOM_LIMITS;
  if (intents.length === 0 || intents.length > maxIntentsPerOp) return null;
  if (countCommands(intents) > maxCommands) return null;
  const result: Intent[] = [];
  try {
    for (const intent of intents) {
      const parsed = yield* readIntent(intent);
      if (!parsed) return null;
      result.push(parsed);
    }
  } catch (error) {
    if (error instanceof JsonProblem) return null;
    throw error;
  }
  return result;
}

function* readIntent(value: unknown): Work<Intent | null> {
  const list = isRecord(value) && typeof value.type === 'string' ? listOf(value.type) : null;
  if (!isRecord(value) || !list) return parsed(intentSchema, copyJson(value));
  const { [list.key]: given, ...rest } = value;
  if (!Array.isArray(given) || given.length > ROOM_LIMITS.maxThingsPerIntent) return null;
  const items: unknown[] = [];
  for (const each of given) {
    const item = parsed(list.item, copyJson(each));
    if (item === null) return null;
    items.push(item);
    yield;
  }
  // The items are parsed; one of them is enough for the schema of the rest.
  const fields = copyJson(rest) as Record<string, unknown>;
  const intent = parsed(intentSchema, { ...fields, [list.key]: items.slice(0, 1) });
  return intent && { ...intent, [list.key]: items };
}

function listOf(type: string): BlockList | null {
  return Object.hasOwn(LISTS, type) ? (LISTS[type] ?? null) : null;
}

function parsed<Value>(schema: z.ZodType<Value>, value: unknown): Value | null {
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
}
