import { expect } from 'chai';
import fc from 'fast-check';
import { equalJson } from './json.ts';

describe('equalJson', () => {
  it('distinguishes longer lists, other keys, and lists from objects', () => {
    const different: [unknown, unknown][] = [
      [[1], [1, 2]],
      [[1, 2], [1]],
      [{ a: 1 }, { a: 1, b: 2 }],
      [
        { a: 1, b: 2 },
        { a: 1, c: 2 },
      ],
      [[], {}],
      [{ 0: 'a' }, ['a']],
      [null, {}],
      [0, false],
      ['1', 1],
      [{ a: undefined }, { a: null }],
    ];
    for (const [a, b] of different) {
      expect(equalJson(a, b), JSON.stringify([a, b])).to.equal(false);
      expect(equalJson(b, a), JSON.stringify([b, a])).to.equal(false);
    }
  });

  it('ignores the order of keys, and keys that are undefined', () => {
    expect(equalJson({ a: 1, b: [2] }, { b: [2], a: 1, c: undefined })).to.equal(true);
    expect(equalJson({ c: undefined }, {})).to.equal(true);
  });

  it('finds a value equal to its copy, and is symmetric (law)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(equalJson(a, JSON.parse(JSON.stringify(a)))).to.equal(true);
        expect(equalJson(a, b)).to.equal(equalJson(b, a));
      }),
    );
  });
});
