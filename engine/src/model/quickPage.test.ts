import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { builtinBlocks, findDefinition } from '../blocks/builtinBlocks.ts';
import { jsonMutations, mutate, objectMutations } from '../testing/hostileJson.ts';
import {
  makeTestBlock,
  makeTestPage,
  makeTestSection,
  makeTestText,
} from '../testing/makeTestPage.ts';
import { richTextDocSchema } from '../text/richText.ts';
import { type Block, blockEnvelopeSchema } from './Block.ts';
import { copyJson } from './copyJson.ts';
import { type Page, pageEnvelopeSchema } from './Page.ts';
import { UNSURE, withinBudget } from './quickCopy.ts';
import { quickPage } from './quickPage.ts';
import { quickReaderOf } from './quickReader.ts';

const RICH = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [text('Ada')] },
    {
      type: 'paragraph',
      content: [
        text('by ', { type: 'link', attrs: { href: '#a', target: null } }, { type: 'bold' }),
        { type: 'hard_break' },
        text('hand', { type: 'color', attrs: { color: 'red' } }),
      ],
    },
    {
      type: 'bullet_list',
      content: [{ type: 'list_item', content: [{ type: 'paragraph', content: [text('one')] }] }],
    },
  ],
};

function text(words: string, ...marks: object[]): object {
  return { type: 'text', text: words, ...(marks.length > 0 && { marks }) };
}

/** A block of every type, and one of each common field. */
function everyType(): Page {
  const blocks = Object.values(builtinBlocks).flatMap((definition): Block[] => {
    if (definition.type === 'group') return [];
    const content = definition.defaultContent(() => 0.5);
    const { defaultStyles: styles } = definition;
    return [makeTestBlock(definition.type, { type: definition.type, content, styles })];
  });
  return makeTestPage([
    ...blocks,
    makeTestText('rich', '', { content: { text: RICH, useAutosize: true } }),
    makeTestSection('g', { parentUuid: 's1' }),
    makeTestBlock('full', {
      parentUuid: 'g',
      locked: true,
      altText: 'A thing',
      source: { name: 'x', metadata: { giphyURL: 'https://a.example/b' } },
      properties: { hyperlink: 'https://a.example/', htmlId: 'a', effects: { onHover: 'grow' } },
      positionOn: { mobile: { x: 0, y: 0, width: 0.5, height: 0.5 } },
      styles: { border: { widthPx: 1, style: 'solid', color: 'red' }, opacity: 0.5 },
    }),
  ]);
}

/** What the schemas alone say of a page, block by block. */
function takenBySchemas(json: unknown): boolean {
  try {
    const page = copyJson(json) as Page;
    return (
      pageEnvelopeSchema.safeParse(page).success &&
      Object.values(page.things).every((block) => {
        const content = findDefinition(block.type)?.content ?? z.unknown();
        return (
          blockEnvelopeSchema.safeParse(block).success && content.safeParse(block.content).success
        );
      })
    );
  } catch {
    return false;
  }
}

function quickly(schema: z.ZodType, value: unknown): unknown {
  return withinBudget(() => quickReaderOf(schema)(value, 0));
}

const isFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozen));

