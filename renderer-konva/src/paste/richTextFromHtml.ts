import { inputError, type RichText, richTextSchema } from '@cobble/engine';
import { DOMParser, type Node, type ParseRule } from 'prosemirror-model';
import { cleanPastedHtml } from './cleanPastedHtml.ts';
import { cutDoc } from './cutDoc.ts';

/** HTML with more characters, far more than any article has, is not read. */
const MAX_HTML = 2_000_000;

/** Rich text that was pasted as HTML. */
export interface PastedRichText {
  readonly text: RichText;
  /** The text was too long for one block, so its end is missing. */
  readonly isCut: boolean;
}

/**
 * Converts clipboard HTML to rich text. Keeps headings, paragraphs, lists, alignment, bold, italic,
 * underline, strikethrough and links; removes scripts, images and everything else. Other styling is
 * kept only in text that was copied from Cobble. The HTML is parsed into a separate document, which
 * runs and loads nothing.
 *
 * @returns the rich text, cut between words to what one block may contain (`cutText`); null when it
 *   has no headings, lists or marks, so that plain text will do, or when the HTML is empty or too
 *   long
 * @throws CobbleError `input_invalid` (details: `path`) unless given a string
 */
export function richTextFromHtml(html: string): RichText | null {
  if (typeof (html as unknown) !== 'string') throw inputError('html', 'must be a string');
  return readPastedHtml(html)?.text ?? null;
}

/** Like {@link richTextFromHtml}, but also returns whether the text was cut. */
export function readPastedHtml(html: string): PastedRichText | null {
  if (html.length > MAX_HTML) return null;
  const doc = trimmed(clipboardParser.parse(cleanPastedHtml(html)));
  if (doc === null || !isRich(doc)) return null;
  const short = cutDoc(doc);
  return { text: short.toJSON() as RichText, isCut: short !== doc };
}

/** Removes empty paragraphs at both ends; null when nothing is left. */
function trimmed(doc: Node): Node | null {
  const blocks = doc.children;
  const first = blocks.findIndex(({ textContent }) => textContent.trim() !== '');
  if (first < 0) return null;
  const last = blocks.findLastIndex(({ textContent }) => textContent.trim() !== '');
  return doc.type.create(null, blocks.slice(first, last + 1));
}

function isRich(doc: Node): boolean {
  let found = false;
  doc.descendants((node) => {
    found ||= node.marks.length > 0 || /^(?:heading|list_item)$/.test(node.type.name);
    return !found;
  });
  return found;
}

const isPlain = (weight: string): boolean => /^(?:normal|[1-4]00)$/.test(weight);

/** Converts a condition to the result of a parse rule: null applies the rule. */
const when = (isTrue: boolean): null | false => (isTrue ? null : false);

/** Rules before the schema's own, to override them. */
const EXCEPTIONS: readonly ParseRule[] = [
  {
    style: 'font-weight',
    getAttrs: (value) => when(isPlain(value)),
    clearMark: (mark) => mark.type.name === 'bold',
  },
];

/** Rules after the schema's own, for what browsers and word processors also write. */
const ADDITIONS: readonly ParseRule[] = [
  {
    style: 'text-decoration',
    getAttrs: (value) => when(value.includes('underline')),
    mark: 'underline',
    consuming: false,
  },
  {
    style: 'text-decoration',
    getAttrs: (value) => when(value.includes('line-through')),
    mark: 'strikethrough',
  },
  { tag: 'strike', mark: 'strikethrough' },
  { tag: 'pre', node: 'paragraph', preserveWhitespace: 'full' },
];

/** Parses the output of {@link cleanPastedHtml} as rich text. */
export const clipboardParser = new DOMParser(richTextSchema, [
  ...EXCEPTIONS,
  ...DOMParser.fromSchema(richTextSchema).rules,
  ...ADDITIONS,
]);
