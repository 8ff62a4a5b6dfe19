import { expect } from 'chai';
import { parseJsonInSteps } from './parseJsonInSteps.ts';

/** Parses a text; counts the steps. */
function parse(text: string): { readonly value: unknown; readonly steps: number } {
  const work = parseJsonInSteps(text);
  for (let steps = 0; ; steps += 1) {
    const step = work.next();
    if (step.done === true) return { value: step.value, steps };
  }
}

describe('JSON that is parsed in steps, as a page of several MB is when its room is opened', () => {
  const long = 'x'.repeat(30_000);
  const block = (index: number) => ({
    uuid: `b${String(index)}`,
    content: { text: `"quoted" \\ {[ü😀\u0000\u2028 ${String(index)}`, more: 'y'.repeat(500) },
    list: [1, -2.5e-7, true, false, null, '', [], {}],
  });

  it('gives what JSON.parse gives, or pages would change whenever a server is restarted [RO17]', () => {
    const things = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`b${String(index)}`, block(index)]),
    );
    const values: unknown[] = [
      ...[null, true, -0.5, '', 'a"\\', long, [], {}, [[]], [long, long], { '': long }],
      { seq: 5, page: { things, settings: { a: long }, empty: {}, none: [] }, removed: [1, 2] },
      Array.from({ length: 3000 }, (_, index) => index),
      { deep: Array.from({ length: 40 }).reduce((inner) => [inner, long], 1) },
    ];
    for (const value of values)
      for (const indent of [undefined, 1, '\r\n\t']) {
        const text = JSON.stringify(value, null, indent);
        expect(JSON.stringify(parse(text).value)).to.equal(JSON.stringify(value));
        expect(parse(` ${text}\n`).value).to.eql(value);
      }
  });

  it('sets no prototypes [RO17]', () => {
    const { value } = parse(`{"__proto__":{"isAdmin":true},"a":"${long}"}`);
    expect(Object.getPrototypeOf(value)).to.equal(Object.prototype);
    expect(Object.keys(value as object)).to.eql(['__proto__', 'a']);
  });

  it('pauses often, even within a single large block [RO17]', () => {
    const text = JSON.stringify({ page: { things: { a: Array.from({ length: 500 }, block) } } });
    expect(parse(text).steps).to.be.greaterThan(50);
  });

  it('refuses what JSON.parse refuses [RO17]', () => {
    const valid = JSON.stringify({ a: [long, { b: long }], c: 1 });
    const broken = [
      ...['', ' ', '{', '[', '"', '{"a":1,}', '[1,]', '[1 2]', '{"a" 1}', '{a:1}', 'nul', '1 2'],
      ...[`[${valid},]`, `{"a":${valid},}`, `{"a":${valid}`, `[${valid}`, `[${valid}}`],
      ...[`{"a" ${valid}}`, `{a:${valid}}`, `{1:${valid}}`, `${valid}]`, `${valid},`, `,${valid}`],
      ...[valid.slice(0, -1), valid.slice(0, 20_010), `[${valid} ${valid}]`, `[,${valid}]`],
    ];
    for (const text of broken) {
      expect(
        () => {
          JSON.parse(text);
        },
        text.slice(0, 20),
      ).to.throw(SyntaxError);
      expect(() => parse(text), text.slice(0, 20)).to.throw(SyntaxError);
    }
  });
});
