import { expect } from 'chai';
import { addressKey, ADDRESSES_PER_NETWORK, networkKey, turnKey } from './addressKeys.ts';

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

describe('networkKey and turnKey', () => {
  it('count IPv4 addresses one by one, and IPv6 networks as a few addresses [LM27]', () => {
    for (const ip of ['10.1.2.3', '::ffff:10.1.2.3', undefined]) {
      expect(networkKey(addressKey(ip)), ip).to.equal(null);
      expect(turnKey(addressKey(ip)), ip).to.equal(addressKey(ip));
    }
    expect(networkKey(addressKey('2001:db8:1:2::3'))).to.equal('2001:db8:1');
    expect(networkKey(addressKey('2001:db8::3'))).to.equal('2001:db8:0');
    expect(networkKey(addressKey('::1'))).to.equal('0:0:0');
    const turnsOf = (subnets: readonly number[]): number =>
      new Set(subnets.map((each) => turnKey(addressKey(`2001:db8:1:${each.toString(16)}::1`))))
        .size;
    const all = Array.from({ length: 65_536 }, (_, subnet) => subnet);
    expect(turnsOf(all)).to.equal(ADDRESSES_PER_NETWORK);
    const firstOfEach56 = all.filter((subnet) => subnet % 256 === 0);
    expect(turnsOf(firstOfEach56)).to.equal(ADDRESSES_PER_NETWORK);
    expect(turnKey(addressKey('2001:db8:2::1'))).not.to.equal(turnKey(addressKey('2001:db8:1::1')));
  });
});
