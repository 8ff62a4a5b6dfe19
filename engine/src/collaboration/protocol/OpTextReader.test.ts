import { expect } from 'chai';
import fc from 'fast-check';
import { ROOM_LIMITS } from './limits.ts';
import { OpTextReader } from './OpTextReader.ts';

/** Reads text in pieces that end at the given places. */
function read(text: string, ends: readonly number[] = []): unknown {
  const reader = new OpTextReader();
  const cuts = [...ends.map((end) => end % (text.length + 1)), text.length].sort((a, b) => a - b);
  cuts.forEach((cut, index) => {
    reader.add(text.slice(cuts[index - 1] ?? 0, cut));
  });
  return reader.value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const cuts = fc.array(fc.nat(), { maxLength: 5 });
/** Values that are often as deep as blocks, without `__proto__`, which the reader rejects. */
const nested = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 7, withCrossShrink: true },
    fc.jsonValue({ maxDepth: 1 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
})).value;

describe('reading the JSON of an op in parts', () => {
  it('gives the same value as JSON.parse, however the text is divided [R43]', () => {
    fc.assert(
      fc.property(nested, fc.constantFrom(0, 1), cuts, (value, space, ends) => {
        const text = JSON.stringify(value, null, space);
        expect(read(text, ends)).to.eql(parse(text));
      }),
    );
  });

  it('gives null for whatever JSON.parse rejects [R18, R43]', () => {
    const damage = fc.record({
      at: fc.nat(),
      removed: fc.nat(2),
      added: fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '1', 'x', '\\', ' ', ''),
    });
    fc.assert(
      fc.property(nested, damage, cuts, (value, { at, removed, added }, ends) => {
        const json = JSON.stringify(value);
        const index = at % (json.length + 1);
        const text = json.slice(0, index) + added + json.slice(index + removed);
        expect(read(text, ends)).to.eql(parse(text));
      }),
      { numRuns: 1000 },
    );
    for (const text of [
      '',
      ' ',
      ',',
      '[,]',
      '[1,]',
      '{"a"}',
      '{"a":1,}',
      '{1:1}',
      '[1}',
      '1 2',
      '[]]',
    ])
      expect(read(text)).to.equal(null);
  });

  it('stops at the limits of an op and of a block [R43, R50]', () => {
    const { maxItemValues, maxOpValues, maxMessageDepth, maxFieldValues } = ROOM_LIMITS;
    const op = (block: string): string => `{"intents":[{"things":[${block}]}]}`;
    const list = (count: number): string => `[${'1,'.repeat(count - 1)}1]`;
    expect(read(op(list(maxItemValues)))).not.to.equal(null);
    expect(read(op(list(maxItemValues + 2)))).to.equal(null);
    const lists = `${list(1000)},`.repeat(maxOpValues / 1000);
    expect(read(op(`${lists}1`))).to.equal(null);
    expect(read(op('['.repeat(maxMessageDepth) + ']'.repeat(maxMessageDepth)))).to.equal(null);
    const keys = Array.from({ length: maxFieldValues + 1 }, (_, index) => `"k${String(index)}":1`);
    expect(read(`{${keys.join()}}`)).to.equal(null);
    expect(read('{"__proto__":{}}')).to.equal(null);
  });
});
