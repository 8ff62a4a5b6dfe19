import { expect } from 'chai';
import { rejectedWhile } from '../../testing/rejectedWhile.ts';
import { openTestRoom, type TestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { SimProcess } from '../testing/SimProcess.ts';
import { createRoom } from './Room.ts';
import type { RoomEvent } from './RoomEvent.ts';

const title = (to: string) => [
  { type: 'update-page', partialPage: [{ path: ['settings', 'title'], to }] },
];

interface WatchedRoom extends TestRoom {
  readonly events: RoomEvent[];
  /** The codes of the messages that were refused, without repetition. */
  readonly refused: () => readonly string[];
}

async function openWatchedRoom(): Promise<WatchedRoom> {
  const events: RoomEvent[] = [];
  const room = await openTestRoom({ onEvent: (event) => void events.push(event) });
  const refused = () => [
    ...new Set(events.flatMap((each) => (each.type === 'refused' ? [each.code] : []))),
  ];
  return { ...room, events, refused };
}

describe('what a room tells its host', () => {
  it('says when it has opened a page, and whether another owner had it [R96]', async () => {
    const { events, log, clock } = await openWatchedRoom();
    const page = { seq: 0, blocks: 7, memory: (events[0] as { memory?: number }).memory };
    expect(page.memory).to.be.greaterThan(0);
    expect(events).to.eql([{ type: 'opened', epoch: 1, previousOwnerQuietMs: null, ...page }]);
    clock.advance(1000);
    const next: RoomEvent[] = [];
    createRoom({
      ...{ log: log.of(new SimProcess()), clock },
      onEvent: (event) => void next.push(event),
    });
    await flushPromises();
    expect(next).to.eql([{ type: 'opened', epoch: 2, previousOwnerQuietMs: 1000, ...page }]);
  });

  it('says what it has decided and how long it took, without what was edited [R96]', async () => {
    const { events, join, roomLog, clock } = await openWatchedRoom();
    const peer = await join('one', { accountId: 5 });
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
    peer.ops(0, title('Secret'), [{ type: 'remove-things', removedUuids: ['nowhere'] }], [null]);
    clock.advance(30);
    respond();
    await flushPromises();
    const stored = events.slice(1).map((each) => ({ ...each, memory: 'more than none' }));
    expect(stored).to.eql([
      {
        type: 'stored',
        memory: 'more than none',
        ops: [
          { accountId: 5, status: 'applied', code: undefined, waitedMs: 30 },
          { accountId: 5, status: 'rejected', code: 'gone', waitedMs: 30 },
          { accountId: 5, status: 'rejected', code: 'malformed', waitedMs: 30 },
        ],
        storingMs: 30,
      },
    ]);
    expect(JSON.stringify(events)).not.to.include('Secret');
  });

  it('says which messages and locks it has refused, with the code of each [R96]', async () => {
    const { events, join, refused, room } = await openWatchedRoom();
    const ada = await join('ada', { accountId: 1 });
    const viewer = await join('viewer', { accountId: 2, role: 'viewer' });
    const locks = { type: 'acquire-locks', thingUuids: ['a'], at: 0 };
    const cases: readonly (readonly [code: string, act: () => unknown])[] = [
      ['not_permitted', () => viewer.ops(0, title('A'))],
      ['malformed', () => ada.connection.receive({ type: 'nonsense' })],
      ['too_large', () => ada.connection.receive({ type: 'cursor', x: 'x'.repeat(1_000_001) })],
      ['ops_missing', () => ada.ops(7, title('A'))],
      ['seq_ahead', () => join('ahead', { accountId: 3 }, { lastSeq: 99 })],
      ['client_id_taken', () => join('ada', { accountId: 4 })],
      ['account_mismatch', () => join('x', {}, { authenticate: { accountId: 9 } })],
      ['protocol_too_new', () => join('y', {}, { protocol: 99 })],
      ['hello_first', () => room.connect(viewer).receive(locks)],
    ];
    for (const [code, act] of cases) {
      events.length = 0;
      await act();
      await flushPromises();
      expect(refused(), code).to.eql([code]);
    }
    events.length = 0;
    for (let sent = 0; sent < 300; sent += 1)
      ada.connection.receive({ type: 'cursor', point: null });
    expect(refused()).to.eql(['dropped']);
    events.length = 0;
    const other = await join('other', { accountId: 5 });
    other.connection.receive(locks);
    const third = await join('third', { accountId: 6 });
    third.connection.receive({ ...locks, thingUuids: ['a', 'nowhere'] });
    viewer.connection.receive(locks);
    expect(events).to.eql([
      { type: 'locks-refused', accountId: 6, code: 'locked_by_other', count: 1 },
      { type: 'locks-refused', accountId: 6, code: 'unknown_block', count: 1 },
      { type: 'locks-refused', accountId: 2, code: 'not_permitted', count: 1 },
    ]);
  });

  it('goes on if the host throws or rejects when it is told [R41, R96]', async () => {
    const failures: string[] = [];
    for (const onEvent of [
      (): never => {
        throw new Error('no metrics');
      },
      (): never => Promise.reject(new Error('no metrics')) as never,
    ]) {
      const rejected = await rejectedWhile(async () => {
        const onFailure = (error: unknown): void => void failures.push(String(error));
        const { join } = await openTestRoom({ onEvent, onFailure });
        const peer = await join('one');
        peer.ops(0, title('A'));
        await flushPromises();
        expect(peer.outcomes).to.eql(['applied']);
      });
      expect(rejected).to.eql([]);
    }
    expect(new Set(failures)).to.eql(new Set(['Error: no metrics']));
  });
});
