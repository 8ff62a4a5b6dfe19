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
const sound = { count: 3, name: 'x', deep: { color: '#fff', words: {} } };
const defaults = { count: 5, deep: { color: '#000', words: {} } };

function mend(value: Record<string, unknown>): { made: unknown; told: string[] } {
  const told: string[] = [];
  const made = repairJson(value, {
    check: (each) => schema.safeParse(each).error?.issues ?? [],
    defaults,
    warn: (path, code) => told.push(`${path.join('.')} ${code}`),
  });
  return { made, told };
}

describe('repairJson [G8]', () => {
  const cases: [string, Record<string, unknown>, Record<string, unknown>, string[]][] = [
    ['leaves what is sound', { extra: 1 }, { extra: 1 }, []],
    ['reads numbers in text', { count: '4px' }, { count: 4 }, []],
    ['rounds whole numbers', { count: 2.6 }, { count: 3 }, []],
    ['limits what it read', { count: '80' }, { count: 9 }, ['count value_limited']],
    ['limits from below', { count: -1 }, { count: 1 }, ['count value_limited']],
    ['reads truth in text and numbers', { isOn: 'true' }, { isOn: true }, []],
    ['reads a nought as no', { isOn: 0 }, { isOn: false }, []],
    ['writes numbers where words belong', { name: 12 }, { name: '12' }, []],
    ['cuts words that are too long', { name: 'abcdef' }, { name: 'abcd' }, ['name value_limited']],
    [
      'cuts lists',
      { list: ['a', 'b', 'c', 'd'] },
      { list: ['a', 'b', 'c'] },
      ['list value_limited'],
    ],
    [
      'drops from lists what is none of them',
      { list: [{}, 'b', null] },
      { list: ['b'] },
      ['list.2 value_dropped', 'list.0 value_dropped'],
    ],
    ['drops what is not one of the choices', { kind: 'c' }, {}, ['kind value_dropped']],
    ['drops what may be missing', { isOn: 'maybe' }, {}, ['isOn value_dropped']],
    ['puts a default for what may not', { count: 'many' }, { count: 5 }, ['count value_replaced']],
    ['and nothing where there is no default', { name: [] }, { name: '' }, ['name value_replaced']],
    [
      'and looks inside',
      { deep: { color: 'red', words: {}, kept: 1 } },
      { deep: { color: '#000', words: {}, kept: 1 } },
      ['deep.color value_replaced'],
    ],
    [
      'and replaces the whole where need be',
      { deep: 7 },
      { deep: { color: '#000', words: {} } },
      ['deep value_replaced'],
    ],
  ];
  for (const [what, given, made, told] of cases)
    it(what, () => {
      const outcome = mend({ ...sound, ...given });
      const rest = Object.fromEntries(Object.entries(sound).filter(([key]) => !(key in given)));
      expect(outcome.made).to.eql({ ...rest, ...made });
      expect(outcome.told).to.eql(told);
    });

  it('gives up if no default helps, instead of looping forever', () => {
    const never = z.looseObject({ a: z.looseObject({ b: z.string().refine(() => false) }) });
    const made = repairJson(
      { a: { b: 'x' } },
      {
        check: (value) => never.safeParse(value).error?.issues ?? [],
        defaults: {},
        warn: () => undefined,
      },
    );
    expect(made).to.equal(null);
  });
});
