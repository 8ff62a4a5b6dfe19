import { expect } from 'chai';
import { StrangerTurns } from './StrangerTurns.ts';

describe('turns of strangers’ calls', () => {
  it('come soon for a new address, whether one IPv4 address or a whole IPv6 network has many calls, and at once for known sessions [LM27, LM28]', async () => {
    const turns = new StrangerTurns((cookies) => cookies === 'known');
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const call = (address: string, cookies?: string): Promise<void> =>
      turns.run(
        { address, cookies },
        () =>
          new Promise((resolve) => {
            begun.push(address);
            ends.push(resolve);
          }),
      );
    const network = Array.from({ length: 100 }, (_, index) => `2001:db8:9:${index.toString(16)}`);
    const calls = [
      ...Array.from({ length: 100 }, () => call('192.0.2.1')),
      ...network.map((address) => call(address)),
      call('192.0.2.2'),
      call('192.0.2.3', 'known'),
    ];
    expect(begun).to.eql([...Array.from({ length: 4 }, () => '192.0.2.1'), '192.0.2.3']);
    // Each end of a call lets the next one begin.
    for (let ended = 0; ended < calls.length; ended += 1) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.all(calls);
    expect(begun.indexOf('192.0.2.2')).to.be.at.most(5 + 8 + 2);
    expect(begun).to.have.length(202);
  });
});
