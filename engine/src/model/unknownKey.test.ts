import { expect } from 'chai';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { z as z3 } from 'zod/v3';
import { unknownKey } from './unknownKey.ts';

describe('a misspelt key in the content of a kit', () => {
  const old = z3 as unknown as typeof z;
  for (const [version, zod] of [
    ['4', z],
    ['3', old],
  ] as const) {
    const { array, literal, number, object, string, union } = zod;
    const circle = object({ kind: literal('circle'), radius: number().optional() });
    const square = object({ kind: literal('square'), side: number().optional() });
    const schema = object({
      items: array(object({ label: string().optional() })).optional(),
      shape: zod.discriminatedUnion('kind', [circle, square]).optional(),
      figure: union([string(), array(string()), circle, square])
        .nullable()
        .optional(),
      size: union([object({ width: number() }), object({ height: number() })]).optional(),
      counts: object({}).catchall(number()).optional(),
      more: zod.record(string(), number()).optional(),
      refined: circle.refine(() => true).optional(),
      both: zod.intersection(object({ top: number() }), object({ left: number() })).optional(),
      piped: object({ name: string() })
        .pipe(object({ name: string() }))
        .optional(),
      later: zod.lazy(() => circle).optional(),
      pair: zod.tuple([circle, object({ name: string() })]).optional(),
      byName: zod.record(string(), circle).optional(),
      standard: object({ name: string().default('') })
        .default({ name: '' })
        .optional(),
      tone: union([
        object({ tone: zod.enum(['low', 'lower']), depth: number().optional() }),
        object({ tone: zod.enum(['high']), height: number().optional() }),
      ]).optional(),
    });
    const find = (content: object, previous?: object): string | undefined =>
      unknownKey({ content }, { content: previous }, schema)?.path;

    it(`is found at any depth of a schema of zod ${version} [J12]`, () => {
      expect(find({ items: [{ label: 'a' }, { lable: 'b' }] })).to.equal('content.items.1.lable');
      expect(find({ shape: { kind: 'circle', radios: 1 } })).to.equal('content.shape.radios');
      expect(find({ figure: { kind: 'square', radius: 1 } })).to.equal('content.figure.radius');
      expect(find({ figure: { sides: 1 } })).to.equal('content.figure.sides');
      expect(find({ size: { widht: 1 } })).to.equal('content.size.widht');
      for (const part of ['refined', 'both', 'piped', 'later', 'standard', 'tone'])
        expect(find({ [part]: { nmae: 1 } })).to.equal(`content.${part}.nmae`);
      expect(find({ pair: [{}, { nmae: 1 }] })).to.equal('content.pair.1.nmae');
      expect(find({ byName: { a: { radios: 1 } } })).to.equal('content.byName.a.radios');
      expect(find({ tone: { tone: 'low', height: 1 } })).to.equal('content.tone.height');
    });

    it(`is not reported for keys that a schema of zod ${version} allows`, () => {
      for (const content of [
        { items: [{ label: 'a' }, {}] },
        { shape: { kind: 'circle', radius: 1 } },
        { figure: { kind: 'square', side: 1 } },
        { figure: { side: 1 } },
        { figure: 'heart' },
        { figure: ['a'] },
        { figure: null },
        { size: { height: 1 } },
        // One of them strips the other's key, but the schema accepts it.
        { size: { width: 1, height: 1 } },
        { byName: { circle: { radius: 1 } }, pair: [{ radius: 1 }, { name: '' }] },
        { counts: { apples: 1 } },
        { more: { pears: 1 } },
        { refined: { kind: 'circle' }, both: { top: 1, left: 1 }, piped: { name: '' } },
        { later: { radius: 1 } },
        // The schema itself refuses these.
        { items: 'none' },
        { shape: { kind: 'line', length: 1 } },
      ])
        expect(find(content), JSON.stringify(content)).to.equal(undefined);
    });

    it(`is allowed with zod ${version} where a newer editor has stored it`, () => {
      const items = [{ label: 'a' }, { tone: 'b' }];
      expect(find({ items: items.slice(1) }, { items })).to.equal(undefined);
      expect(find({ items: [{ tune: 'b' }] }, { items })).to.equal('content.items.0.tune');
    });

    it(`is allowed with zod ${version} where an item that a newer kit has stored moves [J12]`, () => {
      const card = object({ title: string() });
      const node: z.ZodType = zod.lazy(() =>
        object({ title: string(), kids: array(node).optional() }),
      );
      const board = object({
        todo: array(card),
        done: array(card),
        byName: zod.record(string(), card),
        tree: node,
        title: string(),
      });
      const newer = { title: 'a', tone: 'red' };
      const empty = { todo: [], done: [], byName: {}, tree: { title: '' }, title: '' };
      const move = (content: object, previous: object): string | undefined =>
        unknownKey({ content }, { content: { ...empty, ...previous } }, board)?.path;
      const tree = { title: '', kids: [{ title: 'a' }, newer] };
      expect(move({ todo: [], done: [newer] }, { todo: [newer] })).to.equal(undefined);
      expect(move({ byName: { b: newer } }, { byName: { a: newer } })).to.equal(undefined);
      const indented = { title: '', kids: [{ title: 'a', kids: [newer] }] };
      expect(move({ tree: indented }, { tree })).to.equal(undefined);
      // A new misspelling, and a key that is known elsewhere only.
      expect(move({ done: [{ tune: 'red' }] }, { todo: [newer] })).to.equal('content.done.0.tune');
      expect(move({ done: [{ todo: 'red' }] }, { todo: [newer] })).to.equal('content.done.0.todo');
    });

    it(`is not searched for where a lazy schema of zod ${version} throws [B13]`, () => {
      const broken = object({
        more: zod.lazy((): z.ZodType => {
          throw new Error('broken');
        }),
      });
      expect(unknownKey({ content: { more: { a: 1 } } }, {}, broken)).to.equal(null);
      expect(unknownKey({ content: { mroe: 1 } }, {}, broken)?.path).to.equal('content.mroe');
    });

    it(`is searched for in bounded time where a function builds a recursive schema of zod ${version}`, () => {
      let built = 0;
      const build = (): z.ZodType => {
        built += 1;
        return union([
          object({ kids: array(zod.lazy(build)).optional(), text: string().optional() }),
          object({ kids: array(zod.lazy(build)).optional(), icon: string().optional() }),
        ]);
      };
      const nested = (depth: number): object => (depth === 0 ? {} : { kids: [nested(depth - 1)] });
      expect(unknownKey({ content: nested(16) }, {}, build())).to.equal(null);
      expect(built).to.be.below(400);
      expect(unknownKey({ content: { kids: [{ txet: '' }] } }, {}, build())?.path).to.equal(
        'content.kids.0.txet',
      );
    });

    it(`is searched for without a stack overflow for each item where a lazy schema of zod ${version} begins with itself [J12]`, () => {
      let built = 0;
      const build = (): z.ZodType => {
        built += 1;
        return zod.lazy(() => union([object({ text: string() }), build(), build()]));
      };
      const schema = object({ items: array(build()) });
      const items = Array.from({ length: 100 }, () => ({ text: '' }));
      expect(unknownKey({ content: { items } }, {}, schema)).to.equal(null);
      expect(built).to.be.below(2000);
    });

    it(`is not reported in an object of zod ${version} without fields that accepts any, or a kit could not store free data [J12]`, () => {
      const open = (version === '3' ? z3.object({}).passthrough() : z.looseObject({})) as z.ZodType;
      const unknown: z.ZodType = object({}).catchall(zod.unknown());
      for (const data of [open, unknown, union([object({ width: number() }), open])]) {
        const find = (content: object) =>
          unknownKey({ content }, {}, object({ data, title: string() }))?.path;
        expect(find({ data: { hello: 1, nested: { a: [{ b: 1 }] } } })).to.equal(undefined);
        expect(find({ data: {}, titel: '' })).to.equal('content.titel');
      }
      const closed = object({ data: object({}) });
      expect(unknownKey({ content: { data: { hello: 1 } } }, {}, closed)?.path).to.equal(
        'content.data.hello',
      );
    });

    it(`is not reported for what either side of an intersection or a pipe of zod ${version} knows`, () => {
      const { looseObject, intersection } = { looseObject: object, intersection: zod.intersection };
      const box = intersection(
        looseObject({ box: looseObject({ w: number() }) }),
        looseObject({ box: looseObject({ h: number() }) }),
      );
      const piped = looseObject({ kind: string() }).pipe(
        looseObject({ kind: string(), name: string().optional() }),
      );
      const of = (schema: unknown, content: object) => unknownKey({ content }, {}, schema)?.path;
      expect(of(box, { box: { w: 1, h: 1 } })).to.equal(undefined);
      expect(of(box, { box: { w: 1, d: 1 } })).to.equal('content.box.d');
      expect(of(piped, { kind: 'a', name: 'b' })).to.equal(undefined);
    });

    it(`is searched for in time that grows with the content, not with 2 to the power of its depth [zod ${version}]`, () => {
      let visits = 0;
      const node: z.ZodType = zod.lazy(() =>
        union([
          object({ kids: array(node).optional(), text: string().optional() }),
          object({ kids: array(node).optional(), icon: string().optional() }),
        ]),
      );
      const nested = (depth: number): object => ({
        get kids() {
          visits += 1;
          return depth === 0 ? [] : [nested(depth - 1)];
        },
        ...(depth === 0 ? { txet: 'a' } : { icon: 'b' }),
      });
      const path = unknownKey({ content: nested(40) }, {}, node)?.path;
      expect(path).to.match(/^content\.(?:kids\.0\.){40}txet$/);
      expect(visits).to.be.below(400);
    });
  }

  it('is found in the lists and unions of zod mini [J12]', () => {
    const { array, discriminatedUnion, literal, looseObject, number, optional, union } = mini;
    const [circle, square] = [
      looseObject({ kind: literal('circle'), radius: optional(number()) }),
      looseObject({ kind: literal('square'), side: optional(number()) }),
    ] as const;
    const schema = looseObject({
      items: array(circle),
      figure: union([circle, square]),
      shape: discriminatedUnion('kind', [circle, square]),
    });
    const find = (content: object): string | undefined => unknownKey({ content }, {}, schema)?.path;
    expect(find({ items: [{ radius: 1 }, { radios: 1 }] })).to.equal('content.items.1.radios');
    expect(find({ figure: { kind: 'square', radius: 1 } })).to.equal('content.figure.radius');
    expect(find({ shape: { kind: 'circle', side: 1 } })).to.equal('content.shape.side');
    expect(find({ items: [{ kind: 'circle', radius: 1 }], figure: { side: 1 } })).to.equal(
      undefined,
    );
  });

  it('is not reported for the entries of a loose record, whose keys need not match its schema', () => {
    const key = z.string().regex(/^x/);
    const schema = z.object({ r: z.looseRecord(key, z.object({ size: z.number() })) });
    const content = { r: { xa: { size: 1 }, meta: { author: 'a' } } };
    expect(unknownKey({ content }, {}, schema)).to.equal(null);
  });
});
