import { expect } from 'chai';
import { makeTestText } from '../../testing/makeTestPage.ts';
import { resolveInSteps } from '../merge/resolveIntents.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { SimClock } from '../testing/SimClock.ts';
import type { RoomParts } from './RoomParts.ts';

const title = (to: string) => [
  { type: 'update-page', partialPage: [{ path: ['settings', 'title'], to }] },
];

const LONG = 'x'.repeat(50_000);

/** A clock that advances 1 ms each time it is read, as if all work were slow. */
function slowClock(): SimClock {
  const clock = new SimClock();
  const { now } = clock;
  let looks = 0;
  return Object.assign(clock, { now: () => now() + looks++ });
}

/** A room with a slow clock, which takes several turns to open. */
async function openSlowRoom(parts?: Partial<RoomParts>) {
  const clock = slowClock();
  const opened = await openTestRoom({ clock, ...(parts ? { parts } : {}) });
  const waiting = new Set([opened.room.read()]);
  for (const read of waiting) void read.then(() => waiting.delete(read));
  while (waiting.size > 0) {
    clock.advance(0);
    await flushPromises();
  }
  return { ...opened, clock };
}

describe('a room with several accounts', () => {
  it('decides on an op of each account in turn [R48]', async () => {
    const { join, log } = await openTestRoom();
    const one = await join('one');
    const tab = await join('tab');
    const two = await join('two', { accountId: 2 });
    const append = (each: typeof one, count: number): void =>
      each.ops(0, ...Array.from({ length: count }, () => title('A')));
    append(one, 1);
    // These wait until the first is stored.
    append(tab, 3);
    one.ops(1, title('A'), title('A'));
    append(two, 3);
    await flushPromises();
    expect(log.entries.map(({ clientId, mid }) => `${clientId} ${String(mid)}`)).to.eql([
      'one 1',
      'tab 1',
      'two 1',
      'tab 2',
      'two 2',
      'tab 3',
      'two 3',
      'one 2',
      'one 3',
    ]);
  });

  it('makes a small op wait for at most one large op [R48]', async () => {
    const { join, log, clock } = await openTestRoom();
    const one = await join('one');
    const two = await join('two', { accountId: 2 });
    const large = (prefix: string) => [
      {
        type: 'add-things',
        things: Array.from({ length: 400 }, (_, index) =>
          makeTestText(`${prefix}${String(index)}`, 'x'),
        ),
      },
    ];
    one.ops(0, large('a'), large('b'), large('c'));
    await flushPromises();
    two.ops(0, title('Small'));
    for (let turn = 0; turn < 100; turn++) {
      clock.advance(0);
      await flushPromises();
    }
    expect(log.entries.map(({ clientId }) => clientId)).to.eql(['one', 'two', 'one', 'one']);
  });

  it('stores what it has decided on when its turn is over, even if no op pauses [R46]', async () => {
    const { join, roomLog } = await openSlowRoom();
    const batches: number[] = [];
    const { append } = roomLog;
    Object.assign(roomLog, {
      append: (batch: Parameters<typeof append>[0]) => {
        batches.push(batch.entries.length);
        return append(batch);
      },
    });
    const peer = await join('one');
    peer.ops(0, ...Array.from({ length: 100 }, () => [{ type: 'nonsense' }]));
    await flushPromises();
    expect(peer.outcomes).to.eql(Array.from({ length: 100 }, () => 'malformed'));
    expect(Math.max(...batches)).to.be.at.most(11);
  });

  it('stores at most about 500,000 characters of patches at once, or small ops that restore large blocks become one huge batch [R46]', async () => {
    // As if each op restored a large block.
    let restored = 0;
    const resolve: RoomParts['resolve'] = (records, _intents, options) => {
      restored += 1;
      const things = [makeTestText(`n${String(restored)}`, LONG)];
      return resolveInSteps(records, [{ type: 'add-things', things }], options);
    };
    const { join, roomLog } = await openTestRoom({ parts: { resolve } });
    const batches: number[][] = [];
    const { append } = roomLog;
    Object.assign(roomLog, {
      append: (batch: Parameters<typeof append>[0]) => {
        batches.push(batch.entries.map(({ patch }) => JSON.stringify(patch).length));
        return append(batch);
      },
    });
    const peer = await join('one');
    peer.ops(0, ...Array.from({ length: 30 }, () => title('Small')));
    await flushPromises();
    expect(peer.outcomes).to.eql(Array.from({ length: 30 }, () => 'applied'));
    const sizes = batches.map((chars) => chars.reduce((sum, each) => sum + each, 0));
    // A batch ends with the op that reaches the limit.
    expect(Math.max(...sizes)).to.be.within(500_000, 500_000 + 2 * LONG.length);
  });

  it('rejects an op that takes too long, without a trace [R48]', async () => {
    const resolve: RoomParts['resolve'] = function* (...args) {
      const [records, intents] = args;
      const isEndless = (intents as { type: string }[])[0]?.type === 'endless';
      if (!isEndless) return yield* resolveInSteps(...args);
      records.begin();
      records.delete('a');
      try {
        for (;;) yield;
      } finally {
        records.rollBack();
      }
    };
    const { join, room, clock } = await openSlowRoom({ resolve });
    const one = await join('one');
    const two = await join('two', { accountId: 2 });
    one.ops(0, [{ type: 'endless' }], title('Next'));
    two.ops(0, title('Other'));
    let turns = 0;
    for (; one.outcomes.length < 3 && turns < 2000; turns++) {
      clock.advance(0);
      await flushPromises();
    }
    expect(turns).to.be.within(500, 1600);
    expect(one.outcomes).to.eql(['too_complex', 'applied', 'applied']);
    const page = (await room.read())?.page;
    expect([page?.things.a?.uuid, page?.settings.title]).to.eql(['a', 'Next']);
  });

  it('does not count the time for which the process was suspended [R48]', async () => {
    const clock = new SimClock();
    const resolve: RoomParts['resolve'] = function* (...args) {
      clock.advance(60_000);
      yield;
      return yield* resolveInSteps(...args);
    };
    const { join } = await openTestRoom({ clock, parts: { resolve } });
    const peer = await join('one');
    peer.ops(0, title('A'));
    clock.advance(0);
    await flushPromises();
    expect(peer.outcomes).to.eql(['applied']);
  });
});

