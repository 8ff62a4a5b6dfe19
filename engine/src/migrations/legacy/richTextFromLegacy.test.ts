import { expect } from 'chai';
import fc from 'fast-check';
import { hyperlinkFromLegacy } from './hyperlinkFromLegacy.ts';
import { checkHyperlink } from '../../links/hyperlink.ts';
import { plainFromRichText, richTextDocSchema, richTextFromPlain } from '../../text/richText.ts';
import { readFontName, readLineHeight } from './legacyMarks.ts';
import { richTextFromLegacy } from './richTextFromLegacy.ts';

const passes = (value: unknown): boolean => richTextDocSchema.safeParse(value).success;
const marked = (marks: unknown[], text = 'x') => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text, marks }] }],
});
const marksOf = (value: unknown): unknown =>
  richTextFromLegacy(value, { sizePx: 20 }).content?.[0]?.content?.[0]?.marks;

describe('richTextFromLegacy [T7]', () => {
  it('creates a paragraph per line of plain text, whatever the line ending', () => {
    expect(plainFromRichText(richTextFromLegacy('a\r\nb\rc\n\nd'))).to.equal('a\nb\nc\n\nd');
    expect(richTextFromLegacy('a\nb')).to.eql(richTextFromPlain('a\nb'));
  });

  it('reads documents stored as text, and keeps text that only resembles one as it is', () => {
    const document = richTextFromPlain('stored');
    expect(plainFromRichText(richTextFromLegacy(JSON.stringify(document)))).to.equal('stored');
    for (const text of ['{', '{"type":"dog"}', '{not json}'])
      expect(plainFromRichText(richTextFromLegacy(text))).to.equal(text);
  });

  it('preserves a valid document', () => {
    const document = richTextFromPlain('a\nb', { marks: [{ type: 'bold' }] });
    expect(richTextFromLegacy(document)).to.eql(document);
  });

  it('reads marks by their former names', () => {
    expect(marksOf(marked([{ type: 'em' }, { type: 'strong' }, { type: 'strike' }]))).to.eql([
      { type: 'bold' },
      { type: 'italic' },
      { type: 'strikethrough' },
    ]);
    const style = { color: 'red', fontFamily: 'EB Garamond', fontSize: '24px', lineHeight: '36px' };
    expect(marksOf(marked([{ type: 'textStyle', attrs: style }]))).to.eql([
      { type: 'color', attrs: { color: 'red' } },
      { type: 'font_family', attrs: { family: 'EB Garamond' } },
      { type: 'font_size', attrs: { sizePx: 24 } },
      { type: 'line_height', attrs: { ratio: 1.5 } },
    ]);
  });

  it('drops script links, reports them and keeps their text', () => {
    const dropped: string[] = [];
    const document = richTextFromLegacy(
      marked([{ type: 'link', attrs: { href: 'java\tscript:alert(1)' } }], 'here'),
      { onDropped: (what) => dropped.push(what) },
    );
    expect(JSON.stringify(document)).not.to.include('script');
    expect([plainFromRichText(document), dropped]).to.eql(['here', ['link']]);
  });

  it('keeps all text nodes of a damaged document, in order', () => {
    const text = (content: string) => ({ type: 'text', text: content });
    const list = (content: unknown[]): unknown => ({ type: 'bulletList', content });
    const item = (...content: unknown[]): unknown => ({ type: 'listItem', content });
    const damaged = {
      type: 'doc',
      content: [
        text('one '),
        {
          type: 'marquee',
          content: [text('two '), { type: 'paragraph', content: [text('three ')] }],
        },
        {
          type: 'heading',
          attrs: { level: 12 },
          content: [{ type: 'paragraph', content: [text('four ')] }],
        },
        list([
          item(list([item(list([item(list([item(list([item(text('five '))]))]))]))]), text('six ')),
          text('seven '),
        ]),
        { type: 'paragraph', content: 'eight' },
        null,
      ],
    };
    const document = richTextFromLegacy(damaged);
    expect(passes(document)).to.equal(true);
    expect(plainFromRichText(document).match(/\w+/g)).to.eql([
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
      'seven',
      'eight',
    ]);
  });

  it('turns any value into a valid document (law)', () => {
    const node: fc.Memo<unknown> = fc.memo((depth) =>
      fc.record(
        {
          type: fc.constantFrom(
            'doc',
            'paragraph',
            'heading',
            'bulletList',
            'ordered_list',
            'li',
            'text',
            'br',
            'x',
            1,
          ),
          text: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
          attrs: fc.jsonValue({ maxDepth: 2 }),
          marks: fc.array(
            fc.record({
              type: fc.constantFrom('link', 'bold', 'color', 'textStyle', 'size', '?'),
              attrs: fc.dictionary(
                fc.constantFrom('href', 'color', 'fontSize', 'size', 'lineHeight'),
                fc.oneof(fc.string(), fc.integer()),
              ),
            }),
            { maxLength: 3 },
          ),
          content: depth > 1 ? fc.array(node(depth - 1), { maxLength: 3 }) : fc.constant([]),
        },
        { requiredKeys: ['type'] },
      ),
    );
    fc.assert(
      fc.property(fc.oneof(node(7), fc.anything()), (value) => passes(richTextFromLegacy(value))),
      { numRuns: 300 },
    );
  });

  it('handles cycles and extreme depth', () => {
    const ring: Record<string, unknown> = { type: 'doc' };
    ring.content = [ring, { type: 'text', text: 'out' }];
    expect(passes(richTextFromLegacy(ring))).to.equal(true);
    let deep: unknown = { type: 'text', text: 'deep' };
    for (let level = 0; level < 50_000; level++) deep = { type: 'paragraph', content: [deep] };
    expect(passes(richTextFromLegacy({ type: 'doc', content: [deep] }))).to.equal(true);
  });
});

