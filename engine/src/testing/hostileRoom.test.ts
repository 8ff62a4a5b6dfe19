import { expect } from 'chai';
import fc from 'fast-check';
import {
  measureClientMessage,
  readClientMessage,
  readRoomMessage,
} from '../collaboration/protocol/readMessage.ts';
import { PROTOCOL } from '../collaboration/protocol/limits.ts';
import { splitText } from '../collaboration/protocol/opParts.ts';
import type { StreamEntry } from '../collaboration/protocol/streamEntry.ts';
import { createRoom, Room } from '../collaboration/room/Room.ts';
import type { RoomConnection } from '../collaboration/room/RoomOptions.ts';
import type { RoomLog } from '../collaboration/room/RoomLog.ts';
import { SimClock } from '../collaboration/testing/SimClock.ts';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { equalJson } from '../model/json.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { expectTypedOutcome } from './expectTypedOutcome.ts';
import { hostileText, jsonMutations, mutate, objectMutations } from './hostileJson.ts';
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

interface Typed {
  readonly type: string;
  readonly [field: string]: unknown;
}

const INTENTS: readonly Typed[] = [
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
    ],
  },
  { type: 'update-page', partialPage: [{ path: ['isListed'], to: false }] },
  { type: 'set-reference-width', px: 700, scale: true },
  { type: 'set-reference-width', px: 640, scale: false, from: page.settings.referenceWidth },
  { type: 'resize-section', section: 's1', width: 1.5, from: 1 },
  { type: 'slice-section', section: 's1', y: 0.05, by: 0.4 },
  { type: 'slice-section', section: 's2', y: 0.9, by: -0.5, replay: true },
  {
    type: 'replace-page',
    settings: page.settings,
    style: page.style,
    things: Object.values(page.things),
  },
];

/** One of each message that a client may send, except those with ops. */
const OTHER_MESSAGES: readonly Typed[] = [
  hello('mallory'),
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

/** A log that keeps every entry and never fails. */
function memoryLog(): RoomLog & { readonly entries: readonly StreamEntry[] } {
  const entries: StreamEntry[] = [];
  return {
    entries,
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

/** The size of the parts of ops: small, so that short ops have several. */
const PART_CHARS = 300;
const MAX_PARTS = 1000;

/** Mutated messages that may make up one op. */
interface Hostile {
  /** The type of the intent or message, and how it is sent. */
  readonly label: string;
  /** @param mid the number that the room expects for the sender's next op */
  readonly messages: (mid: number) => readonly unknown[];
  readonly [fc.toStringMethod]?: () => string;
}

/** Prints its messages when a law fails. */
const hostileOf = ({ label, messages }: Hostile): Hostile => ({
  label,
  messages,
  [fc.toStringMethod]: () => `${label}: ${fc.stringify(messages(1))}`,
});

const opOf = (mid: number, intent: object) => ({
  mid,
  baseSeq: 0,
  intents: [intent],
  locks: { t: 1 },
});

const mutatedMessage: fc.Arbitrary<Hostile> = fc
  .tuple(fc.constantFrom(...INTENTS, ...OTHER_MESSAGES), objectMutations)
  .map(([original, mutations]) => ({
    label: `${original.type} whole`,
    messages: (mid) => {
      const isIntent = INTENTS.includes(original);
      const message = { type: 'ops', after: mid - 1, ops: [opOf(mid, original)] };
      return [mutate(isIntent ? message : original, mutations)];
    },
  }));

/** Half of the mutations are left out, so that more ops are valid. */
const SOMETIMES = { freq: 2 };

/** An op in parts: its JSON, the JSON's text, its parts and their order may be mutated. */
const mutatedParts: fc.Arbitrary<Hostile> = fc
  .record({
    intent: fc.constantFrom(...INTENTS),
    mutations: fc.option(jsonMutations, SOMETIMES),
    splice: fc.option(
      fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), text: hostileText }),
      SOMETIMES,
    ),
    part: fc.option(
      fc.record({ index: fc.nat({ max: 5 }), mutations: objectMutations }),
      SOMETIMES,
    ),
    moved: fc.option(
      fc.record({ from: fc.nat({ max: 5 }), to: fc.nat({ max: 5 }), copied: fc.boolean() }),
      SOMETIMES,
    ),
  })
  .map(({ intent, mutations, splice, part, moved }) => ({
    label: `${intent.type} in parts`,
    messages: (mid) => {
      const op = opOf(mid, intent);
      // A mutation may delete the whole op.
      const json = JSON.stringify((mutations ? mutate(op, mutations) : op) ?? null);
      const at = Math.floor((splice?.at ?? 0) * json.length);
      const text = json.slice(0, at) + (splice?.text ?? '') + json.slice(at);
      const messages: unknown[] = splitText(text, PART_CHARS)
        .slice(0, MAX_PARTS)
        .map((each, index) => ({
          ...{ type: 'op-part', after: mid - 1, mid, index },
          ...{ chars: text.length, text: each },
        }));
      if (part && part.index < messages.length)
        messages[part.index] = mutate(messages[part.index], part.mutations);
      if (moved) {
        const chosen = messages.slice(moved.from, moved.from + 1);
        if (!moved.copied) messages.splice(moved.from, 1);
        messages.splice(moved.to, 0, ...chosen);
      }
      return messages;
    },
  }));

