import { expect } from 'chai';
import { makeTestBlock, makeTestPage } from '../../testing/makeTestPage.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import { openTestRoom, type TestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { SimProcess } from '../testing/SimProcess.ts';

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
});
