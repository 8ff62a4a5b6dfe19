import type { SentOp } from './clientMessages.ts';
import { measureJson, OP_SIZE } from './measureJson.ts';

/** The JSON of an op that is larger than one part; null if it is sent as a whole. */
export function largeOpText(op: SentOp, partChars: number): string | null {
  const chars = measureJson(op);
  return chars === null || chars > partChars ? JSON.stringify(op) : null;
}

/** Whether an op is larger than the room accepts. */
export function isOpTooLarge(op: Omit<SentOp, 'mid'>): boolean {
  const chars = measureJson(op, OP_SIZE);
  if (chars === null) return true;
  // Escapes make the text up to six times as long as its characters.
  return chars > OP_SIZE.chars / 8 && JSON.stringify(op).length > OP_SIZE.chars - 100;
}

/** Splits text into parts, but not within a surrogate pair. */
export function splitText(text: string, partChars: number): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = start + partChars;
    const last = text.charCodeAt(end - 1);
    const isDivided = last >= 0xd800 && last <= 0xdbff;
    if (isDivided && end < text.length) end -= 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}
