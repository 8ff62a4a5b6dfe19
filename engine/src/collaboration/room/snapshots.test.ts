import { expect } from 'chai';
import { makeTestBlock, makeTestPage } from '../../testing/makeTestPage.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import { openTestRoom, type TestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { SimClock } from '../testing/SimClock.ts';
import { SimProcess } from '../testing/SimProcess.ts';
import { createWorkBudgets } from './WorkBudgets.ts';

const page = (chars: number) =>
  makeTestPage([makeTestBlock('a', { type: 'mystery', content: { text: 'x'.repeat(chars) } })]);
const setting = (to: string) => [
  { type: 'update-page', partialPage: [{ path: ['settings', 'x'], to }] },
];
const opacity = (to: number) => [
  {
    type: 'update-things',
    updated: [{ uuid: 'a', values: [{ path: ['styles', 'opacity'], to }] }],
  },
];

describe('the snapshots of a room', () => {
  /** Sends small ops. Resolves to the seqs of the snapshots so far. */
  async function sender({ join, clock, log }: TestRoom, clientId = 'one') {
    const peer = await join(clientId);
    let sent = 0;
    return async (
      count: number,
      intents: readonly object[] = opacity(0.5),
    ): Promise<readonly number[]> => {
      for (let left = count; left > 0; left -= 100) {
        clock.advance(2000);
        const ops = Array.from({ length: Math.min(100, left) }, () => intents);
        peer.ops(sent, ...ops);
        sent += ops.length;
        await flushPromises();
      }
      return log.snapshots.map(({ seq }) => seq);
    };
  }

  it('are stored after twice as many characters as the page has, or whoever opens it next replays large ops for seconds [R81]', async () => {
    const send = await sender(await openTestRoom({ page: page(300_000) }));
    // The page has 390,000 characters then.
    for (let op = 1; op <= 8; op++)
      expect(await send(1, setting(String(op).repeat(90_000)))).to.eql([0]);
    expect(await send(1, setting('9'.repeat(90_000)))).to.eql([0, 9]);
  });

  it('do not follow each few edits of a small page, even if those are large for it [R81]', async () => {
    const send = await sender(await openTestRoom({ page: page(10) }));
    expect(await send(100, setting('x'.repeat(500)))).to.eql([0]);
  });

  it('are stored after more ops if the page is larger, or 200 small ops would write 8 MB again and again [R81]', async () => {
    const small = await sender(await openTestRoom({ page: page(900_000) }));
    expect(await small(199)).to.eql([0]);
    expect(await small(1)).to.eql([0, 200]);
    const large = await sender(await openTestRoom({ page: page(2_500_000) }));
    expect(await large(400)).to.eql([0]);
    const [, first = 0] = await large(200);
    expect(first).to.be.within(500, 600);
  });

  it('are not stored every 30 s, or when the room is closed, for a few small edits of a large page: each would write it [R81]', async () => {
    const opened = await openTestRoom({ page: page(2_000_000) });
    const { clock, log, room, join } = opened;
    const peer = await join('one');
    for (let op = 0; op < 30; op++) {
      peer.ops(op, opacity(op / 100));
      await flushPromises();
      clock.advance(ROOM_TIMES.snapshotAfterMs);
      await flushPromises();
    }
    expect(log.entries).to.have.length(30);
    expect(log.snapshots).to.have.length(1);
    await room.close();
    expect(log.snapshots).to.have.length(1);
    // The next room goes on counting.
    const next = await openTestRoom({ log: log.of(new SimProcess()) });
    await (
      await sender(next, 'two')
    )(10);
    next.clock.advance(ROOM_TIMES.snapshotAfterMs);
    await flushPromises();
    expect(log.snapshots.at(-1)?.seq).to.equal(40);
  });

  it('of a page of an older version hold the page as it was migrated [R8, R81]', async () => {
    const old = page(10);
    const { log } = await openTestRoom({
      page: { ...old, settings: { ...old.settings, editorVersion: '0.6.0' } },
    });
    expect(log.snapshots.map(({ seq }) => seq)).to.eql([0, 1]);
  });

  it('are stored at most every 10 s: large ops on a small page made the room write and compact its log after each [R101]', async () => {
    const { clock, log, join } = await openTestRoom({ page: page(10) });
    const peer = await join('one');
    const seqs = (): number[] => log.snapshots.map(({ seq }) => seq);
    for (let op = 0; op < 29; op++) {
      peer.ops(op, setting(String(op % 10).repeat(100_000)));
      await flushPromises();
      clock.advance(1000);
      await flushPromises();
    }
    expect(log.entries).to.have.length(29);
    expect(seqs()).to.eql([0, 3, 12, 22]);
    // The last one does not wait for another op.
    clock.advance(3000);
    await flushPromises();
    expect(seqs()).to.eql([0, 3, 12, 22, 29]);
  });

  it('that fail are not tried again with each op [R101]', async () => {
    let tries = 0;
    const failures: unknown[] = [];
    const { clock, roomLog, join } = await openTestRoom({
      onFailure: (error) => failures.push(error),
    });
    Object.assign(roomLog, {
      saveSnapshot: () => {
        tries += 1;
        return Promise.reject(new Error('full'));
      },
    });
    const peer = await join('one');
    for (let op = 0; op < 10; op++) {
      peer.ops(op, setting(String(op).repeat(120_000)));
      await flushPromises();
      clock.advance(100);
    }
    expect([tries, failures.length]).to.eql([1, 1]);
  });

  it('count towards the budgets of those who make them necessary, by how much they store [R101]', async () => {
    const spent = new Map<number, number>();
    const clock = new SimClock();
    const budgets = createWorkBudgets(clock);
    Object.assign(budgets, {
      spend: (accountId: number, ms: number) =>
        void spent.set(accountId, (spent.get(accountId) ?? 0) + ms),
    });
    const { join, log } = await openTestRoom({ page: page(1_000_000), clock, budgets });
    const one = await join('one');
    const two = await join('two', { accountId: 2 });
    two.ops(0, opacity(0.5));
    await flushPromises();
    spent.clear();
    for (let op = 0; op < 5; op++) {
      one.ops(op, setting(String(op).repeat(900_000)));
      await flushPromises();
    }
    expect(log.snapshots.at(-1)?.seq).to.equal(6);
    expect(spent.get(1)).to.be.within(50, 70);
    expect(spent.get(2)).to.be.within(0.01, 1);
  });

  it('that are being stored when the room is closed are waited for: the server would end before [R102]', async () => {
    const { room, roomLog, join } = await openTestRoom({ page: page(10) });
    let store = (): void => undefined;
    const stored: number[] = [];
    Object.assign(roomLog, {
      saveSnapshot: async ({ seq }: { seq: number }) => {
        await new Promise<void>((resolve) => {
          store = resolve;
        });
        stored.push(seq);
      },
    });
    const peer = await join('one');
    peer.ops(0, setting('x'.repeat(120_000)));
    await flushPromises();
    let isClosed = false;
    void room.close().then(() => {
      isClosed = true;
    });
    await flushPromises();
    expect([isClosed, stored]).to.eql([false, []]);
    store();
    await flushPromises();
    expect([isClosed, stored]).to.eql([true, [1]]);
  });
});
