import { expect } from 'chai';
import fc from 'fast-check';
import { jsonSize } from './jsonSize.ts';

describe('jsonSize', () => {
  const utf8Length = (json: unknown): number =>
    new TextEncoder().encode(JSON.stringify(json)).length;

  it('counts the bytes that JSON.stringify writes (law)', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (json) => {
        expect(jsonSize(json).bytes).to.equal(utf8Length(json));
      }),
    );
    const texts = ['\0\b\t\n\u001f"\\/\u007f', 'é€😀', '\ud800', 'a\udc00', '\ud800\ud800\udc00'];
    for (const text of texts)
      expect(jsonSize({ [text]: [text] }).bytes).to.equal(utf8Length({ [text]: [text] }));
  });

  it('counts values at any depth, and no keys', () => {
    expect(jsonSize({ a: [1, 'b', null, { c: true }], d: [] }).values).to.equal(8);
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(jsonSize(deep)).to.deep.equal({ values: 100_001, bytes: 200_001 });
  });
});
