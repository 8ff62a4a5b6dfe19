import { expect } from 'chai';
import { checkHyperlink } from './hyperlink.ts';
import { parseUrl } from './parseUrl.ts';

describe('parseUrl', () => {
  it('parses an absolute URL, or one relative to a base', () => {
    expect(parseUrl('https://a.example/b')?.hostname).to.equal('a.example');
    expect(parseUrl('/b', 'https://a.example')?.href).to.equal('https://a.example/b');
    for (const none of ['', 'a', '/b', 'https://', 'https://a b'])
      expect(parseUrl(none)).to.be.null;
  });

  it('accepts URLs with accented letters on every call [V1]', () => {
    const link = 'https://é.example/café';
    let rejected = 0;
    for (let time = 0; time < 60_000; time++) if (checkHyperlink(link) !== null) rejected += 1;
    expect(rejected).to.equal(0);
  });
});
