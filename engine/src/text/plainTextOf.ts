import { isRecord } from '../model/json.ts';

const ENDS_LINE: ReadonlySet<unknown> = new Set(['paragraph', 'heading', 'hard_break']);

/** The plain text of a plain or rich text, which may have any form, without formatting and lists. */
export function plainTextOf(text: unknown): string {
  if (typeof text === 'string') return text;
  if (Array.isArray(text)) return text.map(plainTextOf).join('');
  if (!isRecord(text)) return '';
  const plain = plainTextOf(text.text ?? text.content);
  return ENDS_LINE.has(text.type) ? `${plain}\n` : plain;
}
