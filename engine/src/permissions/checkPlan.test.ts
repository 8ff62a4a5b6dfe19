import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { defineKit } from '../blocks/defineKit.ts';
import { createDemoPage } from '../pages/createDemoPage.ts';
import { createPaperPage } from '../pages/createPaperPage.ts';
import { createStarterPage } from '../pages/createStarterPage.ts';
import { makeTestBlock, makeTestPage, makeTestText } from '../testing/makeTestPage.ts';
import { richTextFromPlain } from '../text/richText.ts';
import { checkPlan, maxBlocksOf } from './checkPlan.ts';

const FREE = { roles: ['basic'] };
const MINI = { roles: ['supporter'] };
const PLUS = { roles: ['plus'] };
const code = makeTestBlock('c', { type: 'code-embed', content: { ceCode: '<b>hi</b>' } });
const marked = makeTestText('m', '', {
  content: {
    text: richTextFromPlain('Hi', {
      marks: [{ type: 'font_family', attrs: { family: 'Lora' } }],
    }),
  },
});
const button = makeTestBlock('b', {
  type: 'rich-button',
  content: { richButtonColor: '#000', richButtonText: { text: '', font: 'Karla' } },
});
const filled = (count: number) =>
  makeTestPage(Array.from({ length: count - 2 }, (_, index) => makeTestBlock(`b${index}`)));

describe('maxBlocksOf', () => {
  it('returns the plan’s cap, and null for a built-in page [A9]', () => {
    expect([FREE, MINI, PLUS, { roles: ['pro'] }].map((each) => maxBlocksOf(each))).to.eql([
      ...[40, 40, 1000, 10_000],
    ]);
    expect(maxBlocksOf({ roles: ['admin'] })).to.equal(null);
    expect(maxBlocksOf(null)).to.equal(40);
    expect(maxBlocksOf(FREE, { isBuiltin: true })).to.equal(null);
  });
});

