import type * as z from 'zod';
import { copyJson, ENVELOPE_DEPTH, isRecord, JsonProblem } from '../../model/json.ts';
import { blockIdSchema } from '../../model/Block.ts';
import type { Work } from '../Work.ts';
import {
  countCommands,
  type Intent,
  intentSchema,
  thingSchema,
  thingUpdateSchema,
  valueEditSchema,
} from './intents.ts';
import { ROOM_LIMITS } from './limits.ts';
import { ITEM_SIZE, measureJson } from './measureJson.ts';

/**
 * A list of blocks, ids or values in an intent, the schema of its items, and how many it may have.
 */
interface ItemList {
  readonly key: 'things' | 'updated' | 'removedUuids' | 'partialPage';
  readonly item: z.ZodType;
  readonly max: number;
}

const { maxThingsPerIntent: max, maxValuesPerEdit } = ROOM_LIMITS;
const THINGS: ItemList = { key: 'things', item: thingSchema, max };
const LISTS: Readonly<Record<string, ItemList>> = {
  'add-things': THINGS,
  'restore-things': THINGS,
  'replace-page': THINGS,
  'update-things': { key: 'updated', item: thingUpdateSchema, max },
  'remove-things': { key: 'removedUuids', item: blockIdSchema, max },
  'update-page': { key: 'partialPage', item: valueEditSchema, max: maxValuesPerEdit },
};

/**
 * Parses the intents of an op, which may be any values, and copies them. Pauses after each item and
 * intent.
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
      yield;
    }
  } catch (error) {
    if (error instanceof JsonProblem) return null;
    throw error;
  }
  return result;
}

function* readIntent(value: unknown): Work<Intent | null> {
  const list = isRecord(value) && typeof value.type === 'string' ? listOf(value.type) : null;
  if (!isRecord(value) || !list) return parsed(intentSchema, value);
  const { [list.key]: given, ...rest } = value;
  if (!Array.isArray(given) || given.length > list.max) return null;
  const items: unknown[] = [];
  for (const each of given) {
    const item = parsed(list.item, each);
    if (item === null) return null;
    items.push(item);
    yield;
  }
  // The items are parsed already; one of them is enough to validate the other fields.
  const intent = parsed(intentSchema, { ...rest, [list.key]: items.slice(0, 1) });
  return intent && { ...intent, [list.key]: items };
}

function listOf(type: string): ItemList | null {
  return Object.hasOwn(LISTS, type) ? (LISTS[type] ?? null) : null;
}

/** A copy of a value, if it is valid and not too large to handle without a pause. */
function parsed<Value>(schema: z.ZodType<Value>, given: unknown): Value | null {
  if (measureJson(given, ITEM_SIZE) === null) return null;
  const value = copyJson(given, { depth: ENVELOPE_DEPTH });
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
}
