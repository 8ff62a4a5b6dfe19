import { type RichText, richTextSchema } from '@cobble/engine';
import {
  DOMParser as RichTextParser,
  type Node,
  type ParseRule,
  type Schema,
} from 'prosemirror-model';

/** What foreign pages say about their own looks: pasted words take those of this page. */
const FOREIGN_LOOKS = new Set(['color', 'font_family', 'font_size', 'line_height']);

/** Far above any article; what is longer is not even read. */
const MAX_HTML = 2_000_000;
/** The most that is taken over, in positions of the document (a letter is one). */
const MAX_SIZE = 20_000;

const isPlain = (weight: string) => /^(?:normal|[1-4]00)$/.test(weight);

/** A rule's way to say that it holds. */
const when = (holds: boolean) => (holds ? null : false);

/** Before the schema's own rules: what they would take for something else. */
const EXCEPTIONS: readonly ParseRule[] = [
  { tag: 'br.Apple-interchange-newline', ignore: true },
  {
    style: 'font-weight',
    getAttrs: (value) => when(isPlain(value)),
    clearMark: (mark) => mark.type.name === 'bold',
  },
];

/** After them: what else the clipboards of browsers and word processors write. */
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
  { tag: 'h5', node: 'heading', attrs: { level: 4 } },
  { tag: 'h6', node: 'heading', attrs: { level: 4 } },
  { tag: 'td', node: 'paragraph' },
  { tag: 'th', node: 'paragraph' },
  { tag: 'pre', node: 'paragraph', preserveWhitespace: 'full' },
];

// eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- one class, declared in two files: this package finds the .d.ts, the engine the .d.cts
const schema: Schema = richTextSchema;

const parser = new RichTextParser(schema, [
  ...EXCEPTIONS,
  ...RichTextParser.fromSchema(schema).rules.filter(
    ({ mark }) => mark === undefined || !FOREIGN_LOOKS.has(mark),
  ),
  ...ADDITIONS,
]);

/**
 * Rich text from the clipboard's HTML: headings, paragraphs, lists, bold, italic, underline,
 * strikethrough and links stay; looks, scripts, pictures and everything else go. It is read in a
 * document of its own, which runs nothing and loads nothing, and never put into the page's.
 *
 * @returns null when there is nothing in it that plain text would not say as well
 */
export function richTextFromHtml(html: string): RichText | null {
  if (html.length > MAX_HTML) return null;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const doc = trimmed(parser.parse(body));
  if (doc === null || !isRich(doc)) return null;
  const short = doc.content.size > MAX_SIZE ? doc.cut(0, MAX_SIZE) : doc;
  return short.toJSON() as RichText;
}

/** Without the empty paragraphs around it; null when nothing is left. */
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
