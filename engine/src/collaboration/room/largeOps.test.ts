import { expect } from 'chai';
import type { Block } from '../../model/Block.ts';
import type { Page } from '../../model/Page.ts';
import { makeTestPage, makeTestText } from '../../testing/makeTestPage.ts';
import { resolveInSteps } from '../merge/resolveIntents.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import { openTestRoom, type TestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { SimClock } from '../testing/SimClock.ts';
import { SimProcess } from '../testing/SimProcess.ts';
import type { RoomParts } from './RoomParts.ts';
import { BLOCKS_PER_TURN } from './Turns.ts';

const TEXTS = 3 * BLOCKS_PER_TURN;

const title = (to: string) => [
  { type: 'update-page', partialPage: [{ path: ['settings', 'title'], to }] },
];

function replaceWith({ settings, style, things }: Page): object[] {
  return [{ type: 'replace-page', settings, style, things: Object.values(things) }];
}

const manyTexts = (): Block[] =>
  Array.from({ length: TEXTS }, (_, index) => makeTestText(`n${String(index)}`, 'New'));
const LARGE = replaceWith(makeTestPage(manyTexts()));
/** {@link LARGE} with a change at its end that only the owner may make. */
const LARGE_AND_LISTED = [
  ...LARGE,
  { type: 'update-page', partialPage: [{ path: ['isListed'], to: true }] },
];

/** A room whose turns the test starts one by one, with the number of blocks of each. */
async function open(): Promise<TestRoom & { readonly turns: number[]; readonly finish: Finish }> {
  const clock = new SimClock();
  const turns = [0];
  const resolve: RoomParts['resolve'] = function* (...args) {
    const work = resolveInSteps(...args);
    try {
      for (;;) {
        const step = work.next();
        if (step.done) return step.value;
        turns.push((turns.pop() ?? 0) + 1);
        yield;
      }
    } finally {
      work.return(undefined as never);
    }
  };
  const after: SimClock['after'] = (delayMs, run) => {
    if (delayMs === 0) turns.push(0);
    return clock.after(delayMs, run);
  };
  const room = await openTestRoom({ clock: { now: clock.now, after }, parts: { resolve } });
  const finish: Finish = async () => {
    for (let count = 0; count !== turns.length;) {
      count = turns.length;
      clock.advance(0);
      await flushPromises();
    }
  };
  return { ...room, clock, turns, finish };
}

/** Runs turns until there is nothing left to do. */
type Finish = () => Promise<void>;

