import { expect } from 'chai';
import {
  LookupBusyError,
  type LookupTurn,
  LookupTurns,
  VISITOR_CONNECTIONS,
} from './LookupTurns.ts';
import { DATABASE_WAIT_MS } from './outage.ts';

describe('lookups of visitors', () => {
  const nextTurn = (): Promise<void> => new Promise(setImmediate);

  it('start next for a new visitor, and at once for known pages, however many others wait [LM26]', async () => {
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

  it('are refused after waiting too long, which does not count as an outage [LM26]', async () => {
    const turns = new LookupTurns();
    const endless = Array.from({ length: 4 }, () =>
      turns
        .run({ requester: 'a', isKnown: false }, () => new Promise(() => undefined))
        .catch((error: unknown) => error),
    );
    await new Promise((resolve) => setTimeout(resolve, DATABASE_WAIT_MS / 2));
    const full = Array.from({ length: 65 }, () =>
      turns
        .run({ requester: 'b', isKnown: false }, () => Promise.resolve('found'))
        .catch((error: unknown) => error),
    );
    // Refused at once: too many of this address wait already.
    expect(await full.at(-1)).to.be.instanceOf(LookupBusyError);
    for (const error of await Promise.all(endless))
      expect(error).to.be.an('error').and.not.to.be.instanceOf(LookupBusyError);
    expect(await full[0]).to.equal('found');
  });
});
