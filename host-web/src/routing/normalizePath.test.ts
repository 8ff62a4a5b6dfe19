import { expect } from 'chai';
import fc from 'fast-check';
import { normalizePath } from './normalizePath.ts';

const ORIGIN = 'http://localhost:3000';

describe('normalizePath', () => {
  for (const [from, to] of [
    ['/juno/my_page', '/juno/my-page'],
    ['/juno.about', '/juno/about'],
    ['/juno/a_b.c', '/juno/a-b/c'],
    ['/juno/main', '/juno'],
    ['/juno/main/', '/juno'],
    ['/juno.main', '/juno'],
    ['//evil_com', '/evil-com'],
    ['//evil.com', '/evil/com'],
    ['/.evil', '/evil'],
    ['/\\evil_com', '/evil-com'],
    ['//auth/login', '/auth/login'],
  ] as const)
    it(`redirects ${from} to ${to} [RT1]`, () => {
      expect(normalizePath(from)).to.equal(to);
      expect(normalizePath(from, '?first_page')).to.equal(`${to}?first_page`);
    });

  for (const path of [
    '/',
    '/juno',
    '/juno/about',
    '/juno/about/me',
    '/api/page_all',
    '/assets/index-a_b.js',
    '/.well-known/x_y',
    '/robots.txt',
    '/sitemap.xml',
    '/feed.xml',
    '/favicon.ico',
    '/auth/verify',
    '/docs/kits_and_blocks',
    '/street/a_b',
    '/ring/a.b',
    '/rings/a_b',
  ])
    it(`does not redirect ${path} [RT2]`, () => {
      expect(normalizePath(path, '?a_b=c.d')).to.equal(null);
    });

  it('stays on the origin, keeps the query and redirects once [RT3]', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '_',
      '-',
      'evil',
      'main',
      'com',
      '@',
      ':',
      '%2f',
      'auth',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        // The path that a browser reports for such an address.
        const { pathname } = new URL(`${ORIGIN}/${pieces.join('')}`);
        const result = normalizePath(pathname, '?q=a_b.c');
        if (result === null) {
          expect(pathname).not.to.match(/^\/[/\\]/);
          return;
        }
        const url = new URL(result, ORIGIN);
        expect(url.origin).to.equal(ORIGIN);
        expect(url.search).to.equal('?q=a_b.c');
        expect(`${url.pathname}${url.search}`).to.equal(result);
        expect(normalizePath(url.pathname)).to.equal(null);
      }),
    );
  });
});
