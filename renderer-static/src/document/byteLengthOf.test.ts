import { expect } from 'chai';
import fc from 'fast-check';
import { byteLengthOf } from './byteLengthOf.ts';

describe('byteLengthOf', () => {
  it('counts UTF-8 bytes, including lone surrogates', () => {
    expect(byteLengthOf('aé€😀')).to.equal(10);
    expect(byteLengthOf('\ud800a\udc00')).to.equal(7);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(byteLengthOf(text)).to.equal(Buffer.byteLength(text));
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