describe('hyperlinkFromLegacy [T8]', () => {
  const cases: [unknown, string | null][] = [
    ['example.com', 'https://example.com'],
    ['www.example.com:8080/a?b#c', 'https://www.example.com:8080/a?b#c'],
    ['//example.com', 'https://example.com'],
    [' ada@example.com ', 'mailto:ada@example.com'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ["https://example.com/it's|{x}", 'https://example.com/it%27s%7C%7Bx%7D'],
    ["example.com/it's", 'https://example.com/it%27s'],
    ["https://exam'ple.com", null],
    ['#my place', '#myplace'],
    ['#my%20place', '#myplace'],
    ['', ''],
    [null, ''],
    ['javascript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['JaVaScRiPt://example.com/%0aalert(1)', null],
    ['vbscript:x', null],
    ['https://user:pass@example.com', null],
    ['just words', null],
    ['# ', '#'],
    ['#!', null],
    [{ url: '/' }, null],
  ];
  for (const [input, expected] of cases)
    it(`converts ${JSON.stringify(input)} to ${JSON.stringify(expected)}`, () => {
      expect(hyperlinkFromLegacy(input)).to.equal(expected);
    });

  it('returns only links that are valid in pages (law)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.anything()), (value) => {
        const link = hyperlinkFromLegacy(value);
        expect(link === null || link === '' || checkHyperlink(link) === null).to.equal(true);
      }),
    );
  });
});

describe('legacy font names and line heights [T9]', () => {
  it('finds a family of the catalogue by any of its names', () => {
    for (const name of [
      'EB Garamond',
      'eb garamond',
      'EB+Garamond',
      'eb-garamond',
      'ebGaramond',
      '"EB Garamond", serif',
      "'EB Garamond'",
    ])
      expect(readFontName(name)).to.equal('EB Garamond');
    expect(readFontName('Grandma Hand 2, cursive')).to.equal('Grandma Hand 2');
    for (const none of ['', '<b>', 'a"; }', null, 7, 'x'.repeat(500)])
      expect(readFontName(none)).to.equal(null);
  });

  it('reads ratios, percentages, px and normal', () => {
    expect(
      [1.2, '1.2', '120%', '24px', 24, 'normal'].map((value) => readLineHeight(value, 20)),
    ).to.eql([1.2, 1.2, 1.2, 1.2, 1.2, 1.25]);
    expect([0, 9999, -3].map((value) => readLineHeight(value, 20))).to.eql([0.5, 5, 0.5]);
    for (const none of ['tall', null, NaN, {}]) expect(readLineHeight(none, 20)).to.equal(null);
  });
});
