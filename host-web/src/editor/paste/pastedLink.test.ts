import { expect } from 'chai';
import { pastedLink } from './pastedLink.ts';

describe('pastedLink', () => {
  it('knows an address by itself', () => {
    for (const link of [
      'https://instagram.com/mira',
      'http://example.org/a?b=c#d',
      'mailto:mira@example.org',
      'tel:+4930123456',
    ])
      expect(pastedLink(`  ${link}\n`)).to.equal(link);
  });

  it('takes everything else for words', () => {
    for (const words of [
      '',
      '#1',
      '/or/',
      'instagram.com/mira',
      'see https://example.org',
      'https://example.org https://example.com',
      'javascript:alert(1)',
      'note: bread',
    ])
      expect(pastedLink(words), words).to.equal(null);
  });
});
