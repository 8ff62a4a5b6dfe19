import { richTextSchema } from '@cobble/engine';
import { DOMParser, type ParseRule } from 'prosemirror-model';

const isPlain = (weight: string): boolean => /^(?:normal|[1-4]00)$/.test(weight);

/** Converts a condition to the result of a parse rule: null applies the rule. */
const when = (holds: boolean): null | false => (holds ? null : false);

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
