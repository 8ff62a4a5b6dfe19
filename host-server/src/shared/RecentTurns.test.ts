import { expect } from 'chai';
import { RecentTurns } from './RecentTurns.ts';

describe('turns of accounts in a stored queue', () => {
  it('go round, whatever the accounts’ numbers [LM7]', () => {
    const turns = new RecentTurns(() => 0);
    for (const accountId of [1, 2, 3, 1]) turns.take(accountId)();
    expect(turns.list()).to.eql([2, 3, 1]);
  });

  it('put accounts whose images take minutes behind those whose images take seconds, for a while [LM7]', () => {
    let nowMs = 0;
    const turns = new RecentTurns(() => nowMs);
    const work = (accountId: number, ms: number): void => {
      const end = turns.take(accountId);
      nowMs += ms;
      end();
    };
    work(1, 90_000);
    work(2, 2000);
    work(3, 30_000);
    work(4, 1000);
    work(2, 1000);
    expect(turns.list()).to.eql([4, 2, 3, 1]);
    const end = turns.take(4);
    nowMs += 90_000;
    expect(turns.list(), 'while it works').to.eql([2, 3, 1, 4]);
    end();
    nowMs += 3 * 3_600_000;
    expect(turns.list()).to.eql([1, 3, 2, 4]);
  });
});
