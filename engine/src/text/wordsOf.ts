import { isRecord } from '../model/json.ts';

/** The plain text of a plain or rich text, which may be invalid. */
export function wordsOf(text: unknown): string {
  if (typeof text === 'string') return text;
  if (Array.isArray(text)) return text.map(wordsOf).join('');
  return isRecord(text) ? wordsOf(text.text ?? text.content) : '';
}
