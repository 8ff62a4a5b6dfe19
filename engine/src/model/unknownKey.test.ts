import { expect } from 'chai';
import { z } from 'zod';
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
    });
    const find = (content: object, previous?: object): string | undefined =>
      unknownKey({ content }, { content: previous }, schema)?.path;

    it(`is found at any depth of a schema of zod ${version} [J12]`, () => {
      expect(find({ items: [{ label: 'a' }, { lable: 'b' }] })).to.equal('content.items.1.lable');
      expect(find({ shape: { kind: 'circle', radios: 1 } })).to.equal('content.shape.radios');
      expect(find({ figure: { kind: 'square', radius: 1 } })).to.equal('content.figure.radius');
      expect(find({ figure: { sides: 1 } })).to.equal('content.figure.sides');
      expect(find({ size: { widht: 1 } })).to.equal('content.size.widht');
      for (const part of ['refined', 'both', 'piped', 'later'])
        expect(find({ [part]: { nmae: 1 } })).to.equal(`content.${part}.nmae`);
    });

    it(`is not suspected of keys that a schema of zod ${version} allows`, () => {
      for (const content of [
        { items: [{ label: 'a' }, {}] },
        { shape: { kind: 'circle', radius: 1 } },
        { figure: { kind: 'square', side: 1 } },
        { figure: { side: 1 } },
        { figure: 'heart' },
        { figure: ['a'] },
        { figure: null },
        { size: { height: 1 } },
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
  }
});
