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

  it('come soon for a phone although others in its network have as many calls as they may [LM27, LM28]', async () => {
    const turns = new StrangerTurns(() => false);
    let ended = 0;
    const call = async (address: string): Promise<number> => {
      await turns.run({ address, cookies: undefined }, () => new Promise(setImmediate));
      return (ended += 1);
    };
    const phones = ['2001:db8:9:0', '2001:db8:9:8', '2001:db8:9:808'];
    const calls = phones.flatMap((phone) => Array.from({ length: 256 }, () => call(phone)));
    expect(await call('2001:db8:9:1010')).to.be.at.most(16);
    await Promise.all(calls);
  });

  it('are not taken by callers who have left [LM28]', async () => {
    const turns = new StrangerTurns(() => false);
    const ends: (() => void)[] = [];
    const running = Array.from({ length: 4 }, () =>
      turns.run(
        { address: '192.0.2.1', cookies: undefined },
        () => new Promise<void>((resolve) => ends.push(resolve)),
      ),
    );
    const leaving = new AbortController();
    let queried = 0;
    const query = (): Promise<number> => Promise.resolve((queried += 1));
    const callers = Array.from({ length: 3 }, (_, index) => ({
      address: `192.0.2.${String(index)}`,
      cookies: undefined,
      ...(index === 0 ? {} : { signal: leaving.signal }),
    }));
    const calls = callers.map((caller) => turns.run(caller, query).catch(() => 'gone'));
    leaving.abort(new Error('They have left'));
    for (const end of ends) end();
    expect(await Promise.all(calls)).to.eql([1, 'gone', 'gone']);
    await Promise.all(running);
    expect(queried).to.equal(1);
  });
});
