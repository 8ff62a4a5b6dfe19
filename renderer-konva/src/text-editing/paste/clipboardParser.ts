import { richTextSchema } from '@cobble/engine';
import { DOMParser, type ParseRule } from 'prosemirror-model';

const isPlain = (weight: string): boolean => /^(?:normal|[1-4]00)$/.test(weight);

/** A rule's way to say that it holds. */
const when = (holds: boolean): null | false => (holds ? null : false);

/** Before the schema's own rules: what they would take for something else. */
const EXCEPTIONS: readonly ParseRule[] = [
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
  { tag: 'pre', node: 'paragraph', preserveWhitespace: 'full' },
];

/** Reads rich text of what `cleanPastedHtml` has made of the clipboard's HTML. */
export const clipboardParser = new DOMParser(richTextSchema, [
  ...EXCEPTIONS,
  ...DOMParser.fromSchema(richTextSchema).rules,
  ...ADDITIONS,
]);