describe('a room that decides on a large op', () => {
  it('works on a limited number of blocks in each turn of the event loop [R46]', async () => {
    const { join, room, turns, finish } = await open();
    const peer = await join('one');
    peer.ops(0, LARGE);
    expect(turns).to.eql([BLOCKS_PER_TURN, 0]);
    await finish();
    expect(peer.outcomes).to.eql(['applied']);
    expect(Object.keys((await room.read())?.page.things ?? {})).to.include(`n${String(TEXTS - 1)}`);
    // Reading, comparing, replacing and validating each block.
    expect(turns.length).to.be.at.least((4 * TEXTS) / BLOCKS_PER_TURN);
    expect(Math.max(...turns)).to.equal(BLOCKS_PER_TURN);
  });

  it('makes other ops wait, and meanwhile grants locks and broadcasts presence [R46, R48]', async () => {
    const { join, room, log, clock, finish } = await open();
    const one = await join('one');
    const two = await join('two', { accountId: 2 });
    one.ops(0, LARGE, title('Of one'));
    await flushPromises();
    two.ops(0, title('Of two'));
    one.ops(2, title('Of one again'));
    two.connection.receive({ type: 'acquire-locks', thingUuids: ['s1'], at: 1 });
    two.connection.receive({ type: 'cursor', point: { x: 0, y: 0 } });
    expect(two.of('lock-acquired')).not.to.eql([]);
    clock.advance(ROOM_TIMES.presenceIntervalMs);
    expect(one.of('presence')).to.have.length(1);
    const read = room.read();
    expect(log.entries).to.eql([]);
    await finish();
    expect(log.entries.map(({ clientId, mid }) => `${clientId} ${String(mid)}`)).to.eql([
      'one 1',
      'two 1',
      'one 2',
      'one 3',
    ]);
    // It is large enough to end its batch, so the page is read before the others are decided on.
    expect((await read)?.seq).to.equal(1);
    expect((await room.read())?.page.settings.title).to.equal('Of one again');
    expect(one.outcomes).to.eql(['applied', 'applied', 'applied', 'applied']);
  });

  it('works on a limited number of values in each turn, in one block or in the settings [R46]', async () => {
    const values = (count: number, path: string[]) =>
      Array.from({ length: count }, (_, index) => ({ path: [...path, String(index)], to: index }));
    // Objects may have 1000 keys, of which settings and style have some already.
    const count = 900;
    const { join, room, turns, finish } = await open();
    const peer = await join('one');
    peer.ops(0, [
      { type: 'update-page', partialPage: values(count, ['settings']) },
      { type: 'update-page', partialPage: values(count, ['style']) },
    ]);
    await finish();
    turns.push(0);
    peer.ops(1, [
      { type: 'update-things', updated: [{ uuid: 'a', values: values(count, ['styles']) }] },
    ]);
    await finish();
    expect(peer.outcomes).to.eql(['applied', 'applied']);
    expect((await room.read())?.page.settings).to.include({ 899: 899 });
    expect(turns.length).to.be.above(4500 / BLOCKS_PER_TURN);
    expect(Math.max(...turns)).to.equal(BLOCKS_PER_TURN);
  });

  it('grants locks on the blocks that the page had before the op [R52]', async () => {
    const { join, clock } = await open();
    const peer = await join('one');
    const other = await join('two', { accountId: 2 });
    const acquire = (...thingUuids: string[]): void =>
      other.connection.receive({ type: 'acquire-locks', thingUuids, at: 1 });
    // The op replaces the page with one without block `a`, and then adds a block whose parent does
    // not exist, for which it is rejected.
    const orphan = { ...makeTestText('orphan', 'x'), parentUuid: 'nobody' };
    peer.ops(0, [...LARGE, { type: 'add-things', things: [orphan] }]);
    while (peer.outcomes.length === 0) {
      acquire('a', 'n0');
      other.connection.receive({ type: 'release-locks', thingUuids: ['a', 'n0'] });
      clock.advance(0);
      await flushPromises();
    }
    expect(peer.outcomes).to.eql(['gone']);
    const refused = other.of('lock-refused').flatMap(({ thingUuids }) => thingUuids);
    const granted = other.of('lock-acquired').flatMap(({ locks }) => locks);
    expect(refused.length).to.be.above(2);
    expect(new Set(refused)).to.eql(new Set(['n0']));
    expect(new Set(granted.map(({ thingUuid }) => thingUuid))).to.eql(new Set(['a']));
  });

  it('drops it, without a trace, if its sender may no longer write [R17, R46]', async () => {
    const { join, room, log, finish } = await open();
    const before = (await room.read())?.page;
    const peer = await join('one', { role: 'editor' });
    const other = await join('two', { accountId: 2 });
    peer.ops(0, LARGE);
    await flushPromises();
    other.ops(0, title('Next'));
    peer.connection.setRole('viewer');
    expect(peer.of('error')).to.eql([{ type: 'error', code: 'not_permitted', lastMid: 0 }]);
    await finish();
    expect(log.entries.map(({ clientId, status }) => [clientId, status])).to.eql([
      ['two', 'applied'],
    ]);
    const after = (await room.read())?.page;
    expect(after?.things).to.eql(before?.things);
    expect(after?.settings.title).to.equal('Next');
    // With the role back, the op may be sent again.
    peer.connection.setRole('editor');
    peer.ops(0, LARGE);
    await finish();
    expect(peer.outcomes).to.eql(['applied', 'applied']);
  });

  it('leaves no moment between the decision and the append for a role change [R17, R46]', async () => {
    const { join, roomLog } = await openTestRoom();
    const peer = await join('one', { role: 'editor' });
    const { append } = roomLog;
    const order: string[] = [];
    Object.assign(roomLog, {
      append: (batch: Parameters<typeof append>[0]) => {
        order.push('append');
        return append(batch);
      },
    });
    peer.ops(0, title('Mine'));
    order.push('role');
    peer.connection.setRole('viewer');
    await flushPromises();
    expect(order).to.eql(['append', 'role']);
  });

  it('decides by the role that its sender has at the end [R37, R46]', async () => {
    const { join, log, finish } = await open();
    const peer = await join('one', { role: 'owner' });
    peer.ops(0, LARGE_AND_LISTED);
    await flushPromises();
    peer.connection.setRole('editor');
    await finish();
    expect(peer.outcomes).to.eql(['not_permitted']);
    peer.ops(1, LARGE_AND_LISTED);
    await flushPromises();
    peer.connection.setRole('owner');
    await finish();
    expect(log.entries.map(({ status }) => status)).to.eql(['rejected', 'applied']);
  });

  it('stores it before closing [R46]', async () => {
    const { join, room, log, finish, closed } = await open();
    const peer = await join('one');
    peer.ops(0, LARGE);
    await flushPromises();
    const closing = room.close();
    await flushPromises();
    expect([log.entries, closed]).to.eql([[], []]);
    await finish();
    await closing;
    expect(peer.outcomes).to.eql(['applied']);
    expect(peer.closed).to.equal('room_closed');
    expect(log.snapshots.at(-1)?.seq).to.equal(1);
    expect(Object.keys((log.snapshots.at(-1)?.page as Page).things)).to.have.length.above(TEXTS);
  });

  it('leaves nothing of it, and acknowledges nothing, if the log fails meanwhile [R3, R4, R46]', async () => {
    const { join, room, log, roomLog, clock, finish } = await open();
    const before = (await room.read())?.page;
    const { append } = roomLog;
    const one = await join('one');
    const two = await join('two', { accountId: 2 });
    one.ops(0, LARGE);
    await flushPromises();
    two.ops(0, title('Small'));
    Object.assign(roomLog, { append: () => Promise.reject(new Error('down')) });
    await finish();
    expect([one.closed, two.closed]).to.eql(['room_failed', 'room_failed']);
    expect([one.outcomes, two.outcomes, log.entries]).to.eql([[], [], []]);
    Object.assign(roomLog, { append });
    clock.advance(1000);
    await flushPromises();
    expect((await room.read())?.page).to.eql(before);
    const back = await join('one', {}, { lastSeq: 0 });
    const other = await join('two', { accountId: 2 }, { lastSeq: 0 });
    expect(back.of('welcome')[0]).to.deep.include({ lastMid: 0, seq: 0, entries: [] });
    back.ops(0, LARGE);
    other.ops(0, title('Small'));
    await finish();
    expect(back.outcomes).to.eql(['applied', 'applied']);
    expect(other.outcomes).to.eql(back.outcomes);
  });

  it('drops it when another server has taken the page over [R6, R46]', async () => {
    const { join, log, clock, finish, closed } = await open();
    const peer = await join('one');
    peer.ops(0, LARGE);
    await flushPromises();
    await log.of(new SimProcess()).open();
    clock.advance(ROOM_TIMES.ownerRenewMs);
    await flushPromises();
    expect(closed).to.eql(['room_moved']);
    await finish();
    expect([log.entries, log.snapshots.length, peer.closed]).to.eql([[], 1, 'room_moved']);
  });
});
