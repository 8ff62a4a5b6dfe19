import { expect } from 'chai';
import fc from 'fast-check';
import { escapeLink } from './escapeLink.ts';
import { checkHyperlink, checkLinkButtonUrl, isExternalLink } from './hyperlink.ts';
import { parseUrl } from './parseUrl.ts';

describe('checkHyperlink', () => {
  const good = [
    ...['#about', '#', '/', '/me/about', '/a?b=c#d', 'https://example.com', 'HTTP://EXAMPLE.COM/x'],
    ...[
      '  https://example.com  ',
      'https://example.com/?u=https://other.example',
      'http://intranet',
    ],
    ...['http://localhost:3000/x', 'https://müller.example/ü', 'mailto:ada@example.com'],
    ...['mailto:ada@example.com?subject=Hi', 'tel:+49(30)123-45'],
  ];
  for (const link of good)
    it(`accepts ${link} [V1]`, () => {
      expect(checkHyperlink(link)).to.equal(null);
    });

  const missing = [
    'example.com',
    'www.example.com/a b',
    'example.com:8080/x',
    'localhost:3000',
    'a',
  ];
  for (const link of missing)
    it(`reports the missing protocol of ${link} [V1]`, () => {
      expect(checkHyperlink(link)).to.equal('hyperlink_missing_protocol');
    });

  const bad = [
    ...[
      'https://',
      'https:example.com',
      'https:///x',
      'https://https://example.com',
      'http://http://x',
    ],
    ...['ftp://example.com', 'javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x'],
    ...['vbscript:x', 'file:///etc/passwd', 'https://user@example.com', 'https://a:b@example.com'],
    ...['https://exam ple.com', 'https://example.com/"onclick="x', 'java\tscript:alert(1)'],
    ...[
      '//evil.example',
      '/a b',
      '#a"b',
      'mailto:',
      'mailto:ada',
      'mailto:ada@example',
      'tel:',
      'tel:x',
    ],
    `https://example.com/${'x'.repeat(2048)}`,
  ];
  for (const link of bad)
    it(`rejects ${link.slice(0, 40)} [V2]`, () => {
      expect(checkHyperlink(link)).to.match(/^hyperlink_(invalid|missing_protocol)$/);
    });

  it('distinguishes invalid links with a protocol from empty ones [V2]', () => {
    expect(checkHyperlink('https://')).to.equal('hyperlink_invalid');
    expect(checkHyperlink('javascript:alert(1)')).to.equal('hyperlink_invalid');
    expect(checkHyperlink('')).to.equal('hyperlink_required');
    expect(checkHyperlink(' \n')).to.equal('hyperlink_required');
  });
});

describe('escapeLink', () => {
  const cases = [
    ["https://example.org/it's", 'https://example.org/it%27s'],
    ['https://example.org/a|b?c={d}#`e^', 'https://example.org/a%7Cb?c=%7Bd%7D#%60e%5E'],
    ["/it's", '/it%27s'],
    ["#it's", '#it%27s'],
    ["mailto:o'brien@example.org?subject=It's", 'mailto:o%27brien@example.org?subject=It%27s'],
  ] as const;
  for (const [link, escaped] of cases)
    it(`makes ${link} a link that a page may contain [V15]`, () => {
      expect(escapeLink(link)).to.equal(escaped);
      expect(checkHyperlink(escaped)).to.equal(null);
    });

  it('makes nothing else valid: double quotes, angle brackets, backslashes, spaces and odd hosts [V2, V15]', () => {
    for (const link of [
      ...['https://example.org/"x', 'https://example.org/<x>', 'https://example.org\\x', '/a b'],
      ...[
        "https://exam'ple.org/",
        'https://exam|ple.org',
        "https://o'x@example.org",
        "java'script:x",
      ],
      ...[
        "mailto:a@exam'ple.org",
        "tel:'1",
        "'https://example.org",
        'https://example.org/\u0000',
        '',
      ],
    ])
      expect(checkHyperlink(escapeLink(link)), link).not.to.equal(null);
  });

  it('changes neither a valid link nor where a link leads, and is idempotent (law) [V15]', () => {
    const pieces = [
      "'",
      '`',
      '{',
      '|',
      '}',
      '^',
      '/',
      '?',
      '#',
      '@',
      ':',
      'a',
      '%27',
      '"',
      '\\',
      ' ',
    ];
    const starts = ['https://a.example', 'https://a.example/', '/', '#', 'mailto:', 'tel:', ''];
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 }))),
        (start, rest) => {
          const link = start + rest.join('');
          const escaped = escapeLink(link);
          expect(escapeLink(escaped)).to.equal(escaped);
          if (checkHyperlink(link) === null) expect(escaped).to.equal(link);
          if (checkHyperlink(escaped) !== null) return;
          expect(escaped.trim()).not.to.match(/['`{|}^"<>\\\s]/);
          const [was, is] = [link, escaped].map((each) => new URL(each, 'https://page.example'));
          expect([is?.protocol, is?.host]).to.eql([was?.protocol, was?.host]);
          expect(decoded(is)).to.equal(decoded(was));
        },
      ),
      { numRuns: 500 },
    );
  });
});

function decoded(url: URL | undefined): string {
  return (url?.href ?? '').replace(/%(27|60|7B|7C|7D|5E)/gi, (code) => decodeURIComponent(code));
}

describe('isExternalLink', () => {
  it('accepts email addresses, and web addresses whose host contains a dot [V3]', () => {
    for (const link of ['https://a.example', ' http://1.2.3.4/x ', 'mailto:ada@example.com'])
      expect(isExternalLink(link), link).to.equal(true);
    for (const link of ['https://intranet', 'http://localhost', 'https://a.', 'mailto:ada', '#a'])
      expect(isExternalLink(link), link).to.equal(false);
    for (const link of ['/a', 'tel:+123', 'a.example', 'javascript:a.b', '', 'https://u@a.example'])
      expect(isExternalLink(link), link).to.equal(false);
  });
});

describe('checkLinkButtonUrl', () => {
  it('accepts web addresses, email addresses and phone numbers only [V3]', () => {
    for (const link of ['https://a.example', 'mailto:ada@example.com', 'tel:+123456'])
      expect(checkLinkButtonUrl(link), link).to.equal(null);
    for (const link of ['#a', '/a', 'a.example', 'ftp://a.example', 'javascript:alert(1)', 'tel:a'])
      expect(checkLinkButtonUrl(link), link).to.equal('invalid_url');
    expect(checkLinkButtonUrl('  ')).to.equal('url_required');
  });
});

describe('hosts of hyperlinks', () => {
  it('are accepted exactly when the URL parser accepts them, with or without the fast path (law) [V1]', () => {
    const pieces = [
      ...['a', 'B', '-', '--', '.', '.', '1', '0x', '9', 'com', '.de', 'xn--', 'xn--e1afmkfd'],
      ...[':', '80', '@', '/', '?', '#', '%41', 'é', '_'],
    ];
    const rest = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(rest, (parts) => {
        const link = `https://${parts.join('')}`;
        const url = parseUrl(link);
        const isHost = url !== null && url.username === '' && url.password === '';
        const isOdd = /^https:\/\/(?:\/|[^/]*:\/\/)/.test(link);
        expect(checkHyperlink(link) === null, link).to.equal(isHost && !isOdd);
        if (checkHyperlink(link) === null)
          expect(isExternalLink(link), link).to.equal(/[^.]\.[^.]/.test(url?.hostname ?? ''));
      }),
      { numRuns: 1000 },
    );
  });
});
