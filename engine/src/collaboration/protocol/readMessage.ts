import { copyJson } from '../../model/json.ts';
import { type ClientMessage, clientMessageSchema } from './clientMessages.ts';
import { type DraftRequest, draftRequestSchema } from './draftRequest.ts';
import { measureJson } from './measureJson.ts';
import { type RoomMessage, roomMessageSchema } from './roomMessages.ts';

/** A client's message, and how much it is. */
export interface ReadClientMessage {
  readonly message: ClientMessage;
  readonly chars: number;
}

/**
 * Reads what a client has sent, whatever value it is. Null for what is malformed; 'too_large' for
 * what exceeds `ROOM_LIMITS`. Never throws. What is returned is a frozen copy.
 */
export function readClientMessage(value: unknown): ReadClientMessage | 'too_large' | null {
  try {
    const chars = measureJson(value);
    if (chars === null) return 'too_large';
    const parsed = clientMessageSchema.safeParse(copyJson(value));
    return parsed.success ? { message: parsed.data, chars } : null;
  } catch {
    // Not JSON: a getter that throws, a cycle, a key that would reach a prototype.
    return null;
  }
}

/** Reads what a room has sent; null for what is malformed. Pages may be as large as they are. */
export function readRoomMessage(value: unknown): RoomMessage | null {
  try {
    const parsed = roomMessageSchema.safeParse(copyJson(value));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Reads a question for a newer draft; null for what is malformed. */
export function readDraftRequest(value: unknown): DraftRequest | null {
  try {
    const parsed = draftRequestSchema.safeParse(copyJson(value));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
