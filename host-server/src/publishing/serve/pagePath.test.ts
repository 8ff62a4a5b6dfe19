import { checkPageSlug } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { isReservedPath, readPagePath, exactSlug } from './pagePath.ts';

const path = fc
  .string({
    unit: fc.constantFrom(
      '/',
      '\\',
      '.',
      '_',
      '-',
      'a',
      'main',
      '%2F',
      '%',
      ':',
      '@',
      '?',
      '#',
      '\t',
    ),
    maxLength: 12,
  })
  .map((rest) => `/${rest}`);

describe('readPagePath', () => {
  it('redirects only to a page of the same site, and only once', () => {
    fc.assert(
      fc.property(path, (url) => {
        const target = readPagePath(url);
        if (target.kind === 'page') expect(checkPageSlug(target.slug)).to.equal(null);
        if (target.kind !== 'redirect') return;
        expect(new URL(target.location, 'http://ada.localhost').host).to.equal('ada.localhost');
        expect(readPagePath(target.location).kind).to.equal('page');
      }),
      { numRuns: 2000 },
    );
  });

  it('reads slugs with one and two parts', () => {
    expect(readPagePath('/?a=b')).to.deep.equal({ kind: 'page', slug: 'main' });
    expect(readPagePath('/about')).to.deep.equal({ kind: 'page', slug: 'about' });
    expect(readPagePath('/about/me?x')).to.deep.equal({ kind: 'page', slug: 'about/me' });
    expect(readPagePath('/a/b/c')).to.deep.equal({ kind: 'none' });
  });

  it('serves the same page on the fast and the slow path', () => {
    fc.assert(
      fc.property(path, (url) => {
        const target = readPagePath(url);
        const isPage = target.kind === 'page' && !isReservedPath(url.split('?')[0] ?? '');
        expect(exactSlug(url)).to.equal(isPage ? target.slug : null);
      }),
      { numRuns: 2000 },
    );
    for (const name of ['/robots.txt', '/favicon.ico', '/api/page', '/assets/a', '/fonts/lato'])
      expect(exactSlug(name), name).to.equal(null);
  });
});
