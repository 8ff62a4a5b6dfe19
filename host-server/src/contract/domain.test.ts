import { expect } from 'chai';
import fc from 'fast-check';
import { checkDomainName, readDomainName } from './domain.ts';

describe('checkDomainName and readDomainName', () => {
  it('accepts registrable names, upper or lower case, including international ones', () => {
    for (const name of ['ada.com', 'Shop.Ada.co.uk', 'bücher.de', 'xn--bcher-kva.de', ' ada.com '])
      expect(checkDomainName(name), name).to.equal(null);
    expect(readDomainName('Bücher.DE')).to.equal('xn--bcher-kva.de');
    expect(readDomainName('ada.com.')).to.equal('ada.com');
  });

  it('reports errors with the specified messages [DM6]', () => {
    expect(checkDomainName('https://ada.com')).to.equal(
      "You don't need to include http(s) at the beginning",
    );
    expect(checkDomainName('WWW.ada.com')).to.equal(
      "You don't need to include www. at the beginning",
    );
    for (const name of [
      ...['', 'ada', 'localhost', 'co.uk', '10.0.0.1', '0x7f.1', '[::1]', 'ada.com:80', 'ada..com'],
      ...[
        'ada.com/x',
        'a@ada.com',
        'ada_b.com',
        '-ada.com',
        'ada.internal',
        'a b.com',
        '%61da.com',
      ],
    ])
      expect(checkDomainName(name, 'you.com'), name).to.equal(
        'Must be a valid domain name like you.com',
      );
  });

  it('normalises names to a form that is valid in a Host header, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.webUrl()), (typed) => {
        const name = readDomainName(typed);
        if (name === null) return;
        expect(name).to.match(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
        expect(readDomainName(name)).to.equal(name);
      }),
    );
  });
});
