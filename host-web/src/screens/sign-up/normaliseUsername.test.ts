import { expect } from 'chai';
import fc from 'fast-check';
import { normaliseUsername } from './normaliseUsername.ts';

describe('normaliseUsername', () => {
  it('turns spaces and underscores into hyphens [AU5]', () => {
    expect(normaliseUsername('Juno of_the  square')).to.equal('Juno-of-the--square');
  });

  it('changes nothing else, and nothing twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const once = normaliseUsername(typed);
        expect(once).to.have.lengthOf(typed.length);
        expect(once).not.to.match(/[\s_]/);
        expect(normaliseUsername(once)).to.equal(once);
      }),
    );
  });
});