describe('a room', () => {
  it('accepts no block, value or settings too large to handle in one turn [R50]', async () => {
    const { join, room, clock } = await openTestRoom();
    const peer = await join('one');
    const { maxBlockValues, maxItemValues, maxFieldValues } = ROOM_LIMITS;
    const list = (length: number): number[] => Array.from({ length }, () => 1);
    const odd = { ...makeTestText('odd', 'x'), type: 'odd', content: {} };
    const write = (key: string, to: unknown) => [
      {
        type: 'update-things',
        updated: [{ uuid: 'odd', values: [{ path: ['content', key], to }] }],
      },
    ];
    const setting = (key: string, to: unknown) => [
      { type: 'update-page', partialPage: [{ path: ['settings', key], to }] },
    ];
    const ops = [
      [{ type: 'add-things', things: [{ ...odd, content: { x: list(maxItemValues) } }] }],
      [{ type: 'add-things', things: [{ ...odd, content: { x: list(maxBlockValues) } }] }],
      [{ type: 'add-things', things: [odd] }],
      write('x', list(maxBlockValues - 100)),
      write('y', list(100)),
      write('y', list(maxItemValues)),
      write('x', 1),
      write('y', list(100)),
      setting('x', list(maxFieldValues - 100)),
      setting('y', list(100)),
      setting('x', undefined),
    ];
    for (const [index, op] of ops.entries()) {
      clock.advance(1000);
      peer.ops(index, op);
    }
    await flushPromises();
    expect(peer.outcomes).to.eql([
      'malformed',
      'invalid_block',
      'applied',
      'applied',
      'invalid_block',
      'malformed',
      'applied',
      'applied',
      'applied',
      'invalid_page',
      'applied',
    ]);
    expect((await room.read())?.page.things.odd?.content).to.eql({ x: 1, y: list(100) });
  });
});
