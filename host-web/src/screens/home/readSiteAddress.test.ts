import { expect } from 'chai';
import { readSiteAddress } from './readSiteAddress.ts';

describe('readSiteAddress', () => {
  it('takes addresses as people write them', () => {
    for (const [typed, address] of [
      ['example.com', 'https://example.com/'],
      [' Example.com/shop ', 'https://example.com/shop'],
      ['http://example.com', 'http://example.com/'],
      ['localhost:8080', 'https://localhost:8080/'],
      ['bücher.de', 'https://xn--bcher-kva.de/'],
    ])
      expect(readSiteAddress(typed ?? ''), typed).to.equal(address);
  });

  it('takes nothing that is no address of the web', () => {
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
