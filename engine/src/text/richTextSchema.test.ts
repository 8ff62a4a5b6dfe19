import { expect } from 'chai';
import fc from 'fast-check';
import { Node, type StyleParseRule, type TagParseRule } from 'prosemirror-model';
import { fontFamilyCss } from '../fonts/fonts.ts';
import {
  type RichText,
  type RichTextMark,
  richTextDocSchema,
  type RichTextNode,
} from './richText.ts';
import { richTextSchema } from './richTextSchema.ts';

const MARKS: readonly RichTextMark[] = [
  { type: 'link', attrs: { href: 'https://a.example', target: '_blank' } },
  { type: 'color', attrs: { color: 'hsv(1, 2%, 3%)' } },
  { type: 'font_family', attrs: { family: 'EB Garamond' } },
  { type: 'font_size', attrs: { sizePx: 22.5 } },
  { type: 'line_height', attrs: { ratio: 1.4 } },
  { type: 'bold' },
  { type: 'italic' },
  { type: 'underline' },
  { type: 'strikethrough' },
];

const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });

const doc = (...content: RichTextNode[]): RichText => ({ type: 'doc', content });
const marked = (...marks: RichTextMark[]): RichText =>
  doc(paragraph({ type: 'text', text: 'a', marks }));
const passes = (value: unknown): boolean => richTextDocSchema.safeParse(value).success;

describe('a link pasted into text', () => {
  it('keeps a target that the schema allows, and drops any other [T3]', () => {
    const { link } = richTextSchema.marks;
    const rule = link.spec.parseDOM?.[0] as TagParseRule;
    const href = 'https://a.example';
    for (const target of ['_blank', '_self', null, '_top']) {
      const expected = target === '_top' ? null : target;
      const element = { getAttribute: (name: string) => (name === 'href' ? href : target) };
      const attrs = rule.getAttrs?.(element);
      expect(attrs).to.deep.equal({ href, target: expected });
      const dom: unknown = link.spec.toDOM?.(link.create({ href, target: expected }), true);
      expect(dom).to.deep.equal([
        'a',
        expected === null ? { href } : { href, target: expected },
        0,
      ]);
    }
  });
});

describe('rich text', () => {
  it('has marks for colour, family, size, line height, bold, italic, underline, strikethrough, link [T3]', () => {
    expect(Object.keys(richTextSchema.marks)).to.have.members(MARKS.map(({ type }) => type));
    for (const mark of MARKS) expect(passes(marked(mark)), mark.type).to.equal(true);
    expect(passes(marked(...MARKS))).to.equal(true);
  });

  it('has paragraphs, headings 1 to 4, lists and line breaks, and nothing else [T3]', () => {
    expect(Object.keys(richTextSchema.nodes)).to.have.members([
      ...['doc', 'paragraph', 'heading', 'bullet_list', 'ordered_list', 'list_item'],
      ...['hard_break', 'text'],
    ]);
    for (const level of [1, 2, 3, 4])
      expect(passes(doc({ type: 'heading', attrs: { level } })), String(level)).to.equal(true);
    for (const level of [0, 5, 1.5, '1', null])
      expect(passes(doc({ type: 'heading', attrs: { level } })), String(level)).to.equal(false);
    const item: RichTextNode = { type: 'list_item', content: [paragraph()] };
    for (const type of ['bullet_list', 'ordered_list'])
      expect(passes(doc({ type, content: [item] })), type).to.equal(true);
    expect(passes(doc(paragraph({ type: 'hard_break' })))).to.equal(true);
    expect(passes(doc({ type: 'image', attrs: { src: 'x' } }))).to.equal(false);
  });

  it('aligns paragraphs and headings left, center, right or justify [T3]', () => {
    for (const type of ['paragraph', 'heading'])
      for (const textAlign of ['left', 'center', 'right', 'justify', null])
        expect(passes(doc({ type, attrs: { textAlign, level: 1 } })), String(textAlign)).to.equal(
          true,
        );
    expect(passes(doc({ type: 'paragraph', attrs: { textAlign: 'start' } }))).to.equal(false);
  });

  it('rejects marks with unsafe or meaningless values [T4]', () => {
    const bad: readonly RichTextMark[] = [
      { type: 'link', attrs: { href: 'javascript:alert(1)', target: null } },
      { type: 'link', attrs: { href: 'https://a.example', target: '_top' } },
      { type: 'link' },
      { type: 'color', attrs: { color: 'red;background:url(//x)' } },
      { type: 'color', attrs: { color: 7 } },
      { type: 'font_family', attrs: { family: '"><script>' } },
      { type: 'font_size', attrs: { sizePx: '22px' } },
      { type: 'font_size', attrs: { sizePx: NaN } },
      { type: 'font_size', attrs: { sizePx: 1001 } },
      { type: 'line_height', attrs: { ratio: 0.4 } },
      { type: 'blink' },
    ];
    for (const mark of bad) expect(passes(marked(mark)), JSON.stringify(mark)).to.equal(false);
  });

  it('round-trips through JSON, and ProseMirror reads the same document [T4]', () => {
    const marks = fc.subarray([...MARKS]);
    const text = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' });
    const run = fc.record({ type: fc.constant('text'), text, marks });
    const block = fc.array(run, { maxLength: 4 }).map((content) => paragraph(...content));
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (content) => {
        const json: unknown = JSON.parse(JSON.stringify(doc(...content)));
        expect(passes(json)).to.equal(true);
        const node = Node.fromJSON(richTextSchema, json);
        node.check();
        const again = Node.fromJSON(richTextSchema, node.toJSON());
        expect(again.eq(node)).to.equal(true);
      }),
    );
  });

  it('writes a family to the DOM with its fallbacks, and reads it back [T4]', () => {
    const type = richTextSchema.marks.font_family;
    const dom: unknown = type.spec.toDOM?.(type.create({ family: 'EB Garamond' }), true);
    const style = `font-family: ${fontFamilyCss('EB Garamond')}`;
    expect(dom).to.deep.equal(['span', { style }, 0]);
    expect(style).to.include('"EB Garamond", "EB Garamond Fallback", Georgia');
    const [rule] = type.spec.parseDOM ?? [];
    const read = (value: string): unknown => (rule as StyleParseRule).getAttrs?.(value);
    expect(read(fontFamilyCss('EB Garamond'))).to.deep.equal({ family: 'EB Garamond' });
  });

  it('reads colours as browsers write them, and the first number of a list [T3]', () => {
    const [color] = richTextSchema.marks.color.spec.parseDOM ?? [];
    const read = (value: string): unknown => (color as StyleParseRule).getAttrs?.(value);
    expect(read('rgb(184, 36, 26)')).to.deep.equal({ color: '#B8241A' });
    expect(read('rgba(0, 0, 0, 0.5)')).to.deep.equal({ color: '#00000080' });
    expect(read('url(javascript:alert(1))')).to.equal(false);
    const [list] = richTextSchema.nodes.ordered_list.spec.parseDOM ?? [];
    const order = (start: string | null): unknown =>
      (list as TagParseRule).getAttrs?.({ getAttribute: () => start });
    expect(order('3')).to.deep.equal({ order: 3 });
    for (const odd of [null, '', '-1', '99999999', 'x'])
      expect(order(odd)).to.deep.equal({ order: 1 });
  });
});
