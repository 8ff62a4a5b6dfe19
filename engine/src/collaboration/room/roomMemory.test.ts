import { expect } from 'chai';
import { makeTestBlock, makeTestPage } from '../../testing/makeTestPage.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { SimLog } from '../testing/SimLog.ts';
import { SimClock } from '../testing/SimClock.ts';
import { SimProcess } from '../testing/SimProcess.ts';
import { openTestRoom, type TestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { TestPeer } from '../testing/TestPeer.ts';
import { createRoom } from './Room.ts';
import type { RoomEvent } from './RoomEvent.ts';
import { createWorkBudgets } from './WorkBudgets.ts';

let written = 0;
/** Intents that set a new value of this size. */
const large = (chars: number) => [
  {
    type: 'update-page',
    partialPage: [{ path: ['settings', 'x'], to: `${String(written++)} ${'x'.repeat(chars)}` }],
  },
];
/** Sends ops of 900,000 characters each, slowly enough for the rate limits. */
async function sendLargeOps(peer: TestPeer, clock: SimClock, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    clock.advance(2000);
    peer.ops(sent, large(900_000));
    await flushPromises();
  }
}
/** Intents that set a value of 5000 empty arrays, which take ten times as much as their JSON. */
const emptyArrays = () => [
  {
    type: 'update-page',
    partialPage: [
      { path: ['settings', 'x'], to: [written++, ...Array.from({ length: 4900 }, () => [])] },
    ],
  },
];
const isRefused = (peer: TestPeer): boolean => peer.of('error').length > 0;

