import { expect } from 'chai';
import { makeTestBlock, makeTestPage } from '../../testing/makeTestPage.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { SimClock } from '../testing/SimClock.ts';
import { ROOM_BATCHES } from './Room.ts';

const { pauseMs, pauseMsPerClient, smallRoom } = ROOM_BATCHES;
/** With so many clients, a room waits as long as it ever does. */
const MANY = smallRoom + pauseMs / pauseMsPerClient;

const opacity = (to: number) => [
  {
    type: 'update-things',
    updated: [{ uuid: 'a', values: [{ path: ['styles', 'opacity'], to }] }],
  },
];

describe('the batches of a room', () => {
  /** A room with some clients. `seqs` are those of the batches that have reached the last client. */
  async function fill(clients: number, nowMs?: () => number) {
    const timers = new SimClock();
    const opened = await openTestRoom({
      page: makeTestPage([makeTestBlock('a')]),
      ...(nowMs && { clock: { now: nowMs, after: (ms, run) => timers.after(ms, run) } }),
    });
    const { log, room, join } = opened;
    const clock = nowMs ? timers : opened.clock;
    const one = await join('one');
    const two = await join('two');
    let last = two;
    for (let count = 2; count < clients; count++) last = await join(`viewer-${String(count)}`);
    const advance = async (ms: number): Promise<void> => {
      clock.advance(ms);
      await flushPromises();
    };
    const seqs = () =>
      last
        .of('stream')
        .map(({ entries }) => entries.map(({ seq }) => seq))
        .filter((each) => each.length > 0);
    return { one, two, log, room, advance, seqs };
  }

  it('contain an op that comes after a pause at once, however many people are there [R105]', async () => {
    const { one, advance, seqs } = await fill(MANY);
    await advance(1000);
    one.ops(0, opacity(0.1));
    await advance(0);
    expect(seqs()).to.eql([[1]]);
  });

  it('contain what several people do within 16 ms, or a large room would send each edit to everyone by itself [R105]', async () => {
    const { one, two, advance, seqs } = await fill(MANY);
    await advance(1000);
    one.ops(0, opacity(0.1));
    await advance(1);
    two.ops(0, opacity(0.2));
    await advance(5);
    one.ops(1, opacity(0.3));
    await advance(pauseMs - 7);
    expect(seqs()).to.eql([[1]]);
    await advance(1);
    expect(seqs()).to.eql([[1], [2, 3]]);
  });

  it('follow each other at once in a small room, where nothing is gained by waiting [R105]', async () => {
    const { one, two, advance, seqs } = await fill(smallRoom);
    one.ops(0, opacity(0.1));
    await advance(0);
    two.ops(0, opacity(0.2));
    await advance(0);
    expect(seqs()).to.eql([[1], [2]]);
  });

  it('do not wait while a room is being closed, or edits of its last moment would be lost to the next owner [R105]', async () => {
    const { one, two, room, log, advance } = await fill(MANY);
    await advance(1000);
    one.ops(0, opacity(0.1));
    await advance(0);
    two.ops(0, opacity(0.2));
    await flushPromises();
    const closing = room.close();
    await closing;
    expect(log.entries.map(({ seq }) => seq)).to.eql([1, 2]);
  });

  it('do not wait until the clock, once set back, has caught up [R105]', async () => {
    const { one, two, advance, seqs } = await fill(MANY);
    await advance(60_000);
    one.ops(0, opacity(0.1));
    await advance(0);
    await advance(-50_000);
    two.ops(0, opacity(0.2));
    await advance(pauseMs);
    expect(seqs()).to.eql([[1], [2]]);
  });

  it('go on while the clock stands still, as one does whose function throws, or nothing would be saved any more [R105, R41]', async () => {
    const { one, two, advance, seqs } = await fill(MANY, () => 5000);
    one.ops(0, opacity(0.1));
    await advance(0);
    two.ops(0, opacity(0.2));
    await advance(pauseMs - 1);
    expect(seqs()).to.eql([[1]]);
    await advance(1);
    expect(seqs()).to.eql([[1], [2]]);
  });
});
