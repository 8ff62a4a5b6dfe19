import { isRecord } from '../../model/json.ts';
import { readNumber } from './readNumber.ts';
import { richTextFromLegacy } from './richTextFromLegacy.ts';
import type { JsonRecord } from '../Migration.ts';

/**
 * Converts the content of a legacy text block to rich text. Underline and strikethrough of plain
 * text were fields of the content that applied to the whole text; they become marks.
 *
 * @param onDropped called for each value that could not be preserved
 */
export function withRichText(content: JsonRecord, onDropped?: () => void): JsonRecord {
  const { text } = content;
  const sizePx = readNumber(content.fontSize);
  const options = {
    ...(sizePx === null ? {} : { sizePx }),
    ...(onDropped ? { onDropped } : {}),
  };
  if (isRecord(text)) return { ...content, text: richTextFromLegacy(text, options) };
  if (content.underline === undefined && content.strikethrough === undefined)
    return { ...content, text: richTextFromLegacy(text, options) };
  const { underline, strikethrough, ...rest } = content;
  for (const each of [underline, strikethrough])
    if (each !== undefined && each !== null && typeof each !== 'boolean') onDropped?.();
  const marks = [
    ...(underline === true ? [{ type: 'underline' }] : []),
    ...(strikethrough === true ? [{ type: 'strikethrough' }] : []),
  ];
  return { ...rest, text: richTextFromLegacy(text, { ...options, marks }) };
}
