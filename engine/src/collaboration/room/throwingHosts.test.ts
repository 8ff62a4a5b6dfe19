import { expect } from 'chai';
import { CobbleError } from '../../model/CobbleError.ts';
import { rejectedWhile } from '../../testing/rejectedWhile.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { SimClock } from '../testing/SimClock.ts';
import { createRoom } from './Room.ts';

const title = (to: string) => [
  { type: 'update-page', partialPage: [{ path: ['settings', 'title'], to }] },
];
const throws = (what: string) => (): never => {
  throw new Error(what);
};
const rejects = (what: string) => (): never => Promise.reject(new Error(what)) as never;
const pathOf = (error: unknown): unknown =>
  error instanceof CobbleError ? error.details['path'] : String(error);

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
      await flushPromises();
    });
    expect(rejected).to.eql([]);
    expect(fine.outcomes).to.eql(['applied', 'applied']);
    expect(log.entries).to.have.length(2);
    expect(failures.map(String)).to.eql(['Error: no socket', 'Error: no socket either']);
  });

  it('closes only the connection whose transport rejects, and reports it once [R41]', async () => {
    const failures: unknown[] = [];
    const { join, log } = await openTestRoom({ onFailure: (error) => void failures.push(error) });
    const broken = await join('broken', { accountId: 2 });
    const fine = await join('fine');
    Object.assign(broken, { send: rejects('no socket'), close: rejects('no socket either') });
    const rejected = await rejectedWhile(async () => {
      fine.ops(0, title('A'));
      fine.ops(1, title('B'));
      await flushPromises();
      fine.ops(2, title('C'));
      await flushPromises();
    });
    expect(rejected).to.eql([]);
    expect(fine.outcomes).to.eql(['applied', 'applied', 'applied']);
    expect(log.entries).to.have.length(3);
    expect(failures.map(String)).to.eql(['Error: no socket', 'Error: no socket either']);
  });

  it('closes the connection whose transport does not say how much it has buffered [J13, R41]', async () => {
    const failures: unknown[] = [];
    const { join } = await openTestRoom({ onFailure: (error) => void failures.push(error) });
    const broken = await join('broken');
    Object.assign(broken, { bufferedBytes: rejects('no socket') });
    const rejected = await rejectedWhile(() => {
      broken.connection.setRole('viewer');
    });
    expect(rejected).to.eql([]);
    expect(broken.closed).to.equal('room_failed');
    expect(failures.map(pathOf)).to.eql(['peer.bufferedBytes']);
  });

  it('keeps a connection whose buffer is NaN, and reports that once: the client would be cut off as too slow [R108]', async () => {
    const failures: unknown[] = [];
    const { join } = await openTestRoom({ onFailure: (error) => void failures.push(error) });
    const odd = await join('odd');
    Object.assign(odd, { bufferedBytes: () => NaN });
    odd.connection.setRole('viewer');
    odd.connection.setRole('editor');
    expect(odd.closed).to.equal(null);
    expect(odd.of('role')).to.have.length(2);
    expect(failures.map(pathOf)).to.eql(['peer.bufferedBytes']);
  });

  it('leaves no rejection of its listeners unhandled [R41]', async () => {
    const rejected = await rejectedWhile(async () => {
      const failures: string[] = [];
      const opened = await openTestRoom({
        onClosed: rejects('onClosed'),
        onFailure: (error) => {
          failures.push(String(error));
          return rejects('onFailure')();
        },
      });
      await opened.room.close();
      await flushPromises();
      expect(failures).to.eql(['Error: onClosed']);
    });
    expect(rejected).to.eql([]);
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

  it('reports a wrong result of `open` with its path, not as a TypeError [J13, R41]', async () => {
    const { roomLog: log, clock } = await openTestRoom();
    const state = await log.open();
    const { snapshot } = state;
    for (const result of [
      undefined,
      {},
      { ...state, epoch: '7' },
      { ...state, snapshot: null },
      { ...state, snapshot: { ...snapshot, seq: '0' } },
      { ...state, snapshot: { ...snapshot, removed: undefined } },
      { ...state, entries: [{}] },
      { ...state, previousOwnerQuietMs: undefined },
    ]) {
      const failures: unknown[] = [];
      const room = createRoom({
        log: { ...log, open: () => Promise.resolve(result as never) },
        clock,
        onFailure: (error) => void failures.push(error),
      });
      await flushPromises();
      expect(failures.map(pathOf), JSON.stringify(result)).to.eql(['options.log.open']);
      await room.close();
    }
  });

  it('reports wrong results of other calls to its log, and acts on none of them [J13, R41]', async () => {
    const failures: unknown[] = [];
    const opened = await openTestRoom({ onFailure: (error) => void failures.push(error) });
    const { clock, join, roomLog } = opened;
    const working = { ...roomLog };
    const restart = async (): Promise<void> => {
      Object.assign(roomLog, working);
      clock.advance(10_000);
      await flushPromises();
    };
    for (const outcome of [undefined, null, true, {}, { ok: false }]) {
      const peer = await join('one');
      Object.assign(roomLog, { append: () => Promise.resolve(outcome) });
      peer.ops(0, title('A'));
      await flushPromises();
      expect(failures.splice(0).map(pathOf)).to.eql(['options.log.append']);
      expect(peer.closed).to.equal('room_failed');
      await restart();
    }
    const writer = await join('one');
    writer.ops(0, title('A'));
    writer.ops(1, title('B'));
    await flushPromises();
    expect(writer.outcomes).to.eql(['applied', 'applied']);
    for (const [call, result, hello] of [
      ['clientState', undefined, {}],
      ['clientState', { lastMid: '1', accountId: 1 }, {}],
      ['entriesOf', null, { lastMid: 0 }],
      ['renew', undefined, { lastSeq: 100 }],
    ] as const) {
      Object.assign(roomLog, { [call]: () => Promise.resolve(result) });
      expect((await join('one', {}, hello)).closed, call).to.equal('room_failed');
      expect(failures.splice(0).map(pathOf)).to.eql([`options.log.${call}`]);
      await restart();
    }
    Object.assign(roomLog, { renew: () => Promise.resolve(undefined) });
    clock.advance(ROOM_TIMES.ownerRenewMs);
    await flushPromises();
    expect(new Set(failures.map(pathOf))).to.eql(new Set(['options.log.renew']));
    expect(opened.closed, 'the room has not moved').to.eql([]);
  });

  for (const [name, returned] of Object.entries({
    'a timer instead of a function': 5,
    nothing: undefined,
    'a promise that rejects': 'rejects',
  }))
    it(`goes on if its clock returns ${name} [J13, R41]`, async () => {
      const failures: unknown[] = [];
      const clock = new SimClock();
      const { join, room } = await openTestRoom({
        clock: {
          now: clock.now,
          after: (delayMs, run) => {
            clock.after(delayMs, run);
            return (returned === 'rejects' ? rejects('after')() : returned) as never;
          },
        },
        onFailure: (error) => void failures.push(error),
      });
      const rejected = await rejectedWhile(async () => {
        const peer = await join('one');
        const lock = { type: 'acquire-locks', thingUuids: ['a'], at: 1 };
        peer.connection.receive(lock);
        peer.connection.receive({ ...lock, thingUuids: ['b'] });
        peer.ops(0, title('A'));
        await flushPromises();
        expect(peer.of('lock-acquired')).to.have.length(4);
        expect(peer.outcomes).to.eql(['applied']);
        clock.advance(ROOM_TIMES.lockLeaseMs);
        const released = peer.of('lock-released').flatMap(({ locks }) => locks);
        expect(released.map(({ thingUuid }) => thingUuid)).to.eql(['a', 'b']);
        await room.close();
      });
      expect(rejected).to.eql([]);
      expect(failures.map(pathOf)).to.eql(['options.clock.after']);
    });

  it('goes on if its clock fails later, and reports that once [J13, R41]', async () => {
    const failures: unknown[] = [];
    const clock = new SimClock();
    let now: () => unknown = clock.now;
    const { join } = await openTestRoom({
      clock: { now: () => now() as number, after: clock.after },
      onFailure: (error) => void failures.push(error),
    });
    const peer = await join('one');
    now = () => 1n;
    peer.ops(0, title('A'));
    await flushPromises();
    now = throws('no time');
    peer.connection.receive({ type: 'acquire-locks', thingUuids: ['a'], at: 1 });
    expect(peer.outcomes).to.eql(['applied']);
    expect(peer.of('lock-acquired')).to.have.length(2);
    expect(failures.map(pathOf)).to.eql(['options.clock.now']);
  });

  it('closes even if the listener throws [R41]', async () => {
    const { join, room } = await openTestRoom({ onClosed: throws('a listener') });
    const peer = await join('one');
    expect(await rejectedWhile(() => room.close())).to.eql([]);
    expect(peer.closed).to.equal('room_closed');
    expect(await room.read()).to.equal(null);
  });
});
