import { expect } from 'chai';
import { ROOM_TIMES } from '../protocol/limits.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';

const title = (to: string) => [
  { type: 'update-page', partialPage: [{ path: ['settings', 'title'], to }] },
];
const throws = (what: string) => (): never => {
  throw new Error(what);
};

/** The unhandled rejections while `act` runs. */
async function rejectedWhile(act: () => Promise<void>): Promise<unknown[]> {
  const rejected: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => void rejected.push(reason));
  try {
    await act();
    await flushPromises();
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
  return rejected;
}

describe('a room in a host that throws', () => {
  it('closes only the connection whose transport throws, and reports it [R41]', async () => {
    const failures: unknown[] = [];
    const { join, log } = await openTestRoom({ onFailure: (error) => void failures.push(error) });
    const broken = await join('broken', { accountId: 2 });
    const fine = await join('fine');
    Object.assign(broken, { send: throws('no socket'), close: throws('no socket either') });
    const rejected = await rejectedWhile(async () => {
      fine.ops(0, title('A'));
      await flushPromises();
      fine.ops(1, title('B'));
    });
    expect(rejected).to.eql([]);
    expect(fine.outcomes).to.eql(['applied', 'applied']);
    expect(log.entries).to.have.length(2);
    expect(failures.map(String)).to.eql(['Error: no socket', 'Error: no socket either']);
  });

  it('starts over from its log after an unexpected error, even if the listener throws [R41]', async () => {
    const opened = await openTestRoom({ onFailure: throws('a listener') });
    const peer = await opened.join('one');
    const { append } = opened.roomLog;
    // A log that violates its contract.
    Object.assign(opened.roomLog, { append: () => null });
    const rejected = await rejectedWhile(async () => {
      peer.ops(0, title('A'));
      await flushPromises();
    });
    expect(rejected).to.eql([]);
    expect(peer.closed).to.equal('room_failed');
    Object.assign(opened.roomLog, { append });
    opened.clock.advance(1000);
    await flushPromises();
    const back = await opened.join('one');
    back.ops(0, title('A'));
    await flushPromises();
    expect(back.outcomes).to.eql(['applied']);
  });

  it('reports whatever the log throws, so that its host can see why a room starts over [R41]', async () => {
    const failures: unknown[] = [];
    const opened = await openTestRoom({ onFailure: (error) => void failures.push(error) });
    const { clock, join, room, roomLog } = opened;
    const working = { ...roomLog };
    const peer = await join('one');
    peer.ops(0, title('A'));
    await flushPromises();
    Object.assign(roomLog, { renew: throws('renew'), saveSnapshot: throws('snapshot') });
    clock.advance(ROOM_TIMES.snapshotAfterMs);
    await flushPromises();
    expect(new Set(failures.splice(0).map(String))).to.eql(
      new Set(['Error: renew', 'Error: snapshot']),
    );
    Object.assign(roomLog, { ...working, append: throws('append') });
    peer.ops(1, title('B'));
    await flushPromises();
    expect(peer.closed).to.equal('room_failed');
    Object.assign(roomLog, { ...working, clientState: throws('client') });
    clock.advance(1000);
    await flushPromises();
    expect((await join('one')).closed).to.equal('room_failed');
    expect(failures.map(String)).to.eql(['Error: append', 'Error: client']);
    Object.assign(roomLog, working);
    clock.advance(1000);
    await flushPromises();
    expect((await room.read())?.seq).to.equal(1);
  });

  it('closes even if the listener throws [R41]', async () => {
    const { join, room } = await openTestRoom({ onClosed: throws('a listener') });
    const peer = await join('one');
    expect(await rejectedWhile(() => room.close())).to.eql([]);
    expect(peer.closed).to.equal('room_closed');
    expect(await room.read()).to.equal(null);
  });
});
