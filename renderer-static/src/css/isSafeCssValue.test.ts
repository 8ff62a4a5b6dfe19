import { expect } from 'chai';
import fc from 'fast-check';
import { isSafeCssValue, passesFullCheck } from './isSafeCssValue.ts';

const PARTS = [
  ...[
    'calc(',
    '(',
    ')',
    'var(--p)',
    '12px',
    ' ',
    ',',
    '*',
    '/',
    '/*',
    '*/',
    '-',
    '#fff',
    '%',
    '.5',
  ],
  ...[
    'url(',
    'URL(',
    'url("a")',
    '"',
    "'",
    '""',
    '\\',
    ';',
    '}',
    '<',
    '\n',
    'é',
    '@',
    '!',
    ':',
    '',
  ],
];

describe('checking CSS values', () => {
  it('gives the same result by the fast path and the full check', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }), (parts) => {
        const value = parts.join('');
        expect(isSafeCssValue(value), value).to.equal(passesFullCheck(value));
      }),
      { numRuns: 5000, seed: 1 },
    );
  });

  it('accepts lengths and quoted URLs, and nothing that ends a declaration [SA3]', () => {
    for (const value of ['calc(12*var(--p))', '1px / 2px', 'url("/assets/a.png")', '#FFF'])
      expect(isSafeCssValue(value), value).to.equal(true);
    for (const value of [
      '',
      'a;b',
      'a}',
      'url(a)',
      'uRl(a)',
      '(',
      ')(',
      '/* a',
      'a */',
      '"',
      '</style',
    ])
      expect(isSafeCssValue(value), value).to.equal(false);
  });
});
