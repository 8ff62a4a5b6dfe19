import { expect } from 'chai';
import fc from 'fast-check';
import { readClientMessage, readRoomMessage } from '../collaboration/protocol/readMessage.ts';
import { PROTOCOL } from '../collaboration/protocol/limits.ts';
import type { StreamEntry } from '../collaboration/protocol/streamEntry.ts';
import { createRoom } from '../collaboration/room/Room.ts';
import type { Room } from '../collaboration/room/Room.ts';
import type { RoomConnection } from '../collaboration/room/RoomOptions.ts';
import type { RoomLog } from '../collaboration/room/RoomLog.ts';
import { SimClock } from '../collaboration/testing/SimClock.ts';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { equalJson } from '../model/json.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { expectTypedOutcome } from './expectTypedOutcome.ts';
import { mutate, objectMutations } from './hostileJson.ts';
import { makeTestBlock, makeTestPage, makeTestSection, makeTestText } from './makeTestPage.ts';

const page = makeTestPage([
  makeTestBlock('a'),
  makeTestText('t', 'Hi'),
  makeTestSection('g', { parentUuid: 's1' }),
  makeTestBlock('b', { parentUuid: 'g', content: { any: [] }, type: 'from-the-future' }),
]);
const position = { parentUuid: 's2', x: 0.1, y: 0.1, width: 0.2, height: 0.2, rotationDeg: 0 };

const hello = (clientId: string) => ({
  type: 'hello',
  protocol: PROTOCOL,
  editorVersion: EDITOR_VERSION,
  clientId,
  lastSeq: null,
  lastMid: 0,
  authenticate: { accountId: 1 },
});

const INTENTS: readonly object[] = [
  { type: 'add-things', things: [makeTestBlock('n'), makeTestBlock('o', { parentUuid: 'g' })] },
  {
    type: 'update-things',
    updated: [
      {
        uuid: 'a',
        position: { ...position, seenParentUuid: 's1' },
        zIndex: { to: 5, above: null },
      },
      { uuid: 's1', groupOrder: { to: 1, after: 's2' } },
      { uuid: 't', values: [{ path: ['content', 'color'], to: '#123456', guarded: true }] },
      { uuid: 'b', values: [{ path: ['content', 'any', '0'], to: { deep: [1] } }] },
    ],
  },
  { type: 'remove-things', removedUuids: ['g', 's2'] },
  { type: 'restore-things', things: [makeTestBlock('a')] },
  {
    type: 'update-page',
    partialPage: [
      { path: ['settings', 'title'], to: 'x', from: 'Test', guarded: true },
      { path: ['style', 'backgroundColor'], to: '#FFFFFF' },
      { path: ['isListed'], to: false },
    ],
  },
];

/** One of each message that a client may send, except parts of large ops. */
const MESSAGES: readonly object[] = [
  hello('mallory'),
  ...INTENTS.map((intent) => ({
    type: 'ops',
    after: 0,
    ops: [{ mid: 1, baseSeq: 0, intents: [intent], locks: { t: 1 } }],
  })),
  { type: 'catch-up', lastSeq: 0 },
  { type: 'acquire-locks', thingUuids: ['a', 't'], at: 5, held: { a: 1 } },
  { type: 'release-locks', thingUuids: ['a'] },
  {
    type: 'update-things',
    inProgress: true,
    updated: [{ uuid: 'a', position }],
    offset: { thingUuids: ['t'], dx: 0.1, dy: 0 },
  },
  { type: 'cursor', point: { x: 0.5, y: 0.5 } },
  { type: 'selection', thingUuids: ['a', 't'] },
];

/** A log that stores everything and never fails. */
function memoryLog(): RoomLog {
  const entries: StreamEntry[] = [];
  return {
    open: () =>
      Promise.resolve({
        epoch: 1,
        snapshot: { seq: 0, page, removed: [], horizonSeq: 0 },
        entries,
        previousOwnerQuietMs: null,
      }),
    append: (batch) => {
      entries.push(...batch.entries);
      return Promise.resolve({ ok: true });
    },
    renew: () => Promise.resolve(true),
    close: () => Promise.resolve(),
    entriesAfter: (seq) => Promise.resolve(entries.filter((entry) => entry.seq > seq)),
    clientState: () => Promise.resolve(null),
    entriesOf: () => Promise.resolve([]),
    saveSnapshot: () => Promise.resolve(),
  };
}

/** Waits until all pending promise callbacks have run. */
const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

function join(room: Room, clientId: string, received: unknown[]): RoomConnection {
  const connection = room.connect({
    session: { accountId: 1, role: 'editor' },
    send: (message) => received.push(message),
    close: (reason) => received.push(reason),
  });
  connection.receive(hello(clientId));
  return connection;
}

const mutated = fc
  .tuple(fc.constantFrom(...MESSAGES), objectMutations)
  .map(([message, mutations]) => mutate(message, mutations));

describe('hostile messages', function () {
  this.timeout(60_000);

  it('are parsed to a copy that is plain JSON or rejected, by rooms and by clients (law) [J7]', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, fc.anything()), (value) => {
        const outcome = expectTypedOutcome(() => readClientMessage(value));
        if (!('value' in outcome)) throw outcome.error;
        const { value: parsed } = outcome;
        if (parsed && parsed !== 'too_large') {
          const { message } = parsed;
          expect(message).not.to.equal(value);
          expect(equalJson(JSON.parse(JSON.stringify(message)), message)).to.equal(true);
        }
        expect(expectTypedOutcome(() => readRoomMessage(value))).to.have.property('value');
      }),
      { numRuns: 400 },
    );
  });

  it('leave a room with a valid page that still serves the other clients (law) [J7]', async () => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(mutated, { minLength: 1, maxLength: 8 }), async (messages) => {
        const clock = new SimClock();
        const room = createRoom({ log: memoryLog(), clock, maxBlocks: 40 });
        await flushPromises();
        const hostile = join(room, 'mallory', []);
        await flushPromises();
        for (const message of messages) {
          const outcome = expectTypedOutcome(() => hostile.receive(message));
          if ('error' in outcome) throw outcome.error;
          clock.advance(500);
          await flushPromises();
          parsePage((await room.read())?.page);
        }
        const before = await room.read();
        if ((before?.seq ?? 0) > 0) applied += 1;

        const received: unknown[] = [];
        const good = join(room, 'ada', received);
        await flushPromises();
        const things = [
          makeTestBlock('fresh', { parentUuid: before?.page.things.s2 ? 's2' : 's1' }),
        ];
        good.receive({
          type: 'ops',
          after: 0,
          ops: [{ mid: 1, baseSeq: 0, intents: [{ type: 'add-things', things }] }],
        });
        await flushPromises();
        const after = await room.read();
        expect(after?.page.things).to.have.property('fresh');
        expect(parsePage(after?.page)).to.eql(after?.page);
        await room.close();
      }),
      { numRuns: 120 },
    );
    expect(applied, 'too few mutated messages are valid').to.be.greaterThan(5);
  });

  it('that request a draft never make the room throw (law) [J7]', async () => {
    const room = createRoom({ log: memoryLog(), clock: new SimClock() });
    await flushPromises();
    const good = { type: 'request-draft', latestPublishedPage: { ID: 7, revision: 0 } };
    await fc.assert(
      fc.asyncProperty(fc.oneof(objectMutations, fc.anything()), async (mutations) => {
        const request = Array.isArray(mutations) ? mutate(good, mutations as never) : mutations;
        await room.draft(request);
      }),
      { numRuns: 1000 },
    );
    await room.close();
  });
});
