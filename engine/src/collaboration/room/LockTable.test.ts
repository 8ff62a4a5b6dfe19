import { expect } from 'chai';
import type { LockRefusal } from '../protocol/codes.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { SimClock } from '../testing/SimClock.ts';
import type { ConnectedClient } from './ConnectedClient.ts';
import { LockTable } from './LockTable.ts';

const { maxLocksPerClient, maxLocksPerAccount, maxLocks } = ROOM_LIMITS;

function openTable() {
  const clock = new SimClock();
  const locks = new LockTable(clock, () => undefined);
  locks.start(1, 0);
  let ids = 0;
  const conditions = { isFenced: false, hasBlock: () => true };
  /** Requests as many locks as one client may hold, on blocks of its own, or on the given ones. */
  const request = (accountId: number, given?: readonly string[], id = `c${String(++ids)}`) => {
    const refused: LockRefusal[] = [];
    const client = {
      clientId: id,
      session: { accountId, name: null, role: 'owner' },
      mayWrite: true,
      send: () => undefined,
      refuseLocks: (code: LockRefusal) => void refused.push(code),
    } as unknown as ConnectedClient;
    const own = Array.from({ length: maxLocksPerClient }, (_, index) => `${id}-${String(index)}`);
    const thingUuids = given ?? own;
    locks.acquire(
      client,
      { type: 'acquire-locks', thingUuids: [...thingUuids], at: clock.now() },
      conditions,
    );
    return { id, thingUuids, refused };
  };
  return { clock, locks, request };
}

describe('the locks of a room', () => {
  it('are limited for an account with many connections, so that other accounts can still lock blocks [R23]', () => {
    const { locks, request } = openTable();
    const first = request(1);
    while (request(1).refused.length === 0);
    expect(locks.all).to.have.length(maxLocksPerAccount);
    expect(request(1, ['x']).refused).to.eql(['too_many_locks']);
    expect(request(1, first.thingUuids, first.id).refused, 'when they are renewed').to.eql([]);
    expect(request(2).refused).to.eql([]);
    locks.release(first.id, first.thingUuids.slice(0, 1));
    expect(request(1, ['x']).refused).to.eql([]);
  });

  it('are limited for all clients together, because everyone is sent a list of them every 5 s [R23]', () => {
    const { clock, locks, request } = openTable();
    for (let account = 1; locks.all.length < maxLocks; account++)
      expect(request(account).refused).to.eql([]);
    expect(request(-2, ['x']).refused).to.eql(['too_many_locks']);
    expect(JSON.stringify(locks.all.map(({ epoch }) => epoch)).length).to.be.below(30_000);
    clock.advance(ROOM_TIMES.lockLeaseMs);
    expect(request(-2, ['x']).refused).to.eql([]);
  });
});