describe('checkPlan', () => {
  it('accepts a page within the plan [A10]', () => {
    expect(checkPlan(filled(40), FREE)).to.deep.equal([]);
    const bundled = makeTestText('t', 'x', {
      content: { text: richTextFromPlain('x'), font: 'Lobster' },
    });
    const unknown = makeTestText('u', 'x', {
      content: { text: richTextFromPlain('x'), font: 'My Old Font' },
    });
    expect(checkPlan(makeTestPage([bundled, unknown]), null)).to.deep.equal([]);
  });

  it('counts the blocks over the cap, sections included [A10]', () => {
    const over = { code: 'things_per_page_limit_exceeded', max: 40, count: 43, over: 3 };
    expect(checkPlan(filled(43), FREE)).to.deep.equal([over]);
    expect(checkPlan(filled(43), PLUS)).to.deep.equal([]);
    expect(checkPlan(filled(43), FREE, { isBuiltin: true })).to.deep.equal([]);
  });

  it('gives no page an unlimited number of blocks because of its id or its JSON [A9]', () => {
    const claims = [{ ID: -1 }, { ID: -2 }, { ID: 36_373 }, { isBuiltin: true }, { accountID: 0 }];
    for (const claim of claims)
      expect(
        checkPlan({ ...filled(43), ...claim }, FREE).map((each) => each.code),
        JSON.stringify(claim),
      ).to.deep.equal(['things_per_page_limit_exceeded']);
  });

  describe('of a page with too much content [A13]', () => {
    const MB = 1024 * 1024;
    const ROLES = ['basic', 'supporter', 'plus', 'pro', 'admin'];
    const unknown = (uuid: string, values: readonly unknown[]) =>
      makeTestBlock(uuid, { type: 'mystery', content: { values } });
    const numbers = (count: number) => Array.from({ length: count }, () => 7);
    const text = (megabytes: number) => ['x'.repeat(megabytes * MB)];

    it('names the largest block over the plan’s limit on values, unknown types included', () => {
      const page = makeTestPage([unknown('a', numbers(130_000)), unknown('b', numbers(140_000))]);
      const [problem] = checkPlan(page, FREE);
      expect(problem).to.include({ code: 'page_size_limit_exceeded', uuid: 'b', unit: 'values' });
      expect(problem).to.include({ max: 125_000 }).and.have.property('count').above(140_000);
      expect(checkPlan(page, PLUS)).to.deep.equal([]);
    });

    it('names the largest block over the limit on bytes', () => {
      for (const [role, max] of [1, 1, 2, 4, 4].map(
        (each, index) => [ROLES[index], each] as const,
      )) {
        const account = { roles: [role ?? ''] };
        const [problem] = checkPlan(makeTestPage([unknown('a', text(max))]), account);
        expect(problem, role).to.include({ uuid: 'a', unit: 'bytes', max: max * MB });
        expect(checkPlan(makeTestPage([unknown('a', text(max * 0.99))]), account)).to.eql([]);
      }
    });

    it('limits the whole page, its style included', () => {
      const blocks = ['a', 'b', 'c'].map((uuid) => unknown(uuid, text(0.9)));
      const total = { code: 'page_size_limit_exceeded', uuid: null, unit: 'bytes', max: 2 * MB };
      expect(checkPlan(makeTestPage(blocks), FREE)[0]).to.include(total);
      expect(checkPlan(makeTestPage(blocks.slice(1)), FREE)).to.deep.equal([]);
      const style = { unknown: text(2) };
      expect(checkPlan({ ...makeTestPage([]), style }, FREE)[0]).to.include(total);
      const values = ['a', 'b', 'c'].map((uuid) => unknown(uuid, numbers(90_000)));
      expect(checkPlan(makeTestPage(values), FREE)[0]).to.include({
        ...{ uuid: null, unit: 'values', max: 250_000 },
      });
    });

    it('accepts the longest text with ten thousand formatted parts on the Free plan', () => {
      const parts = Array.from({ length: 10_000 }, (_, index) => ({
        type: 'text',
        text: 'ten chars.',
        marks: [{ type: index % 2 === 0 ? 'bold' : 'italic' }],
      }));
      const doc = { type: 'doc', content: [{ type: 'paragraph', content: parts }] };
      const page = makeTestPage([makeTestText('t', '', { content: { text: doc } })]);
      expect(checkPlan(page, FREE)).to.deep.equal([]);
    });

    it('does not limit built-in pages', () => {
      const page = makeTestPage([unknown('a', text(5))]);
      expect(checkPlan(page, FREE, { isBuiltin: true })).to.deep.equal([]);
    });
  });

  it('lists code embeds for the Free and Mini plans [A10]', () => {
    const page = makeTestPage([code]);
    for (const account of [null, FREE, MINI])
      expect(checkPlan(page, account)).to.deep.equal([
        { code: 'insufficient_privileges_to_use_code_embed', uuids: ['c'] },
      ]);
    for (const role of ['plus', 'pro', 'admin'])
      expect(checkPlan(page, { roles: [role] })).to.deep.equal([]);
  });

  it('requires what a kit’s block declares under needs [A10]', () => {
    const widget = defineBlock({
      type: 'my-widget',
      content: z.looseObject({}),
      needs: 'codeEmbeds',
      defaultContent: () => ({}),
    });
    const page = makeTestPage([makeTestBlock('w', { type: 'my-widget', content: {} })]);
    expect(checkPlan(page, FREE)).to.deep.equal([]);
    expect(checkPlan(page, FREE, { kits: [defineKit({ block: widget })] })).to.deep.equal([
      { code: 'insufficient_privileges_to_use_code_embed', uuids: ['w'] },
    ]);
  });

  it('lists premium fonts and their blocks for the Free plan [A10]', () => {
    const page = makeTestPage([marked, button]);
    expect(checkPlan(page, FREE)).to.deep.equal([
      {
        code: 'insufficient_privileges_to_use_premium_font',
        uuids: ['m', 'b'],
        fonts: ['Karla', 'Lora'],
      },
    ]);
    expect(checkPlan(page, MINI)).to.deep.equal([]);
  });

  it('lists all problems, private access first [A10]', () => {
    const page = { ...makeTestPage([code, button]), isPublic: false };
    expect(checkPlan(page, FREE).map((each) => each.code)).to.deep.equal([
      'insufficient_privileges_to_make_page_private',
      'insufficient_privileges_to_use_code_embed',
      'insufficient_privileges_to_use_premium_font',
    ]);
  });

  it('accepts every starter page on the Free plan [A11]', () => {
    let ids = 0;
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true })), (numbers) => {
        let next = 0;
        const random = (): number => numbers[next++ % Math.max(1, numbers.length)] ?? 0;
        const createId = (): string => `id-${String(++ids)}`;
        const page = createStarterPage({
          username: 'ada',
          slug: 'main',
          random,
          createId,
          now: () => 0,
        });
        expect(checkPlan(page, FREE)).to.deep.equal([]);
      }),
      { numRuns: 30 },
    );
  });

  it('accepts the demo and paper pages without an account [A11]', () => {
    let ids = 0;
    const options = { createId: () => `id-${String(++ids)}`, now: () => 0 };
    for (const page of [createDemoPage(options), createPaperPage(options)])
      expect(checkPlan(page, null)).to.deep.equal([]);
  });

  it('does not throw for any JSON as blocks [A12]', () => {
    const things = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(things, (things) => {
        checkPlan({ isPublic: true, things }, null);
      }),
    );
  });

  it('needs no plan for text, numbers, null and lists as blocks, whatever they contain (law) [A12]', () => {
    const simple = fc.constantFrom<unknown>('code-embed', 'Lora', 7, null);
    const list = fc.array(fc.oneof(simple, fc.constantFrom(code, marked, button)));
    const things = fc.dictionary(fc.string(), fc.oneof(simple, list), { maxKeys: 40 });
    fc.assert(
      fc.property(things, (things) => {
        expect(checkPlan({ isPublic: true, things }, null)).to.deep.equal([]);
      }),
    );
  });
});
