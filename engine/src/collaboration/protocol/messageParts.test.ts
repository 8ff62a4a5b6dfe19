import { expect } from 'chai';
import fc from 'fast-check';
import { textInParts } from './messageParts.ts';

describe('the parts of a large message', () => {
  it('together are the JSON text of the message, so that a client reads what was sent [R74]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 50 }), (message, partChars) => {
        const parts = textInParts(message, partChars);
        if (parts) expect([...parts].join('')).to.equal(JSON.stringify(message));
        // An escape has six characters and a number up to 25, where two and four are counted.
        else expect(JSON.stringify(message).length).to.be.at.most(7 * partChars + 25);
      }),
    );
  });

  it('leave out fields without a value, as JSON does [R74]', () => {
    const message = { type: 'welcome', page: undefined, list: [undefined, 1], empty: {}, none: [] };
    expect([...(textInParts(message, 10) ?? [])].join('')).to.equal(JSON.stringify(message));
  });

  it('can be read again, as a transport does that sends a message to several connections [R74]', () => {
    const message = { list: Array.from({ length: 50 }, (_, index) => index) };
    const parts = textInParts(message, 10) ?? [];
    for (let times = 0; times < 2; times++)
      expect([...parts].join('')).to.equal(JSON.stringify(message));
  });

  it('are short even if a block has thousands of values: written at once, it would stall a server [R74]', () => {
    const content = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`key${String(index)}`, { list: [index] }]),
    );
    const block = { uuid: 'b', type: 'mystery', content };
    for (const message of [{ things: { b: block } }, { intents: [{ things: [block] }] }, block]) {
      const parts = [...(textInParts(message, 10_000) ?? [])];
      expect(parts.join('')).to.equal(JSON.stringify(message));
      expect(Math.max(...parts.map(({ length }) => length))).to.be.at.most(21_000);
    }
  });

  it('need a size above 0: without one, the message would have no parts and not arrive [R74]', () => {
    for (const wrong of [NaN, 0, -1, Infinity, '10', undefined])
      expect(() => textInParts({ list: [1, 2] }, wrong as number), String(wrong))
        .to.throw('partChars must be a finite number above 0')
        .with.property('code', 'input_invalid');
  });

  it('are written one at a time: a page of 6 MB would block a server for long [R74]', () => {
    let read = 0;
    const blockOf = (uuid: string) => ({
      uuid,
      type: 'text',
      get content() {
        read += 1;
        return 'x'.repeat(1000);
      },
    });
    const ids = Array.from({ length: 1000 }, (_, index) => `b${String(index)}`);
    const things = Object.fromEntries(ids.map((id) => [id, blockOf(id)]));
    const message = { type: 'welcome', page: { things } };
    const parts = textInParts(message, 10_000) ?? [];
    // Measuring stops after as much.
    expect(read).to.be.within(5, 15);
    const [first = ''] = parts;
    // Each block is measured, and then written.
    expect(read).to.be.within(20, 40);
    expect(first).to.have.length.within(10_000, 12_000);
    expect([...(textInParts(message, 10_000) ?? [])]).to.have.length.within(90, 110);
  });
});
