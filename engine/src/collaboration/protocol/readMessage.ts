import { copyJson } from '../../model/json.ts';
import { type ClientMessage, clientMessageSchema } from './clientMessages.ts';
import { type DraftRequest, draftRequestSchema } from './draftRequest.ts';
import { measureJson } from './measureJson.ts';
import { type RoomMessage, roomMessageSchema } from './roomMessages.ts';

/** A parsed client message and its size in characters. */
export interface ReadClientMessage {
  readonly message: ClientMessage;
  readonly chars: number;
}

/**
 * Parses any value as a client message. Returns a copy, null if it is malformed, or `too_large` if
 * it exceeds `ROOM_LIMITS`. Never throws.
 */
export function readClientMessage(value: unknown): ReadClientMessage | 'too_large' | null {
  try {
    const chars = measureJson(value);
    if (chars === null) return 'too_large';
    const parsed = clientMessageSchema.safeParse(copyJson(value));
    return parsed.success ? { message: parsed.data, chars } : null;
  } catch {
    // Not JSON: a throwing getter, a cycle, or a key that could reach a prototype.
    return null;
  }
}

/** Parses a room message of any size; null if it is malformed. */
export function readRoomMessage(value: unknown): RoomMessage | null {
  try {
    const parsed = roomMessageSchema.safeParse(copyJson(value));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Parses a draft request; null if it is malformed. */
export function readDraftRequest(value: unknown): DraftRequest | null {
  try {
    const parsed = draftRequestSchema.safeParse(copyJson(value));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
