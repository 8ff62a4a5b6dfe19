import { expect } from 'chai';
import { AddressQueue, type AddressQueueOptions } from './AddressQueue.ts';
import { ApiError } from './ApiError.ts';

describe('a queue of network addresses', () => {
  const OPTIONS = { concurrency: 1, maxWaiting: 100, maxWaitingPerAddress: 4, maxWaitMs: 60_000 };

  /** A queue whose tasks end when they are told to. */
  const createQueue = (options: Partial<AddressQueueOptions> = {}) => {
    const queue = new AddressQueue({ ...OPTIONS, ...options });
    const started: string[] = [];
    const ends: (() => void)[] = [];
    /** Resolves with an error code, or null. */
    const add = async (address: string, name = address, signal?: AbortSignal) => {
      const task = (): Promise<void> => {
        started.push(name);
        return new Promise((resolve) => {
          ends.push(resolve);
        });
      };
      try {
        await queue.run(address, task, signal);
        return null;
      } catch (error) {
        return error instanceof ApiError ? error.code : error;
      }
    };
    const endAll = async (): Promise<void> => {
      for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
        end();
        await new Promise(setImmediate);
      }
    };
    return { add, started, endAll };
  };

  it('has the addresses of an IPv6 network take eight turns between two of an address [LM27]', async () => {
    const { add, started, endAll } = createQueue();
    void add('first');
    for (let round = 0; round < 2; round += 1) {
      for (let subnet = 0; subnet < 10; subnet += 1)
        void add(`2001:db8:1:${String(subnet)}`, String(subnet));
      void add('10.0.0.1', 'v4');
      void add('2001:db8:2:0', 'other');
    }
    await endAll();
    const order = 'first 0 1 2 3 4 5 6 7 v4 other 8 9 0 1 2 3 4 5 v4 other 6 7 8 9';
    expect(started.join(' ')).to.equal(order);
  });

  it('refuses what is too much for an address, or for a network, and still takes some of its neighbours [LM27]', async () => {
    const { add, started, endAll } = createQueue();
    const first = add('first');
    const ofOne = Array.from({ length: 6 }, () => add('2001:db8:1:0'));
    expect(await Promise.all(ofOne.slice(4))).to.eql(['err_rate_limited', 'err_rate_limited']);
    const neighbours = Array.from({ length: 30 }, (_, index) =>
      add(`2001:db8:1:${(8 * (index + 1)).toString(16)}`),
    );
    expect(await Promise.all(neighbours.slice(28))).to.eql([
      'err_rate_limited',
      'err_rate_limited',
    ]);
    const other = add('2001:db8:2:0');
    await endAll();
    const accepted = [first, ...ofOne.slice(0, 4), ...neighbours.slice(0, 28), other];
    expect(await Promise.all(accepted)).to.eql(accepted.map(() => null));
    expect(started).to.have.lengthOf(34);
  });

  it('gives a newcomer the place of whoever has the most, be it an address or a network of many [LM27]', async () => {
    const { add, endAll } = createQueue({ maxWaiting: 20 });
    void add('first');
    const network = Array.from({ length: 17 }, (_, index) => add(`2001:db8:1:${String(index)}`));
    const [own, , third] = [add('10.0.0.1'), add('10.0.0.1'), add('10.0.0.1')];
    // An eighth of 17 is less than the three of the address.
    const second = add('10.0.0.2');
    expect(await third).to.equal('err_unavailable');
    const another = add('10.0.0.3');
    expect(await network[0]).to.equal('err_unavailable');
    // It would have as many as the network.
    expect(await add('10.0.0.3')).to.equal('err_unavailable');
    await endAll();
    expect(await Promise.all([own, second, another, ...network.slice(1)])).to.eql(
      Array.from({ length: 19 }, () => null),
    );
  });

  it('does not start tasks that have waited too long, or whose signal was aborted', async () => {
    const { add, started, endAll } = createQueue({ maxWaitMs: 5 });
    void add('first');
    const leaving = new AbortController();
    const gone = add('a', 'gone', leaving.signal);
    leaving.abort('gone');
    expect(await gone).to.equal('gone');
    expect(await add('a', 'gone', leaving.signal)).to.equal('gone');
    expect(await add('a', 'late')).to.equal('err_unavailable');
    await endAll();
    expect(started).to.eql(['first']);
    const next = add('a', 'next');
    await endAll();
    expect(await next).to.equal(null);
  });
});
