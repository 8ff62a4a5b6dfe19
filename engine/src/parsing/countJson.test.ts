import { expect } from 'chai';
import fc from 'fast-check';
import { countJson, JsonCounter } from './countJson.ts';

const count = (json: string) => countJson(new TextEncoder().encode(json));

/** Values and nesting by definition: keys do not count, and empty containers count as one more. */
function countParsed(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map(countParsed);
  return {
    values:
      1 +
      Math.max(
        1,
        inner.reduce((sum, { values }) => sum + values, 0),
      ),
    depth: 1 + inner.reduce((max, { depth }) => Math.max(max, depth), 0),
  };
}

describe('countJson', () => {
  it('counts values and nesting as parsing would find them (law)', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        expect(count(json)).to.eql(countParsed(JSON.parse(json)));
      }),
    );
  });

  it('counts a text that arrives in parts as if it arrived at once (law)', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 1, max: 5 }), (json, size) => {
        const bytes = new TextEncoder().encode(json);
        const counter = new JsonCounter();
        for (let start = 0; start < bytes.length; start += size)
          counter.add(bytes.subarray(start, start + size));
        expect({ values: counter.values, depth: counter.depth }).to.eql(countJson(bytes));
      }),
      { examples: [[String.raw`"\\",["a\"b,[",{}]`, 1]] },
    );
  });

  it('ignores punctuation in strings, and counts what is malformed', () => {
    expect(count('"[,{\\",["')).to.eql({ values: 1, depth: 0 });
    expect(count('[[[')).to.eql({ values: 4, depth: 3 });
    expect(count('1,,,')).to.eql({ values: 4, depth: 0 });
    expect(count('')).to.eql({ values: 1, depth: 0 });
  });
});
