import { expect } from 'chai';
import fc from 'fast-check';
import { ValueDraft, writeValue } from './values.ts';

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

describe('a draft of a record', () => {
  it('has the same result as writing the values one after the other', () => {
    fc.assert(
      fc.property(edits, (all) => {
        const record = Object.freeze({ a: Object.freeze({ b: Object.freeze({ c: 1 }) }) });
        const draft = new ValueDraft<object>(record);
        let expected: object = record;
        for (const { path, to } of all) {
          const written = writeValue(expected, path, to);
          expect(draft.write(path, to)).to.equal(written !== null);
          expected = written ?? expected;
        }
        expect(draft.result).to.eql(expected);
        expect(record).to.eql({ a: { b: { c: 1 } } });
      }),
    );
  });

  it('shares what is not written, and copies each record once', () => {
    const record = { a: { b: {} }, c: {} };
    const draft = new ValueDraft<typeof record>(record);
    expect(draft.result).to.equal(record);
    draft.write(['a', 'x'], 1);
    const { a } = draft.result;
    draft.write(['a', 'y'], 2);
    expect(draft.result.a).to.equal(a);
    expect([a.b, draft.result.c]).to.eql([record.a.b, record.c]);
    expect(a.b).to.equal(record.a.b);
    expect(draft.write(['a', 'none', 'x'], 1)).to.equal(false);
  });
});
