import { expect } from 'chai';
import fc from 'fast-check';
import { normalizeUsername } from './normalizeUsername.ts';

describe('normalizeUsername', () => {
  it('replaces spaces and underscores with hyphens [AU5]', () => {
    expect(normalizeUsername('Juno of_the  square')).to.equal('Juno-of-the--square');
  });

  it('keeps the length, leaves no space or underscore, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const once = normalizeUsername(typed);
        expect(once).to.have.lengthOf(typed.length);
        expect(once).not.to.match(/[\s_]/);
        expect(normalizeUsername(once)).to.equal(once);
      }),
    );
  });
});
