import { LAYOUT_KINDS } from '../../blocks/group/group.ts';
import { isRecord } from '../../model/json.ts';
import { readNumber } from './readNumber.ts';
import { escapeLink } from '../../links/escapeLink.ts';
import type { JsonRecord, MigrationContext } from '../Migration.ts';

/** Options of {@link readContent}. */
export interface ReadContentOptions {
  /** The block's new id. */
  readonly id: string;
  /** New ids by the ids that they replace. */
  readonly ids: ReadonlyMap<string, string>;
  readonly context: MigrationContext;
}

type Read = (content: JsonRecord, options: ReadContentOptions) => JsonRecord;

/**
 * Brings a block's content fields to their current names and forms. Content of unknown types is
 * unchanged.
 */
export function readContent(
  type: string,
  content: JsonRecord,
  options: ReadContentOptions,
): JsonRecord {
  return READERS.get(type)?.(content, options) ?? content;
}

/** Pairs of former and current names. */
type Names = readonly (readonly [from: string, to: string])[];

/** Renames fields, unless the current name is already in use. */
function rename(content: JsonRecord, names: Names): JsonRecord {
  const isOutdated = ([from, to]: Names[number]): boolean =>
    Object.hasOwn(content, from) && !Object.hasOwn(content, to);
  if (!names.some(isOutdated)) return content;
  // A new object, because objects are slow to read after losing a field.
  const renamed: Record<string, unknown> = {};
  for (const key of Object.keys(content)) {
    const name = names.find((each) => each[0] === key && isOutdated(each));
    renamed[name ? name[1] : key] = content[key];
  }
  return renamed;
}

const URL_NAME = [['URL', 'url']] as const;
const TEXT_NAMES = [
  ['size', 'fontSize'],
  ['align', 'textAlign'],
  ['bold', 'isBold'],
  ['italic', 'isItalic'],
] as const;

/**
 * Completes and encodes the URL. Removes the temporary one (`blob:`, `data:`) of an unfinished
 * upload.
 */
const image: Read = (content, { id, context }) => {
  const named = rename(content, URL_NAME);
  const { url } = named;
  if (url === undefined || url === null) return { ...named, url: '' };
  if (typeof url !== 'string') return named;
  const encoded = escapeLink(url.trim().replaceAll(' ', '%20'));
  if (encoded.startsWith('//')) return { ...named, url: `https:${encoded}` };
  if (encoded !== url) return { ...named, url: encoded };
  if (!/^(?:blob|data):/i.test(url)) return named;
  context.warn(['things', id, 'content', 'url'], 'value_dropped');
  return { ...named, url: '' };
};

const address: Read = (content) => rename(content, URL_NAME);

/** Converts variants of a GIF, whose URL field was called `URL`. */
const gif: Read = (content) => {
  if (!isRecord(content.images)) return content;
  const images: Record<string, unknown> = {};
  for (const [name, variant] of Object.entries(content.images))
    images[name] = isRecord(variant) ? rename(variant, URL_NAME) : variant;
  return { ...content, images };
};

const isLayoutKind = (value: unknown): boolean => LAYOUT_KINDS.some((kind) => kind === value);

/**
 * Updates replaced ids in the reading order. Unknown layouts become freeform; `orderSections`
 * repairs invalid orders later.
 */
const group: Read = (stored, { id, ids, context }) => {
  const { groupDisplay, groupOrder, readingOrder } = stored;
  const content = Array.isArray(readingOrder)
    ? {
        ...stored,
        readingOrder: readingOrder.map((each: unknown) => ids.get(String(each)) ?? each),
      }
    : stored;
  const isValidLayout = isLayoutKind(groupDisplay);
  if (isValidLayout && typeof groupOrder === 'number') return content;
  if (!isValidLayout && groupDisplay !== undefined)
    context.warn(['things', id, 'content', 'groupDisplay'], 'value_dropped');
  return {
    ...content,
    groupDisplay: isValidLayout ? groupDisplay : 'freeform',
    groupOrder: readNumber(groupOrder),
  };
};

/** Converts text that was stored as a plain string to an object. */
const stringToText =
  (field: string): Read =>
  (content) =>
    typeof content[field] === 'string'
      ? { ...content, [field]: { text: content[field] } }
      : content;

const text: Read = (content, { id, context }) => {
  const named = rename(content, TEXT_NAMES);
  const { fontSize } = named;
  if (fontSize === undefined || typeof fontSize === 'number') return named;
  const { fontSize: _, ...rest } = named;
  const sizePx = readNumber(fontSize);
  if (sizePx !== null) return { ...rest, fontSize: sizePx };
  if (fontSize !== null) context.warn(['things', id, 'content', 'fontSize'], 'value_dropped');
  return rest;
};

/** Moves strokes in an undocumented encoding to a field of their own, where they are preserved. */
const drawing: Read = (content, { id, context }) => {
  const { drawingPaths, ...rest } = content;
  if (
    drawingPaths === undefined ||
    (typeof drawingPaths === 'string' && /^(?:d\d{1,4}\.[\w-]*)?$/.test(drawingPaths))
  )
    return content;
  context.warn(['things', id, 'content', 'drawingPaths'], 'value_dropped');
  return { ...rest, drawingPaths: '', legacyDrawingPaths: drawingPaths };
};

const READERS: ReadonlyMap<string, Read> = new Map([
  ['audio', address],
  ['drawing', drawing],
  ['gif', gif],
  ['group', group],
  ['image', image],
  ['rich-button', stringToText('richButtonText')],
  ['shopify', address],
  ['sticky-note', stringToText('stickyNoteText')],
  ['text', text],
]);
