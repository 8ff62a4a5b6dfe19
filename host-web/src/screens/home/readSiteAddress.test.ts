import { expect } from 'chai';
import { readSiteAddress } from './readSiteAddress.ts';

describe('readSiteAddress', () => {
  it('accepts addresses as users type them', () => {
    for (const [typed, address] of [
      ['example.com', 'https://example.com/'],
      [' Example.com/shop ', 'https://example.com/shop'],
      ['http://example.com', 'http://example.com/'],
      ['localhost:8080', 'https://localhost:8080/'],
      ['bücher.de', 'https://xn--bcher-kva.de/'],
    ])
      expect(readSiteAddress(typed ?? ''), typed).to.equal(address);
  });

  it('rejects anything that is not a web address', () => {
    for (const typed of [
      '',
      ' ',
      'example',
      'ftp://example.com',
      'me:secret@example.com',
      'a b.com',
    ])
      expect(readSiteAddress(typed), typed).to.equal(null);
    expect(readSiteAddress('javascript:alert(1)')).to.equal(null);
  });
});
