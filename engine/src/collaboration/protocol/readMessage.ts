import { copyJson, ENVELOPE_DEPTH, isRecord } from '../../model/json.ts';
import { type ClientMessage, clientMessageSchema } from './clientMessages.ts';
import { type DraftRequest, draftRequestSchema } from './draftRequest.ts';
import { type JsonMeasure, measureMemory, MESSAGE_SIZE, PART_SIZE } from './measureJson.ts';
import { type RoomMessage, roomMessageSchema } from './roomMessages.ts';

/**
 * Parses any value as a client message. Returns a copy, or null if it is malformed. Measure it
 * first. Never throws.
 */
export function readClientMessage(value: unknown): ClientMessage | null {
  try {
    const parsed = clientMessageSchema.safeParse(copyJson(value, { depth: ENVELOPE_DEPTH }));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON: a throwing getter, a cycle, or a key that could reach a prototype.
    return null;
  }
}

/**
 * What can be told about any value before it is parsed as a client message: its type, and its size,
 * which is null if it exceeds `ROOM_LIMITS`. Null if that cannot be read.
 */
export function measureClientMessage(
  value: unknown,
): { readonly type: unknown; readonly size: JsonMeasure | null } | null {
  try {
    const type = isRecord(value) ? value.type : undefined;
    return { type, size: measureMemory(value, type === 'op-part' ? PART_SIZE : MESSAGE_SIZE) };
  } catch {
    return null;
  }
}

/** Parses a room message of any size; null if it is malformed. */
export function readRoomMessage(value: unknown): RoomMessage | null {
  try {
    const parsed = roomMessageSchema.safeParse(copyJson(value, { depth: ENVELOPE_DEPTH }));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Parses a draft request; null if it is malformed. */
export function readDraftRequest(value: unknown): DraftRequest | null {
  try {
    const parsed = draftRequestSchema.safeParse(copyJson(value, { depth: ENVELOPE_DEPTH }));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
