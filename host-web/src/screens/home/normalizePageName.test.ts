import { checkPageSlug } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { normalizePageName } from './normalizePageName.ts';

describe('normalizePageName', () => {
  it('replaces the first space and the first underscore [HO2]', () => {
    expect(normalizePageName('my page')).to.equal('my-page');
    expect(normalizePageName('my_page of_things')).to.equal('my-page-of_things');
  });

  it('leaves no space or underscore in a name typed key by key', () => {
    const key = fc.constantFrom('a', 'Z', '9', '-', ' ', '_');
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 50 }), (keys) => {
        const name = keys.reduce((typed, each) => normalizePageName(typed + each), '');
        expect(name).to.match(/^[A-Za-z0-9-]+$/);
        expect(checkPageSlug(name)).to.equal(null);
      }),
    );
  });
});
