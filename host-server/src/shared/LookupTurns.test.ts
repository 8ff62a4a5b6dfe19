import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import {
  LookupBusyError,
  LookupTimeoutError,
  type LookupTurn,
  LookupTurns,
  VISITOR_CONNECTIONS,
} from './LookupTurns.ts';

describe('lookups of visitors', () => {
  const nextTurn = (): Promise<void> => new Promise(setImmediate);
  /** No lookup waits too long, however busy the machine is. */
  const stopTime = (): void => {
    mock.timers.enable({ apis: ['setTimeout'] });
  };
  afterEach(() => {
    mock.timers.reset();
  });

  it('start next for a new visitor, and at once for known pages, however many others wait [LM26]', async () => {
    stopTime();
    const turns = new LookupTurns();
    const started: LookupTurn[] = [];
    const ends: (() => void)[] = [];
    const lookUp = (turn: LookupTurn): LookupTurn => {
      void turns.run(turn, () => {
        started.push(turn);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
      return turn;
    };
    const attackers = Array.from({ length: 20 }, (_, index) => `10.0.0.${String(index)}`);
    for (let round = 0; round < 8; round += 1)
      for (const requester of attackers) lookUp({ requester, isKnown: false });
    const visitor = lookUp({ requester: '10.1.0.1', isKnown: false });
    const page = lookUp({ requester: '10.1.0.1', isKnown: true });
    expect(started).to.include(page).and.to.have.lengthOf.at.most(VISITOR_CONNECTIONS);
    for (let count = 0; count < attackers.length + 5; count += 1) {
      ends.shift()?.();
      await nextTurn();
    }
    expect(started).to.include(visitor);
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await nextTurn();
    }
  });

  it('of one IPv6 network count as those of eight addresses, however many addresses it has [LM27]', async () => {
    stopTime();
    const turns = new LookupTurns();
    const started: string[] = [];
    const lookUp = async (requester: string): Promise<void> => {
      await turns.run({ requester, isKnown: false }, async () => {
        started.push(requester);
        await nextTurn();
      });
    };
    const all = Array.from({ length: 200 }, (_, subnet) =>
      lookUp(`2001:db8:1:${subnet.toString(16)}`),
    );
    for (const visitor of ['10.0.0.1', '2001:db8:2:0']) {
      const before = started.length;
      await lookUp(visitor);
      expect(started.indexOf(visitor) - before).to.be.at.most(8);
    }
    await Promise.all(all);
  });

  it('start soon for a phone although others in its network look up as much as they may [LM27]', async () => {
    stopTime();
    const turns = new LookupTurns();
    let ended = 0;
    const find = async (requester: string): Promise<number> => {
      await turns.run({ requester, isKnown: false }, nextTurn);
      return (ended += 1);
    };
    const phones = ['2001:db8:1:0', '2001:db8:1:8', '2001:db8:1:808'];
    const all = phones.flatMap((phone) => Array.from({ length: 64 }, () => find(phone)));
    expect(await find('2001:db8:1:1010')).to.be.at.most(16);
    await Promise.all(all);
  });

  /** Queries that do not end until they are told to. */
  const hold = (turns: LookupTurns, count: number) => {
    const ends: (() => void)[] = [];
    const errors = Array.from({ length: count }, () =>
      turns
        .run(
          { requester: 'a', isKnown: false },
          () => new Promise<void>((resolve) => ends.push(resolve)),
        )
        .catch((error: unknown) => error),
    );
    return { errors, ends };
  };
  const lookUp = (turns: LookupTurns): Promise<unknown> =>
    turns
      .run({ requester: 'b', isKnown: false }, () => Promise.resolve('found'))
      .catch((error: unknown) => error);

  it('are refused after waiting too long, which does not count as an outage [LM26]', async () => {
    const turns = new LookupTurns();
    // The database responds, but others come first.
    for (let address = 1; address <= 12; address += 1)
      void turns.run({ requester: `10.0.0.${String(address)}`, isKnown: false }, () => sleep(1000));
    const full = Array.from({ length: 65 }, () => lookUp(turns));
    // At once: too many of this address wait already.
    expect(await full.at(-1)).to.be.instanceOf(LookupBusyError);
    expect(await full[0]).to.be.instanceOf(LookupBusyError);
  });

  it('that the database does not respond to keep their turns until they end, so that they leave its connections to others, and count as an outage for those that wait [LM26]', async () => {
    const turns = new LookupTurns();
    const { errors, ends } = hold(turns, 5);
    for (const error of await Promise.all(errors))
      expect(error).to.be.instanceOf(LookupTimeoutError);
    expect(ends, 'the fifth query has not begun').to.have.lengthOf(4);
    const waiting = lookUp(turns);
    expect(await lookUp(turns)).to.be.instanceOf(LookupTimeoutError);
    await waiting;
    for (const end of ends) end();
    await nextTurn();
    expect(await lookUp(turns)).to.equal('found');
  });
});
