import { isRecord } from '../../model/json.ts';
import { readNumber } from './readNumber.ts';
import { richTextFromLegacy } from './richTextFromLegacy.ts';
import type { JsonRecord } from '../Migration.ts';

/**
 * A text block's content with its text, whatever that was, as a rich text document. Lines under and
 * through a plain text were the block's, and are marks of all its words now.
 *
 * @param onDropped hears, once for each, of what a document could not keep
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
  const marks = [
    ...(underline === true ? [{ type: 'underline' }] : []),
    ...(strikethrough === true ? [{ type: 'strikethrough' }] : []),
  ];
  return { ...rest, text: richTextFromLegacy(text, { ...options, marks }) };
}