describe('the quick reader', () => {
  it('takes what is common, so that large pages open at once: every type, every common field', () => {
    const json = structuredClone(everyType());
    expect(takenBySchemas(json)).to.equal(true);
    const page = quickPage(json, []);
    expect(page).to.eql(json);
    expect(page).not.to.equal(json);
    expect(isFrozen(page)).to.equal(true);
    expect(isFrozen(json)).to.equal(false);
    expect(JSON.stringify(page)).to.equal(JSON.stringify(json));
  });

  it('never takes what the schemas refuse, and copies as the slow way does (law) [J8]', () => {
    const page = everyType();
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(jsonMutations, objectMutations), (mutations) => {
        const json = mutate(page, mutations);
        let quick: Page | null;
        try {
          quick = quickPage(json, []);
        } catch {
          // What throws when it is read; the parser says so in its own words.
          return;
        }
        if (!quick) return;
        taken += 1;
        expect(takenBySchemas(json)).to.equal(true);
        expect(quick).to.eql(copyJson(json));
        expect(isFrozen(quick)).to.equal(true);
      }),
      { numRuns: 500, seed: 7 },
    );
    expect(taken).to.be.greaterThan(20);
  });

  it('agrees with the schema of rich text about every document that it takes (law) [J8]', () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(jsonMutations, objectMutations), (mutations) => {
        const doc = mutate(RICH, mutations);
        let quick: unknown;
        try {
          quick = quickly(richTextDocSchema, doc);
        } catch {
          return;
        }
        if (quick === UNSURE) return;
        taken += 1;
        expect(richTextDocSchema.safeParse(copyJson(doc)).success).to.equal(true);
        expect(quick).to.eql(copyJson(doc));
      }),
      { numRuns: 500, seed: 7 },
    );
    expect(taken).to.be.greaterThan(20);
  });

  it('leaves rich text out of the common to its schema', () => {
    const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
    const doc = (...content: object[]) => ({ type: 'doc', content });
    for (const odd of [
      doc(),
      { type: 'doc' },
      paragraph(text('x')),
      doc(text('x')),
      doc(paragraph(text(''))),
      doc(paragraph({ type: 'text' })),
      doc(paragraph(text('x', { type: 'bold' }, { type: 'bold' }))),
      doc(paragraph(text('x', { type: 'bold' }, { type: 'link', attrs: { href: '#a' } }))),
      doc(paragraph(text('x', { type: 'link' }))),
      doc(paragraph(text('x', { type: 'link', attrs: { target: null } }))),
      doc(paragraph(text('x', { type: 'link', attrs: { href: 'javascript:1' } }))),
      doc({ ...paragraph(), marks: [{ type: 'bold' }] }),
      doc({ ...paragraph(), attrs: { textAlign: 'middle' } }),
      doc({ ...paragraph(), attrs: { unknown: 1 } }),
      doc({ ...paragraph(), extra: 1 }),
      doc({ type: 'heading', attrs: { level: 5 } }),
      doc({ type: 'list_item', content: [paragraph()] }),
      doc({ type: 'bullet_list', content: [] }),
      doc({ type: 'bullet_list', content: [{ type: 'list_item', content: [] }] }),
      doc({ type: 'script' }),
    ])
      expect(quickly(richTextDocSchema, odd), JSON.stringify(odd)).to.equal(UNSURE);
  });

  const cases: [what: string, schema: z.ZodType, good: unknown[], bad: unknown[]][] = [
    ['lengths', z.string().min(2).max(3), ['ab', 'abc'], ['a', 'abcd', 1, null]],
    ['patterns', z.string().regex(/^a+$/), ['a', 'aa'], ['b', '']],
    ['patterns that remember', z.string().regex(/a/g), ['a', 'ba'], ['b']],
    ['two checks', z.string().startsWith('a').endsWith('z'), ['az'], ['ab', 'bz']],
    ['formats', z.email(), ['a@b.example'], ['a@']],
    ['code of one’s own', z.string().refine((value) => value !== 'x'), ['y'], ['x']],
    [
      'code that adds issues',
      z.number().superRefine((value, context) => {
        if (value === 1) context.addIssue('no');
      }),
      [2],
      [1],
    ],
    ['ranges', z.number().min(0).max(1), [0, 1, 0.5], [-1, 2, NaN, Infinity, '0']],
    ['open ranges', z.number().gt(0).lt(1), [0.5], [0, 1]],
    ['steps', z.number().multipleOf(5), [10], [11]],
    ['whole numbers', z.number().int(), [1, -3], [1.5, 2 ** 60]],
    ['whole numbers by name', z.int(), [1], [1.5]],
    ['yes and no', z.boolean(), [true, false], [0, 'true']],
    ['words', z.enum(['a', 'b']), ['a'], ['c', 1]],
    ['enums of numbers', z.enum({ One: 1, 1: 'One' } as never), [1], ['One', 2]],
    ['literals', z.literal('a'), ['a'], ['b']],
    ['numbers as literals', z.literal(3), [3], ['3']],
    ['lists', z.array(z.string()).min(1).max(2), [['a'], ['a', 'b']], [[], ['a', 'b', 'c'], [1]]],
    ['lists with code', z.array(z.number()).refine((all) => all.length !== 1), [[]], [[1]]],
    [
      'objects',
      z.object({ a: z.string(), b: z.number().optional() }),
      [{ a: 'x' }, { a: 'x', b: 1, c: [{}] }],
      [{}, { b: 1 }, { a: 1 }, { a: 'x', b: null }, [], null],
    ],
    ['objects that take nothing else', z.strictObject({ a: z.string() }), [{ a: 'x' }], [{ b: 1 }]],
    ['objects with code', z.looseObject({}).refine((value) => !('x' in value)), [{}], [{ x: 1 }]],
    ['the rest by a schema', z.object({}).catchall(z.number()), [{ a: 1 }], [{ a: 'x' }]],
    ['one of several', z.union([z.string(), z.object({ a: z.number() })]), ['x', { a: 1 }], [1]],
    [
      'kinds by name',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), value: z.string() }),
        z.object({ kind: z.literal('b') }),
      ]),
      [{ kind: 'a', value: 'x' }, { kind: 'b' }],
      [{ kind: 'a' }, { kind: 'c' }],
    ],
    ['maps', z.record(z.string(), z.number()), [{ a: 1 }], [{ a: 'x' }]],
    ['null', z.string().nullable(), ['x', null], [1]],
    ['anything', z.object({ a: z.unknown() }), [{ a: [1] }], [{}]],
    ['all at once', z.intersection(z.string(), z.literal('a')), ['a'], ['b']],
  ];
  for (const [what, schema, good, bad] of cases)
    it(`knows ${what}`, () => {
      for (const value of good) {
        expect(schema.safeParse(value).success, JSON.stringify(value)).to.equal(true);
        expect(quickly(schema, value)).to.eql(value);
        expect(quickly(schema, value), 'a second time').to.eql(value);
      }
      for (const value of bad) {
        expect(schema.safeParse(value).success, JSON.stringify(value)).to.equal(false);
        expect(quickly(schema, value), JSON.stringify(value)).to.equal(UNSURE);
      }
    });

  it('leaves to the schema what changes a value, fills it in or answers later', () => {
    expect(quickly(z.string().trim(), ' a ')).to.equal(UNSURE);
    expect(quickly(z.string().trim(), 'a')).to.equal('a');
    expect(quickly(z.object({ a: z.string().default('x') }), {})).to.equal(UNSURE);
    expect(quickly(z.coerce.number(), '1')).to.equal('1');
    const later = z.string().refine(() => Promise.resolve(true));
    expect(quickly(later, 'x')).to.equal(UNSURE);
  });

  it('reads schemas that hold themselves', () => {
    const tree = z.object({
      get children() {
        return z.array(tree).optional();
      },
    });
    expect(quickly(tree, { children: [{ children: [] }, {}] })).to.eql({
      children: [{ children: [] }, {}],
    });
    expect(quickly(tree, { children: [{ children: 1 }] })).to.equal(UNSURE);
  });

  it('steps back where somebody has added to the prototype of all objects', () => {
    Object.defineProperty(Object.prototype, 'added', {
      value: 1,
      enumerable: true,
      configurable: true,
    });
    const page = everyType();
    let quick: Page | null;
    try {
      quick = quickPage(page, []);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'added');
    }
    expect(quick).to.equal(null);
    expect(quickPage(page, [])).not.to.equal(null);
  });
});