const hostile = fc.oneof(mutatedMessage, mutatedParts).map(hostileOf);

describe('hostile messages', function () {
  this.timeout(300_000);

  /** One mutated message of any kind. */
  const message = fc
    .tuple(hostile, fc.nat({ max: 5 }))
    .map(([{ messages }, index]) => messages(1)[index] ?? messages(1)[0]);

  it('are parsed to a copy that is plain JSON or rejected; no reader throws (law) [J7]', () => {
    fc.assert(
      fc.property(fc.oneof(message, fc.anything()), (value) => {
        const outcome = expectTypedOutcome(() => readClientMessage(value));
        if (!('value' in outcome)) throw outcome.error;
        expect(expectTypedOutcome(() => measureClientMessage(value))).to.have.property('value');
        const { value: message } = outcome;
        if (message) {
          expect(message).not.to.equal(value);
          expect(equalJson(JSON.parse(JSON.stringify(message)), message)).to.equal(true);
        }
        expect(expectTypedOutcome(() => readRoomMessage(value))).to.have.property('value');
      }),
      { numRuns: 400 },
    );
  });

  it('leave a room with a valid page that still serves the other clients (law) [J7]', async () => {
    const applied = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 8 }), async (sent) => {
        const clock = new SimClock();
        const log = memoryLog();
        const failures: unknown[] = [];
        const onFailure = (error: unknown): void => void failures.push(error);
        const options = { log, clock, maxBlocks: 40, onFailure };
        const room = new Room(options, { partChars: PART_CHARS });
        await flushPromises();
        const mallory = join(room, 'mallory', []);
        await flushPromises();
        for (const { label, messages } of sent) {
          const seq = (await room.read())?.seq ?? 0;
          const mid =
            (log.entries.findLast(({ clientId }) => clientId === 'mallory')?.mid ?? 0) + 1;
          for (const message of messages(mid)) {
            const outcome = expectTypedOutcome(() => mallory.receive(message));
            if ('error' in outcome) throw outcome.error;
          }
          clock.advance(500);
          await flushPromises();
          parsePage((await room.read())?.page);
          // After a failure, the other users have to join again.
          expect(failures).to.eql([]);
          if (log.entries.some((entry) => entry.seq > seq && entry.status !== 'rejected'))
            applied.add(label);
        }
        const before = await room.read();
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
      { numRuns: 200 },
    );
    for (const way of ['whole', 'in parts'])
      for (const types of [/^(add|update|remove)-/, /^(set-reference|resize|slice|replace)-/])
        expect(
          [...applied].filter((label) => label.endsWith(way) && types.test(label)),
          'too few mutated messages are valid',
        ).not.to.eql([]);
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
