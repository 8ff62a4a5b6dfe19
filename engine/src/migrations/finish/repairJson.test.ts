import { expect } from 'chai';
import { z } from 'zod';
import { repairJson } from './repairJson.ts';

const schema = z.looseObject({
  count: z.number().int().min(1).max(9),
  ratio: z.number().max(1).optional(),
  name: z.string().max(4),
  isOn: z.boolean().optional(),
  kind: z.enum(['a', 'b']).optional(),
  list: z.array(z.string()).max(3).optional(),
  deep: z.looseObject({ color: z.string().regex(/^#/), words: z.looseObject({}) }),
});
const valid = { count: 3, name: 'x', deep: { color: '#fff', words: {} } };
const defaults = { count: 5, deep: { color: '#000', words: {} } };

function repair(value: Record<string, unknown>): { repaired: unknown; warnings: string[] } {
  const warnings: string[] = [];
  const repaired = repairJson(value, {
    check: (each) => schema.safeParse(each).error?.issues ?? [],
    defaults,
    warn: (path, code) => warnings.push(`${path.join('.')} ${code}`),
  });
  return { repaired, warnings };
}

describe('repairJson [G8]', () => {
  const cases: [string, Record<string, unknown>, Record<string, unknown>, string[]][] = [
    ['leaves valid values', { extra: 1 }, { extra: 1 }, []],
    ['reads numbers in text', { count: '4px' }, { count: 4 }, []],
    ['rounds numbers that must be whole', { count: 2.6 }, { count: 3 }, []],
    ['limits numbers read from text', { count: '80' }, { count: 9 }, ['count value_limited']],
    ['limits numbers to the minimum', { count: -1 }, { count: 1 }, ['count value_limited']],
    ['reads flags in text and numbers', { isOn: 'true' }, { isOn: true }, []],
    ['reads 0 as false', { isOn: 0 }, { isOn: false }, []],
    ['converts numbers to text', { name: 12 }, { name: '12' }, []],
    ['truncates long text', { name: 'abcdef' }, { name: 'abcd' }, ['name value_limited']],
    [
      'truncates long lists',
      { list: ['a', 'b', 'c', 'd'] },
      { list: ['a', 'b', 'c'] },
      ['list value_limited'],
    ],
    [
      'drops invalid items of lists',
      { list: [{}, 'b', null] },
      { list: ['b'] },
      ['list.2 value_dropped', 'list.0 value_dropped'],
    ],
    ['drops unknown enum values', { kind: 'c' }, {}, ['kind value_dropped']],
    ['drops invalid optional values', { isOn: 'maybe' }, {}, ['isOn value_dropped']],
    [
      'replaces invalid required values with the default',
      { count: 'many' },
      { count: 5 },
      ['count value_replaced'],
    ],
    [
      'replaces them with an empty value if there is no default',
      { name: [] },
      { name: '' },
      ['name value_replaced'],
    ],
    [
      'repairs nested values',
      { deep: { color: 'red', words: {}, kept: 1 } },
      { deep: { color: '#000', words: {}, kept: 1 } },
      ['deep.color value_replaced'],
    ],
    [
      'replaces a value of another type with the default object',
      { deep: 7 },
      { deep: { color: '#000', words: {} } },
      ['deep value_replaced'],
    ],
  ];
  for (const [title, input, repaired, warnings] of cases)
    it(title, () => {
      const outcome = repair({ ...valid, ...input });
      const rest = Object.fromEntries(Object.entries(valid).filter(([key]) => !(key in input)));
      expect(outcome.repaired).to.eql({ ...rest, ...repaired });
      expect(outcome.warnings).to.eql(warnings);
    });

  it('gives up if no default helps, instead of looping forever', () => {
    const unsatisfiable = z.looseObject({
      a: z.looseObject({ b: z.string().refine(() => false) }),
    });
    const repaired = repairJson(
      { a: { b: 'x' } },
      {
        check: (value) => unsatisfiable.safeParse(value).error?.issues ?? [],
        defaults: {},
        warn: () => undefined,
      },
    );
    expect(repaired).to.equal(null);
  });
});
