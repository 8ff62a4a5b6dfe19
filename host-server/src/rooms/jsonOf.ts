import { setImmediate } from 'node:timers/promises';
import { ROOM_LIMITS, textInParts } from '@cobble/engine/collaboration';

/**
 * The JSON text of a value that may contain a page. Writing several MB at once would keep the server
 * from everything else.
 *
 * @param value immutable, plain JSON.
 */
export async function jsonOf(value: unknown): Promise<string> {
  const parts = textInParts(value, ROOM_LIMITS.partChars);
  if (parts === null) return JSON.stringify(value);
  const texts: string[] = [];
  for (const part of parts) {
    texts.push(part);
    await setImmediate();
  }
  return texts.join('');
}
