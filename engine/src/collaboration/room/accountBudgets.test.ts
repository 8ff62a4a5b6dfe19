import { expect } from 'chai';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { openTestRoom, type TestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { createWorkBudgets } from './WorkBudgets.ts';

const describeAs = (uuid: string, altText: string): readonly unknown[] => [
  { type: 'update-things', updated: [{ uuid, values: [{ path: ['altText'], to: altText }] }] },
];

/** Rooms that share budgets, which the clock of each reads in turn. */
async function openRooms(count: number) {
  let nowMs = 0;
  const budgets = createWorkBudgets({ now: () => nowMs });
  const rooms: TestRoom[] = [];
  for (let index = 0; index < count; index += 1) rooms.push(await openTestRoom({ budgets }));
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 100) {
      nowMs += 100;
      for (const { clock } of rooms) clock.advance(100);
      await flushPromises();
    }
  };
  /** Lets an account have used up more than its time, so that it has to wait. */
  const exhaust = (accountId: number, waitMs: number): void => {
    const { workBurstMs, workMsPerSecond } = ROOM_LIMITS;
    budgets.spend(accountId, workBurstMs + (waitMs * workMsPerSecond) / 1000);
  };
  return { budgets, rooms, pass, exhaust };
}

describe('an account that has used up its working time', () => {
  it('is refused what costs time, in all rooms, until it may go on; others are not [R77]', async () => {
    const { rooms, pass, exhaust } = await openRooms(2);
    const peers = [];
    for (const { join } of rooms) peers.push(await join('one'));
    const other = await rooms[0]?.join('other', { accountId: 2 });
    exhaust(1, 2000);
    for (const peer of peers) {
      peer.ops(0, describeAs('a', 'A'));
      peer.connection.receive({ type: 'acquire-locks', thingUuids: ['a'], at: 0 });
      peer.connection.receive({ type: 'cursor', point: { x: 0, y: 0 } });
    }
    other?.ops(0, describeAs('b', 'B'));
    await pass(200);
    for (const peer of peers) {
      const refused = peer.of('error');
      expect(refused.map(({ code }) => code)).to.eql(['rate_limited', 'rate_limited']);
      for (const { retryAfterMs } of refused) expect(retryAfterMs).to.be.within(2000, 2300);
    }
    expect(other?.outcomes).to.eql(['applied']);
    await pass(2200);
    for (const peer of peers) peer.ops(0, describeAs('a', 'A'));
    await pass(200);
    expect(rooms.map(({ log }) => log.entries.length)).to.eql([2, 1]);
  });

  it('has its waiting ops decided later, in order, and those of others before [R77, R48]', async () => {
    const { rooms, pass, exhaust } = await openRooms(1);
    const [room] = rooms;
    const one = await room?.join('one');
    const two = await room?.join('two', { accountId: 2 });
    let isFirst = true;
    const { room: inner } = room ?? {};
    const queue = (inner as unknown as { queue: { mayBegin: (id: number) => boolean } }).queue;
    const { mayBegin } = queue;
    // The first op is decided on, and has used up the time.
    queue.mayBegin = (accountId) => {
      if (isFirst && accountId === 1) {
        isFirst = false;
        exhaust(1, 1000);
      }
      return mayBegin(accountId);
    };
    one?.ops(0, describeAs('a', 'A1'), describeAs('a', 'A2'));
    two?.ops(0, describeAs('b', 'B'));
    await pass(500);
    expect(room?.log.entries.map(({ clientId }) => clientId)).to.eql(['two']);
    await pass(1000);
    expect(room?.log.entries.map(({ clientId, mid }) => [clientId, mid])).to.eql([
      ['two', 1],
      ['one', 1],
      ['one', 2],
    ]);
  });

  it('cannot join until it may go on, and then does without being told [R77]', async () => {
    const { rooms, pass, exhaust } = await openRooms(1);
    exhaust(1, 1000);
    const peer = await rooms[0]?.join('one');
    expect(peer?.received).to.eql([{ type: 'error', code: 'rate_limited', retryAfterMs: 1100 }]);
    await pass(1100);
    peer?.hello('one');
    await pass(100);
    expect(peer?.of('welcome')).to.have.length(1);
  });

  it('does not keep a room from closing [R77, R51]', async () => {
    const { rooms, pass, budgets } = await openRooms(1);
    const peer = await rooms[0]?.join('one');
    const release = budgets.hold(1);
    peer?.ops(0, describeAs('a', 'A'));
    await pass(300);
    expect(rooms[0]?.log.entries).to.eql([]);
    await rooms[0]?.room.close();
    release();
    expect(peer?.closed).to.equal('room_closed');
  });
});

describe('an op that takes several turns', () => {
  it('keeps other rooms from ops of its account until it is decided on, not from those of others [R77, R46]', async () => {
    const { rooms, pass, budgets } = await openRooms(2);
    const [here, there] = rooms;
    const release = budgets.hold(1);
    const one = await here?.join('one');
    const two = await there?.join('two', { accountId: 2 });
    one?.ops(0, describeAs('a', 'A'));
    two?.ops(0, describeAs('a', 'A'));
    await pass(300);
    expect([here?.log.entries.length, there?.log.entries.length]).to.eql([0, 1]);
    release();
    await pass(300);
    expect(here?.log.entries).to.have.length(1);
    expect(one?.of('error'), 'refused nothing').to.eql([]);
  });
});

describe('a connection that says hello again and again', () => {
  it('has used up its time after some hundred welcomes, however often it reconnects [R77, RO21]', async () => {
    const { rooms, budgets } = await openRooms(1);
    let welcomes = 0;
    for (let attempt = 0; attempt < 2000; attempt += 1) {
      const peer = await rooms[0]?.join('one');
      welcomes += peer?.of('welcome').length ?? 0;
      peer?.connection.disconnected();
      if (budgets.waitMs(1) > 0) break;
    }
    expect(welcomes).to.be.within(100, 1500);
  });
});
