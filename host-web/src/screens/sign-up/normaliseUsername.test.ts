import { expect } from 'chai';
import fc from 'fast-check';
import { normaliseUsername } from './normaliseUsername.ts';

describe('normaliseUsername', () => {
  it('replaces spaces and underscores by hyphens [AU5]', () => {
    expect(normaliseUsername('Juno of_the  square')).to.equal('Juno-of-the--square');
  });

  it('changes nothing else, and is idempotent', () => {
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
