import { expect } from 'chai';
import fc from 'fast-check';
import { byteLengthOf } from './byteLengthOf.ts';

describe('the length of a text in bytes', () => {
  it('is that of its UTF-8, lone surrogates and all', () => {
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
