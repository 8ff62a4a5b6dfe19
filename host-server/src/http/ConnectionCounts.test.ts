import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { addressKey } from '../shared/addressKeys.ts';
import { AddressCounts, ConnectionCounts } from './ConnectionCounts.ts';

describe('counts of connections', () => {
  for (const [what, counts] of [
    ['an account', new ConnectionCounts(2)],
    ['an address', new AddressCounts(2)],
  ] as const)
    it(`do not count one that has closed before, or ${what} would be locked out until a restart [LM36]`, () => {
      for (let count = 0; count < 10; count += 1)
        expect(counts.admit('a', new Socket().destroy())).to.equal(false);
      expect(counts.admit('a', new Socket())).to.equal(true);
    });
});

describe('AddressCounts', () => {
  it('lets the holder of an IPv6 network have as many connections as eight addresses, not 65,536 [LM27]', () => {
    const counts = new AddressCounts(4);
    const open: EventEmitter[] = [];
    const admit = (ip: string, max?: number): boolean => {
      const socket = new EventEmitter();
      const isAdmitted = counts.admit(addressKey(ip), socket, max);
      if (isAdmitted) open.push(socket);
      return isAdmitted;
    };
    const openFromAll = (): number => {
      let admitted = 0;
      for (let subnet = 0; subnet < 100; subnet += 1)
        for (let count = 0; count < 6; count += 1)
          if (admit(`2001:db8:1:${subnet.toString(16)}::${String(count + 1)}`)) admitted += 1;
      return admitted;
    };
    expect(openFromAll()).to.equal(32);
    // Other networks and IPv4 addresses have their own.
    expect(admit('2001:db8:2::1')).to.equal(true);
    for (let address = 1; address <= 100; address += 1)
      expect(admit(`10.0.0.${String(address)}`)).to.equal(true);
    expect(admit('2001:db8:3::1', 1)).to.equal(true);
    expect(admit('2001:db8:3::2', 1), 'while there is less room').to.equal(false);
    // Nothing is counted for those that were refused.
    for (const socket of open.splice(0)) socket.emit('close');
    expect(openFromAll()).to.equal(32);
  });
});
