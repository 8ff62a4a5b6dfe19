import { expect } from 'chai';
import { addressKey, networkKey } from './addressKeys.ts';

describe('addressKey', () => {
  it('returns an IPv4 address, or the network of an IPv6 address [LM4]', () => {
    for (const [ip, key] of [
      ['10.1.2.3', '10.1.2.3'],
      ['::ffff:10.1.2.3', '10.1.2.3'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
      ['2001:db8:1:2::9', '2001:db8:1:2'],
      ['2001:db8::9', '2001:db8:0:0'],
      ['::1', '0:0:0:0'],
      [undefined, 'unknown'],
    ] as const)
      expect(addressKey(ip), ip).to.equal(key);
  });
});

describe('networkKey', () => {
  it('returns the network of an IPv6 address, and none for IPv4 addresses, which many share already [LM27]', () => {
    for (const ip of ['10.1.2.3', '::ffff:10.1.2.3', undefined])
      expect(networkKey(addressKey(ip)), ip).to.equal(null);
    expect(networkKey(addressKey('2001:db8:1:2::3'))).to.equal('2001:db8:1');
    expect(networkKey(addressKey('2001:db8::3'))).to.equal('2001:db8:0');
    expect(networkKey(addressKey('::1'))).to.equal('0:0:0');
  });
});
