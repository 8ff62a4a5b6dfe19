import { domainToASCII } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { isLookAlike } from './isLookAlike.ts';

const OWN = ['app.cobble.com', 'cobble-pages.com', 'localhost'];
const isRefused = (typed: string): boolean => isLookAlike(domainToASCII(typed), OWN);

describe('names that resemble the product’s own', () => {
  it('are detected by appearance, in any script [AC8, DM5]', () => {
    for (const name of [
      ...['app.cobble.com', 'app.c0bble.com', 'app.cobb1e.com', 'shop.app.cobb1e.com'],
      // Cyrillic, Greek, full width, accents; as typed and as in DNS.
      ...['app.cоbble.com', 'cοbble-pages.com', 'ｃｏbble-pages.com', 'cobble-pagés.com'],
      ...[domainToASCII('сobble-pages.com'), 'ada.cоbble-pages.com', 'аpp.cobble.com'],
      // Our name in letters of another script, under any top-level domain.
      ...['cоbble.net', 'cöbble.de', 'shop.cоbble.org', 'lоcalhost.com'],
    ])
      expect(isRefused(name), name).to.equal(true);
  });

  it('are not confused with similar names in ASCII, or with words in other scripts', () => {
    for (const name of [
      ...['cobble.net', 'cobbler.com', 'mycobble.com', 'apple.com', 'bücher.de', 'пример.com'],
      ...['例え.jp', 'café.fr', 'xn--bcher-kva.de', 'modern.com'],
    ])
      expect(isRefused(name), name).to.equal(false);
  });

  it('are checked without throwing, whatever the input', () => {
    fc.assert(
      fc.property(fc.domain(), fc.string({ unit: 'grapheme' }), (name, label) => {
        const typed = domainToASCII(`${label}.${name}`) || name;
        expect(isLookAlike(typed, OWN)).to.be.a('boolean');
        expect(isLookAlike(typed, [typed]), 'a name resembles itself').to.equal(true);
      }),
      { seed: 35, numRuns: 200 },
    );
  });
});
