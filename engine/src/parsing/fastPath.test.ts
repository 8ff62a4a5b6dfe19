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
import { type Block, blockEnvelopeSchema } from '../model/Block.ts';
import { copyJson, equalJson, isRecord } from '../model/json.ts';
import { type Page, pageEnvelopeSchema } from '../model/Page.ts';
import { checkBlock, checkBlockWithZod } from './checkBlock.ts';
import { fastReaderOf, FALL_BACK, withinBudget } from './fastReader.ts';
import { isValidBlockFast, parsePageFast } from './fastPath.ts';

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

/** A page with a block of every type, and one with most of the fields that blocks share. */
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

/** Whether the zod schemas accept a page, block by block. */
function isValidBlockByZod(block: unknown): boolean {
  try {
    return checkBlockWithZod(copyJson(block), []) === null;
  } catch {
    return false;
  }
}

function isValidByZod(json: unknown): boolean {
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

function readFast(schema: z.ZodType, value: unknown): unknown {
  return withinBudget(() => fastReaderOf(schema)(value, 0));
}

const isFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozen));

describe('the fast path of parsePage', () => {
  it('accepts every block type and most of the fields that blocks share', () => {
    const json = structuredClone(everyType());
    expect(isValidByZod(json)).to.equal(true);
    const page = parsePageFast(json);
    expect(page).to.eql(json);
    expect(page).not.to.equal(json);
    expect(isFrozen(page)).to.equal(true);
    expect(isFrozen(json)).to.equal(false);
    expect(JSON.stringify(page)).to.equal(JSON.stringify(json));
  });

  it('accepts only what the schemas accept, and returns an equal copy (law) [J8]', () => {
    const page = everyType();
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(jsonMutations, objectMutations), (mutations) => {
        const json = mutate(page, mutations);
        let fast: Page | null;
        try {
          fast = parsePageFast(json);
        } catch {
          // A getter threw; parsePage reports that.
          return;
        }
        if (!fast) return;
        accepted += 1;
        expect(isValidByZod(json)).to.equal(true);
        expect(fast).to.eql(copyJson(json));
        expect(isFrozen(fast)).to.equal(true);
      }),
      { numRuns: 500, seed: 7 },
    );
    expect(accepted).to.be.greaterThan(20);
  });

  it('falls back for numbers that JSON cannot contain, in unknown fields too [J8]', () => {
    for (const value of [NaN, Infinity, -Infinity])
      expect(readFast(z.unknown(), { future: [value] })).to.equal(FALL_BACK);
  });

  it('accepts only documents that the rich text schema accepts (law) [J8]', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(jsonMutations, objectMutations), (mutations) => {
        const doc = mutate(RICH, mutations);
        let fast: unknown;
        try {
          fast = readFast(richTextDocSchema, doc);
        } catch {
          return;
        }
        if (fast === FALL_BACK) return;
        accepted += 1;
        expect(richTextDocSchema.safeParse(copyJson(doc)).success).to.equal(true);
        expect(fast).to.eql(copyJson(doc));
      }),
      { numRuns: 500, seed: 7 },
    );
    expect(accepted).to.be.greaterThan(20);
  });

  it('falls back for unusual rich text', () => {
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
      expect(readFast(richTextDocSchema, odd), JSON.stringify(odd)).to.equal(FALL_BACK);
  });

  const cases: [what: string, schema: z.ZodType, good: unknown[], bad: unknown[]][] = [
    ['lengths', z.string().min(2).max(3), ['ab', 'abc'], ['a', 'abcd', 1, null]],
    ['patterns', z.string().regex(/^a+$/), ['a', 'aa'], ['b', '']],
    ['stateful patterns', z.string().regex(/a/g), ['a', 'ba'], ['b']],
    ['two checks', z.string().startsWith('a').endsWith('z'), ['az'], ['ab', 'bz']],
    ['formats', z.email(), ['a@b.example'], ['a@']],
    ['custom checks', z.string().refine((value) => value !== 'x'), ['y'], ['x']],
    [
      'checks that add issues',
      z.number().superRefine((value, context) => {
        if (value === 1) context.addIssue('no');
      }),
      [2],
      [1],
    ],
    ['ranges', z.number().min(0).max(1), [0, 1, 0.5], [-1, 2, NaN, Infinity, '0']],
    ['exclusive ranges', z.number().gt(0).lt(1), [0.5], [0, 1]],
    ['multiples', z.number().multipleOf(5), [10], [11]],
    ['integers', z.number().int(), [1, -3], [1.5, 2 ** 60]],
    ['z.int()', z.int(), [1], [1.5]],
    ['booleans', z.boolean(), [true, false], [0, 'true']],
    ['string enums', z.enum(['a', 'b']), ['a'], ['c', 1]],
    ['numeric enums', z.enum({ One: 1, 1: 'One' } as never), [1], ['One', 2]],
    ['literals', z.literal('a'), ['a'], ['b']],
    ['numeric literals', z.literal(3), [3], ['3']],
    ['arrays', z.array(z.string()).min(1).max(2), [['a'], ['a', 'b']], [[], ['a', 'b', 'c'], [1]]],
    [
      'arrays with custom checks',
      z.array(z.number()).refine((all) => all.length !== 1),
      [[]],
      [[1]],
    ],
    [
      'objects',
      z.object({ a: z.string(), b: z.number().optional() }),
      [{ a: 'x' }, { a: 'x', b: 1, c: [{}] }],
      [{}, { b: 1 }, { a: 1 }, { a: 'x', b: null }, [], null],
    ],
    ['strict objects', z.strictObject({ a: z.string() }), [{ a: 'x' }], [{ b: 1 }]],
    [
      'objects with custom checks',
      z.looseObject({}).refine((value) => !('x' in value)),
      [{}],
      [{ x: 1 }],
    ],
    ['catchall schemas', z.object({}).catchall(z.number()), [{ a: 1 }], [{ a: 'x' }]],
    ['unions', z.union([z.string(), z.object({ a: z.number() })]), ['x', { a: 1 }], [1]],
    [
      'discriminated unions',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), value: z.string() }),
        z.object({ kind: z.literal('b') }),
      ]),
      [{ kind: 'a', value: 'x' }, { kind: 'b' }],
      [{ kind: 'a' }, { kind: 'c' }],
    ],
    ['records', z.record(z.string(), z.number()), [{ a: 1 }], [{ a: 'x' }]],
    ['nullable values', z.string().nullable(), ['x', null], [1]],
    ['unknown values', z.object({ a: z.unknown() }), [{ a: [1] }], [{}]],
    ['intersections', z.intersection(z.string(), z.literal('a')), ['a'], ['b']],
  ];
  for (const [what, schema, good, bad] of cases)
    it(`reads ${what}`, () => {
      for (const value of good) {
        expect(schema.safeParse(value).success, JSON.stringify(value)).to.equal(true);
        expect(readFast(schema, value)).to.eql(value);
        expect(readFast(schema, value), 'a second time').to.eql(value);
      }
      for (const value of bad) {
        expect(schema.safeParse(value).success, JSON.stringify(value)).to.equal(false);
        expect(readFast(schema, value), JSON.stringify(value)).to.equal(FALL_BACK);
      }
    });

  it('falls back for checks that change the value or are asynchronous, and for defaults; ignores coercion', () => {
    expect(readFast(z.string().trim(), ' a ')).to.equal(FALL_BACK);
    expect(readFast(z.string().trim(), 'a')).to.equal('a');
    expect(readFast(z.object({ a: z.string().default('x') }), {})).to.equal(FALL_BACK);
    expect(readFast(z.coerce.number(), '1')).to.equal('1');
    const later = z.string().refine(() => Promise.resolve(true));
    expect(readFast(later, 'x')).to.equal(FALL_BACK);
  });

  it('reads recursive schemas', () => {
    const tree = z.object({
      get children() {
        return z.array(tree).optional();
      },
    });
    expect(readFast(tree, { children: [{ children: [] }, {}] })).to.eql({
      children: [{ children: [] }, {}],
    });
    expect(readFast(tree, { children: [{ children: 1 }] })).to.equal(FALL_BACK);
  });

  it('skips what a block shares with a valid one, and reads everything else [J8]', () => {
    const blocks = Object.values(parsePageFast(everyType())?.things ?? {});
    for (const block of blocks) {
      const isJudgedRight = (value: object, what: string): void => {
        const problem = checkBlock(value, [], block);
        expect(problem === null, `${what} of ${block.type}`).to.equal(isValidBlockByZod(value));
      };
      const moved = { ...block, position: { ...block.position, x: 0.5 } };
      expect(isValidBlockFast(moved, block), block.type).to.equal(true);
      isJudgedRight(moved, 'a new x');
      isJudgedRight({ ...block, position: { ...block.position, x: 1e9 } }, 'an x out of range');
      isJudgedRight({ ...block, altText: 1 }, 'a new field of the wrong type');
      isJudgedRight(
        { ...block, toString: Reflect.get(Object.prototype, 'toString') },
        'an inherited function',
      );
      for (const key of Object.keys(block)) {
        isJudgedRight({ ...block, [key]: undefined }, `an undefined ${key}`);
        const { [key as keyof Block]: _, ...rest } = block;
        isJudgedRight(rest, `an absent ${key}`);
      }
      for (const { type, content } of blocks) {
        isJudgedRight({ ...block, content }, `the content of ${type}`);
        // What is valid content for one type may be invalid for another.
        isJudgedRight({ ...block, type }, `the type ${type}`);
      }
      const content = { ...block.content, text: 1, url: 1, shapeType: 1 };
      isJudgedRight({ ...block, content }, 'content of which only fields are shared');
    }
  });

  it('finds the same blocks valid with and without a valid block to compare with (law) [J8]', () => {
    const page = parsePageFast(everyType());
    fc.assert(
      fc.property(fc.oneof(jsonMutations, objectMutations), (mutations) => {
        const mutated = mutate(page, mutations);
        const things: unknown = isRecord(mutated) ? mutated.things : null;
        for (const block of Object.values(page?.things ?? {})) {
          const value = isRecord(things) ? things[block.uuid] : null;
          if (!isRecord(value) || equalJson(value, block)) continue;
          // An edit shares what it does not change.
          for (const key of Object.keys(block) as (keyof Block)[])
            if (Object.hasOwn(value, key) && equalJson(value[key], block[key]))
              Object.defineProperty(value, key, { value: block[key] });
          expect(checkBlock(value, [], block) === null).to.equal(isValidBlockByZod(value));
        }
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  it('falls back when Object.prototype has enumerable properties', () => {
    Object.defineProperty(Object.prototype, 'added', {
      value: 1,
      enumerable: true,
      configurable: true,
    });
    const page = everyType();
    let fast: Page | null;
    try {
      fast = parsePageFast(page);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'added');
    }
    expect(fast).to.equal(null);
    expect(parsePageFast(page)).not.to.equal(null);
  });
});