describe('the memory of a room', () => {
  it('is limited for waiting ops, for each account and in total [R49]', async () => {
    const { join, clock, log, roomLog } = await openTestRoom();
    const first = await join('first', { accountId: 9 });
    const [a, b, c, d] = await Promise.all([
      join('a', { accountId: 1 }),
      join('b', { accountId: 1 }),
      join('c', { accountId: 2 }),
      join('d', { accountId: 3 }),
    ]);
    const { append } = roomLog;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    Object.assign(roomLog, {
      append: async (batch: Parameters<typeof append>[0]) => {
        await released;
        return append(batch);
      },
    });
    first.ops(0, large(1));
    await flushPromises();
    const chars = 900_000;
    /** Sends ops until one is refused. Returns how many are accepted. */
    const fill = (peer: TestPeer): number => {
      for (let sent = 0; ; sent++) {
        clock.advance(5000);
        peer.ops(sent, large(chars));
        if (isRefused(peer)) return sent;
      }
    };
    const perAccount = Math.floor(ROOM_LIMITS.maxQueuedCharsPerAccount / chars);
    const all = Math.floor(ROOM_LIMITS.maxQueuedChars / chars);
    expect(fill(a)).to.equal(perAccount);
    b.ops(0, large(chars));
    expect(isRefused(b)).to.equal(true);
    expect(fill(c)).to.equal(perAccount);
    expect(fill(d)).to.equal(all - 2 * perAccount);
    expect(a.of('error')).to.eql([{ type: 'error', code: 'rate_limited', retryAfterMs: 1000 }]);
    // A small op of another account still finds space.
    first.ops(1, large(1));
    expect(isRefused(first)).to.equal(false);
    release();
    await flushPromises();
    expect(log.entries).to.have.length(all + 2);
    b.ops(0, large(chars));
    await flushPromises();
    expect(log.entries).to.have.length(all + 3);
  });

  it('is limited for the newest entries: a client that needs older ones joins again and loses nothing [R16, R49]', async () => {
    const { join, clock, log } = await openTestRoom();
    const peer = await join('one');
    const behind = await join('two', { accountId: 2 });
    const count = 12;
    await sendLargeOps(peer, clock, count);
    expect(log.entries).to.have.length(count);
    behind.connection.receive({ type: 'catch-up', lastSeq: count - 2 });
    expect(behind.closed).to.equal(null);
    expect(
      behind
        .of('stream')
        .at(-1)
        ?.entries.map(({ seq }) => seq),
    ).to.eql([count - 1, count]);
    behind.connection.receive({ type: 'catch-up', lastSeq: 4 });
    expect(behind.closed).to.equal('room_failed');
    const back = await join('two', { accountId: 2 }, { lastSeq: 4 });
    expect(back.of('welcome')[0]?.entries).to.eql(log.entries.slice(4));
    // The page is smaller than all entries.
    const fresh = await join('two', { accountId: 2 }, { lastSeq: 0 });
    expect(fresh.of('welcome')[0]).to.deep.include({ seq: count, entries: [] });
    expect(fresh.of('welcome')[0]?.page).to.deep.include({ revision: count });
  });

  it('is not filled with welcomes: the entries of each count as if the client had sent them [R54]', async () => {
    const { join, clock } = await openTestRoom();
    await sendLargeOps(await join('one'), clock, 8);
    const viewer = await join('two', { accountId: -1, role: 'viewer' });
    for (let hello = 0; hello < 50; hello++) {
      viewer.hello('two', { lastSeq: 0 });
      await flushPromises();
    }
    expect(viewer.of('welcome').length).to.be.within(2, 4);
    expect(viewer.of('error').length).to.be.at.least(46);
    clock.advance(30_000);
    viewer.hello('two', { lastSeq: 7 });
    await flushPromises();
    expect(viewer.of('welcome').at(-1)?.entries).to.have.length(1);
  });

  it('is not filled with the ops of a client that claims to know none of its own [R49]', async () => {
    const { join, clock, roomLog } = await openTestRoom();
    const asked: number[] = [];
    const { entriesOf } = roomLog;
    Object.assign(roomLog, {
      entriesOf: (clientId: string, afterMid: number) => {
        asked.push(afterMid);
        return entriesOf(clientId, afterMid);
      },
    });
    const peer = await join('one');
    for (let sent = 0; sent < 2500; sent += 100) {
      clock.advance(2000);
      peer.ops(sent, ...Array.from({ length: 100 }, () => large(1)));
      await flushPromises();
    }
    const back = await join('one', {}, { lastSeq: 2499, lastMid: 0 });
    expect(asked).to.eql([500]);
    const [welcome] = back.of('welcome');
    // With the page, the client takes the ops before these as acknowledged.
    expect(welcome?.page).to.deep.include({ revision: 2500 });
    expect(welcome?.acknowledged).to.have.length(2000);
  });

  it('is not filled with entries of the log for a client that missed too many [R16, R49]', async () => {
    const { join, clock, roomLog } = await openTestRoom();
    let reads = 0;
    const { entriesAfter } = roomLog;
    Object.assign(roomLog, {
      entriesAfter: (seq: number) => {
        reads += 1;
        return entriesAfter(seq);
      },
    });
    const peer = await join('one');
    for (let sent = 0; sent < 4100; sent += 100) {
      clock.advance(2000);
      peer.ops(sent, ...Array.from({ length: 100 }, () => large(1)));
      await flushPromises();
    }
    const back = await join('two', { accountId: 2 }, { lastSeq: 0 });
    const [welcome] = back.of('welcome');
    expect(welcome).to.deep.include({ seq: 4100, entries: [] });
    expect(welcome?.page).to.deep.include({ revision: 4100 });
    expect(reads).to.equal(0);
  });

  it('is not filled with responses to `catch-up`: their entries count as if the client had sent them [R54]', async () => {
    const { join, clock } = await openTestRoom();
    await sendLargeOps(await join('one'), clock, 8);
    const other = await join('two', { accountId: 2 });
    const asks = 20;
    for (let ask = 0; ask < asks; ask++) other.connection.receive({ type: 'catch-up', lastSeq: 6 });
    const responses = other.of('stream').length;
    expect(responses).to.be.within(4, 6);
    expect(other.of('error')).to.have.length(asks - responses);
    clock.advance(30_000);
    other.connection.receive({ type: 'catch-up', lastSeq: 6 });
    expect(other.of('stream')).to.have.length(responses + 1);
  });

  it('is not filled with welcomes: the page counts as 100 characters for each block [R54]', async () => {
    const clock = new SimClock();
    const blocks = Array.from({ length: 2000 }, (_, index) => makeTestBlock(`b${index}`));
    const page = makeTestPage(blocks);
    const log = new SimLog(page, clock, () => Promise.resolve());
    const room = createRoom({ log: log.of(new SimProcess()), clock });
    await flushPromises();
    const pageChars = 100 * Object.keys(page.things).length;
    // A client without a page, and one that is ahead of the log and so gets the page.
    for (const lastSeq of [null, 9]) {
      const peer = new TestPeer(room);
      for (let hello = 0; hello < 60; hello++) {
        peer.hello('one', { lastSeq });
        await flushPromises();
      }
      const pages = peer.of('welcome').filter((each) => each.page);
      // The hellos themselves count as well. The last welcome may exceed the limit.
      const most = Math.ceil(ROOM_LIMITS.charBurst / pageChars);
      expect(pages.length, String(lastSeq)).to.be.within(most - 1, most);
      expect(isRefused(peer)).to.equal(true);
    }
  });

  it('is not filled by undos of removals, which restore a limited number of characters in addition to their own, and count as that many more [R71]', async () => {
    const { join, room } = await openTestRoom();
    const peer = await join('one');
    const { things } = (await room.read())?.page ?? expect.fail('no page');
    const section = Object.values(things).find(({ parentUuid }) => !parentUuid)?.uuid;
    const block = (uuid: string, chars: number) => ({
      ...makeTestBlock(uuid, { type: 'unknown', content: { x: 'x'.repeat(chars) } }),
      parentUuid: section,
    });
    const blocks = [block('small', 90_000), block('large', 200_000)];
    peer.ops(0, [{ type: 'add-things', things: blocks }]);
    await flushPromises();
    // Sent with `baseSeq` 0, as if it had not seen the removal, and with other content.
    const undo = (things: readonly object[]) => [
      { type: 'remove-things', removedUuids: ['small', 'large'] },
      { type: 'restore-things', replay: true, things },
    ];
    const [remove, restore] = undo([block('small', 1), block('large', 1)]);
    peer.ops(1, [remove], [restore]);
    await flushPromises();
    const sizes = async () => {
      const now = (await room.read())?.page.things ?? {};
      return ['small', 'large'].map((uuid) => JSON.stringify(now[uuid]).length);
    };
    expect(peer.outcomes).to.eql(['applied', 'applied', 'modified']);
    const [small = 0, large = 0] = await sizes();
    expect(small).to.be.greaterThan(90_000);
    expect(large).to.be.lessThan(1000);
    let sent = 0;
    while (!isRefused(peer) && sent < 200) peer.ops(3 + 2 * sent++, [remove], [restore]);
    expect(sent).to.be.within(70, 90);
  });

  it('holds one waiting hello of each connection [R54]', async () => {
    const { join, room } = await openTestRoom();
    const peer = await join('one');
    const again = await join('two', { accountId: 2 });
    peer.ops(0, large(1));
    for (let each = 0; each < 50; each++)
      again.connection.receive({
        type: 'hello',
        protocol: 2,
        editorVersion: '0.7.0',
        clientId: 'two',
        lastSeq: null,
        lastMid: 0,
        authenticate: { accountId: 2 },
      });
    await flushPromises();
    expect(again.of('welcome').length).to.be.at.most(3);
    expect((await room.read())?.seq).to.equal(1);
  });

  it('is limited by values, too: an empty array takes ten times as much as its characters [R99]', async () => {
    const memory: number[] = [];
    const onEvent = (event: RoomEvent): void => {
      if (event.type === 'stored') memory.push(event.memory);
    };
    const { join, clock, log } = await openTestRoom({ onEvent });
    const peer = await join('one');
    for (let sent = 0; sent < 100; sent += 10) {
      clock.advance(2000);
      peer.ops(sent, ...Array.from({ length: 10 }, () => emptyArrays()));
      await flushPromises();
    }
    expect(peer.outcomes).to.eql(Array.from({ length: 100 }, () => 'applied'));
    // Each op takes 98,000, besides the page with the newest value.
    expect(Math.max(...memory)).to.be.within(1_500_000, 2 * ROOM_LIMITS.maxRecentMemory + 200_000);
    // Who comes back gets the others from the log.
    const back = await join('two', { accountId: 2 }, { lastSeq: 50 });
    expect(back.of('welcome')[0]?.entries).to.eql(log.entries.slice(50));
  });

  it('is shared by rooms: those that keep most for clients that come back keep less, others as much as before [R99]', async () => {
    const clock = new SimClock();
    const budgets = createWorkBudgets(clock);
    const small = await openTestRoom({ clock, budgets });
    const quiet = await small.join('quiet', { accountId: 2 });
    const watcher = await small.join('watcher', { accountId: 3 });
    quiet.ops(0, large(1), large(1));
    await flushPromises();
    const rooms = [small];
    for (let count = 0; count < 30; count++) {
      const room = await openTestRoom({ clock, budgets });
      rooms.push(room);
      const peer = await room.join('one', { accountId: 4 });
      await sendLargeOps(peer, clock, 2);
      expect(budgets.recent.kept).to.be.at.most(ROOM_LIMITS.maxAllRecentMemory);
    }
    expect(budgets.recent.kept).to.be.at.least(ROOM_LIMITS.maxAllRecentMemory / 2);
    watcher.connection.receive({ type: 'catch-up', lastSeq: 0 });
    expect(watcher.of('stream').at(-1)?.entries).to.have.length(2);
    for (const { room } of rooms) await room.close();
    expect(budgets.recent.kept).to.equal(0);
  });

  describe('with an account whose ops must wait', () => {
    /** Rooms that work for account 2 only. */
    async function openRooms(count: number) {
      const clock = new SimClock();
      const budgets = createWorkBudgets(clock);
      let mayBegin = false;
      Object.assign(budgets, { mayBegin: (accountId: number) => mayBegin || accountId === 2 });
      const rooms = await Promise.all(
        Array.from({ length: count }, () => openTestRoom({ clock, budgets })),
      );
      const work = async (): Promise<void> => {
        mayBegin = true;
        for (let times = 0; times < 20; times++) {
          clock.advance(1000);
          await flushPromises();
        }
      };
      return { clock, budgets, rooms, work };
    }

    it('has space for the ops of others, however many wait [R100]', async () => {
      const { rooms } = await openRooms(1);
      const [{ join }] = rooms as [TestRoom];
      const tabs = await Promise.all(Array.from({ length: 12 }, (_, tab) => join(`tab${tab}`)));
      for (const tab of tabs)
        for (let sent = 0; sent < 1000 && !isRefused(tab); sent += 100)
          tab.ops(sent, ...Array.from({ length: 100 }, () => large(1)));
      expect(tabs.filter((tab) => !isRefused(tab))).to.have.length(2);
      const other = await join('other', { accountId: 2 });
      other.ops(0, large(1));
      await flushPromises();
      expect(other.outcomes).to.eql(['applied']);
    });

    it('has space for the ops of others, however large those are that wait [R100]', async () => {
      const { clock, rooms } = await openRooms(1);
      const [{ join }] = rooms as [TestRoom];
      for (const accountId of [1, 3, 4]) {
        const peer = await join(`of ${accountId}`, { accountId });
        for (let sent = 0; !isRefused(peer); sent++) {
          clock.advance(5000);
          peer.ops(sent, large(900_000));
        }
      }
      const other = await join('other', { accountId: 2 });
      other.ops(0, large(900_000));
      await flushPromises();
      expect(other.outcomes).to.eql(['applied']);
    });

    it('is limited for what waits in all rooms of the process together [R100, RO31]', async () => {
      const { clock, budgets, rooms, work } = await openRooms(3);
      const peers = await Promise.all(rooms.map(({ join }) => join('one')));
      for (const peer of peers)
        for (let sent = 0; sent < 400 && !isRefused(peer); sent += 20) {
          clock.advance(2000);
          peer.ops(sent, ...Array.from({ length: 20 }, () => emptyArrays()));
        }
      const { maxWaitingMemoryPerAccount } = ROOM_LIMITS;
      const waiting = budgets.waiting.of(1);
      expect(waiting).to.be.within(
        maxWaitingMemoryPerAccount - 2_600_000,
        maxWaitingMemoryPerAccount,
      );
      expect(peers.map(isRefused)).to.eql([true, true, true]);
      for (const { join } of rooms) {
        const other = await join('other', { accountId: 2 });
        other.ops(0, emptyArrays());
        await flushPromises();
        expect(other.outcomes).to.eql(['applied']);
      }
      expect(budgets.waiting.of(2)).to.equal(0);
      await work();
      expect(budgets.waiting.of(1)).to.equal(0);
    });

    it('counts nothing that does not wait any more [R100]', async () => {
      const { budgets, rooms } = await openRooms(2);
      const [{ join, room }] = rooms as [TestRoom];
      const peer = await join('one');
      const tab = await join('tab');
      peer.ops(0, emptyArrays());
      tab.ops(0, emptyArrays());
      const text = JSON.stringify({ mid: 2, baseSeq: 0, intents: Array(70_000).fill([]) });
      const part = { type: 'op-part', after: 1, mid: 2, chars: text.length + 1 };
      tab.connection.receive({ ...part, index: 0, text: text.slice(0, ROOM_LIMITS.partChars) });
      const all = budgets.waiting.of(1);
      expect(all).to.be.at.least(2 * 98_000 + 60_000 * 20);
      tab.connection.disconnected();
      expect(budgets.waiting.of(1)).to.be.within(2 * 98_000, 2 * 100_000);
      peer.connection.setRole('viewer');
      expect(budgets.waiting.of(1)).to.be.within(98_000, 100_000);
      await room.close();
      expect(budgets.waiting.of(1)).to.equal(0);
    });
  });
});
