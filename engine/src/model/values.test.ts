import { expect } from 'chai';
import fc from 'fast-check';
import { ValueWriter } from './values.ts';

const key = fc.constantFrom('a', 'b', 'c');
const value = fc.oneof(
  fc.nat(3),
  fc.constant(undefined),
  fc.constant({}),
  fc.constant({ a: { b: 1 } }),
);
const edits = fc.array(
  fc.record({ path: fc.array(key, { minLength: 1, maxLength: 4 }), to: value }),
);

/** Writes one value to a record that nothing else writes to; null if a record is missing. */
function writeOne(
  record: object,
  [key = '', ...rest]: readonly string[],
  to: unknown,
): object | null {
  const values = record as Record<string, unknown>;
  if (rest.length === 0 && to === undefined)
    return Object.fromEntries(Object.entries(values).filter(([each]) => each !== key));
  if (rest.length === 0) return { ...values, [key]: to };
  const inner = values[key];
  const written = typeof inner === 'object' && inner ? writeOne(inner, rest, to) : null;
  return written && { ...values, [key]: written };
}

describe('a writer of values', () => {
  it('has the same result as writing the values one after the other', () => {
    fc.assert(
      fc.property(edits, (all) => {
        const record = Object.freeze({ a: Object.freeze({ b: Object.freeze({ c: 1 }) }) });
        const writer = new ValueWriter<object>(record);
        let expected: object = record;
        for (const { path, to } of all) {
          const written = writeOne(expected, path, to);
          expect(writer.write(path, to)).to.equal(written !== null);
          expected = written ?? expected;
        }
        expect(writer.result).to.eql(expected);
        expect(record).to.eql({ a: { b: { c: 1 } } });
      }),
    );
  });

  it('shares what is not written, and copies each record once', () => {
    const record = { a: { b: {} }, c: {} };
    const writer = new ValueWriter<typeof record>(record);
    expect(writer.result).to.equal(record);
    writer.write(['a', 'x'], 1);
    const { a } = writer.result;
    writer.write(['a', 'y'], 2);
    expect(writer.result.a).to.equal(a);
    expect([a.b, writer.result.c]).to.eql([record.a.b, record.c]);
    expect(a.b).to.equal(record.a.b);
    expect(writer.write(['a', 'none', 'x'], 1)).to.equal(false);
  });
});
