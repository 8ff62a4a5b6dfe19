import { ROOM_LIMITS, textInParts } from '@cobble/engine/collaboration';
import { ROOM_TURNS } from './RoomTurns.ts';

/**
 * The JSON text of a value that may contain a page. Writing several MB at once would keep the server
 * from everything else.
 *
 * @param value immutable, plain JSON.
 */
export async function jsonOf(value: unknown): Promise<string> {
  const parts = textInParts(value, ROOM_LIMITS.partChars);
  return parts === null ? JSON.stringify(value) : ROOM_TURNS.run(joinInSteps(parts));
}

function* joinInSteps(parts: Iterable<string>): Generator<undefined, string, undefined> {
  const texts: string[] = [];
  for (const part of parts) {
    texts.push(part);
    yield;
  }
  return texts.join('');
}
