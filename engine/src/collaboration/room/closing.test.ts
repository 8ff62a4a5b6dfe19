import { expect } from 'chai';
import { ROOM_TIMES } from '../protocol/limits.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { SimProcess } from '../testing/SimProcess.ts';
import { TestPeer } from '../testing/TestPeer.ts';
import { createRoom } from './Room.ts';

const title = (to: string) => [
  { type: 'update-page', partialPage: [{ path: ['settings', 'title'], to }] },
];
const never = (): Promise<never> => new Promise(() => undefined);

/** Whether a promise is settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  await flushPromises();
  return settled;
}

describe('a room that is being closed', () => {
  it('stores the waiting ops, and leaves later ones to the next room [R51]', async () => {
    const { join, room, log, clock } = await openTestRoom();
    const peer = await join('one');
    peer.ops(0, title('A'));
    const closing = room.close();
    peer.ops(1, title('B'));
    peer.connection.receive({ type: 'op-part', after: 1, mid: 2, index: 0, chars: 2, text: '{}' });
    const late = new TestPeer(room);
    expect(late.closed).to.equal('room_closed');
    await closing;
    expect(room.close()).to.equal(closing);
    expect(peer.outcomes).to.eql(['applied']);
    expect(peer.of('error').map(({ code }) => code)).to.eql(['rate_limited', 'rate_limited']);
    expect(peer.closed).to.equal('room_closed');
    expect(log.snapshots.at(-1)?.seq).to.equal(1);
    const next = createRoom({ log: log.of(new SimProcess()), clock });
    await flushPromises();
    const back = new TestPeer(next);
    back.hello('one', { lastSeq: 1, lastMid: 1 });
    await flushPromises();
    expect(back.of('welcome')[0]?.lastMid).to.equal(1);
    back.ops(1, title('B'));
    await flushPromises();
    expect((await next.read())?.page.settings.title).to.equal('B');
  });

  it('closes in time if the log never responds, and acknowledges nothing that is not stored [R3, R51]', async () => {
    for (const call of ['append', 'saveSnapshot', 'close'] as const) {
      const { join, room, roomLog, log, clock, closed } = await openTestRoom();
      const peer = await join('one');
      if (call !== 'append') peer.ops(0, title('Stored'));
      await flushPromises();
      Object.assign(roomLog, { [call]: never });
      if (call === 'append') peer.ops(0, title('Lost'));
      const closing = room.close();
      clock.advance(ROOM_TIMES.closeMs - 1);
      expect(await isSettled(closing)).to.equal(false);
      clock.advance(1);
      expect(await isSettled(closing)).to.equal(true);
      expect([peer.closed, closed]).to.eql(['room_closed', ['room_closed']]);
      expect(log.entries).to.have.length(call === 'append' ? 0 : 1);
      expect(peer.outcomes).to.eql(call === 'append' ? [] : ['applied']);
      expect(await room.read()).to.equal(null);
    }
  });

  it('gives the page to the next owner without waiting for its snapshot [R97]', async () => {
    const { join, room, roomLog, log, clock } = await openTestRoom();
    const peer = await join('one');
    peer.ops(0, title('A'));
    await flushPromises();
    Object.assign(roomLog, { saveSnapshot: never });
    void room.close();
    await flushPromises();
    expect(peer.closed).to.equal('room_closed');
    const { previousOwnerQuietMs } = await log.of(new SimProcess()).open();
    expect(previousOwnerQuietMs).to.equal(null);
    clock.advance(ROOM_TIMES.closeMs);
  });

  it('gives the page up if it is closed while it is being opened [R97]', async () => {
    let respond = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      respond = resolve;
    });
    let calls = 0;
    const hop = (): Promise<void> => {
      calls += 1;
      return calls === 1 ? waiting : Promise.resolve();
    };
    const { room, log } = await openTestRoom({ hop });
    const closing = room.close();
    expect(await isSettled(closing)).to.equal(false);
    respond();
    await closing;
    expect((await log.of(new SimProcess()).open()).previousOwnerQuietMs).to.equal(null);
  });

  it('takes no snapshot of what the log has not confirmed [R8, R51]', async () => {
    const { join, room, roomLog, log, clock } = await openTestRoom();
    const peer = await join('one');
    const { append } = roomLog;
    let respond = (): void => undefined;
    Object.assign(roomLog, {
      append: async (batch: Parameters<typeof append>[0]) => {
        await new Promise<void>((resolve) => {
          respond = resolve;
        });
        return append(batch);
      },
    });
    peer.ops(0, title('Late'));
    const closing = room.close();
    clock.advance(ROOM_TIMES.closeMs);
    await closing;
    expect(log.snapshots).to.have.length(1);
    respond();
    await flushPromises();
    expect([log.entries.length, log.snapshots.length, peer.outcomes]).to.eql([1, 1, []]);
  });

  it('rejects the promise of `close` if it cannot give up the ownership [R41, R51]', async () => {
    const { room, roomLog } = await openTestRoom();
    Object.assign(roomLog, { close: () => Promise.reject(new Error('down')) });
    const outcome = await room.close().catch(String);
    expect(outcome).to.equal('Error: down');
  });
});
