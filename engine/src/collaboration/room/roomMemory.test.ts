import { expect } from 'chai';
import { makeTestBlock, makeTestPage } from '../../testing/makeTestPage.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { SimLog } from '../testing/SimLog.ts';
import { SimClock } from '../testing/SimClock.ts';
import { SimProcess } from '../testing/SimProcess.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { TestPeer } from '../testing/TestPeer.ts';
import { createRoom } from './Room.ts';

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
    for (let ask = 0; ask < asks; ask++) other.connection.receive({ type: 'catch-up', lastSeq: 4 });
    const responses = other.of('stream').length;
    expect(responses).to.be.within(2, 4);
    expect(other.of('error')).to.have.length(asks - responses);
    clock.advance(30_000);
    other.connection.receive({ type: 'catch-up', lastSeq: 4 });
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
});
