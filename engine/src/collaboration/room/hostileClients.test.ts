import { expect } from 'chai';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { openTestRoom, type TestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';
import { TestPeer } from '../testing/TestPeer.ts';
import { OpQueue } from './OpQueue.ts';
import type { RoomParts } from './RoomParts.ts';

const { partChars, maxOpChars } = ROOM_LIMITS;
const TEXT = 'x'.repeat(partChars);

const titleOp = (mid: number, title: string) => ({
  mid,
  baseSeq: 0,
  intents: [{ type: 'update-page', partialPage: [{ path: ['settings', 'title'], to: title }] }],
});

/** The parts of an op's JSON, padded with spaces to a size. */
function partsOf(json: string, mid: number, chars = 2 * partChars + 10): object[] {
  const text = json.padEnd(chars);
  const count = Math.ceil(chars / partChars);
  return Array.from({ length: count }, (_, index) => ({
    type: 'op-part',
    after: mid - 1,
    mid,
    index,
    chars,
    text: text.slice(index * partChars, (index + 1) * partChars),
  }));
}

const titleParts = (mid: number, title: string): object[] =>
  partsOf(JSON.stringify(titleOp(mid, title)), mid);

function send(peer: TestPeer, ...messages: readonly unknown[]): void {
  for (const message of messages) peer.connection.receive(message);
}

const errors = (peer: TestPeer): string[] => peer.of('error').map(({ code }) => code);
const receipts = (peer: TestPeer): number[] =>
  peer.of('op-part-received').map((each) => each.index);

/**
 * Runs `act` with a room, and expects that the room reports no error, stays open, and leaves no
 * rejection unhandled.
 */
async function withRoom(
  act: (room: TestRoom) => Promise<void>,
  parts: Partial<RoomParts> = {},
): Promise<void> {
  const failures: unknown[] = [];
  const unhandled = (reason: unknown): void => void failures.push(reason);
  process.prependListener('unhandledRejection', unhandled);
  try {
    const room = await openTestRoom({ onFailure: (error) => void failures.push(error), parts });
    await act(room);
    await flushPromises();
    expect(room.closed).to.eql([]);
  } finally {
    process.off('unhandledRejection', unhandled);
  }
  expect(failures).to.eql([]);
}

describe('a room with a hostile client', () => {
  it('applies no op whose parts are incomplete, reordered or of the wrong size, and ignores repeated parts [R43]', () =>
    withRoom(async ({ join }) => {
      const peer = await join('one');
      const [first, second, third] = titleParts(1, 'A');
      // Without the first, then with a gap, then in the wrong order.
      send(peer, second, first, third, { ...second, index: 2 }, { ...second, index: 1000 });
      expect(peer.of('resend')).to.have.length(1);
      expect(receipts(peer)).to.eql([0]);
      // Sizes that differ from the first part's, or from the text's.
      send(peer, { ...second, chars: maxOpChars }, { ...second, text: 'x' });
      send(
        peer,
        { ...second, text: `${TEXT}x` },
        { ...second, index: -1 },
        { ...second, chars: 0 },
      );
      send(peer, { ...first, chars: 1 }, second);
      expect(receipts(peer)).to.eql([0]);
      // The same part twice, and then a part of another op in between.
      send(peer, first, second, second, { ...second, mid: 2 }, third);
      await flushPromises();
      expect(peer.outcomes).to.eql(['applied']);
      send(peer, first, second, third);
      await flushPromises();
      expect(peer.outcomes).to.eql(['applied']);
    }));

  it('keeps one unfinished op of each connection: the newest [R44]', () =>
    withRoom(async ({ join, room }) => {
      const peer = await join('one');
      const one = titleParts(1, 'A');
      const two = titleParts(2, 'B').map((part) => ({ ...part, after: 0 }));
      send(peer, one[0], two[0], one[1], two[1], one[2], two[2]);
      await flushPromises();
      expect(peer.outcomes).to.eql(['applied']);
      expect((await room.read())?.page.settings.title).to.equal('B');
      // A connection that ends takes its parts with it, and another one cannot continue them.
      const three = titleParts(3, 'C');
      send(peer, three[0], three[1]);
      peer.connection.disconnected();
      const again = await join('one');
      send(peer, three[2]);
      send(again, three[2]);
      expect(again.of('resend')).to.eql([{ type: 'resend', lastMid: 2 }]);
      await flushPromises();
      expect((await room.read())?.seq).to.equal(1);
    }));

  it('charges for each first part and for each part that continues no op [R44]', () =>
    withRoom(async ({ join, clock }) => {
      const peer = await join('one', { accountId: 1 });
      const [first, second] = titleParts(1, 'A');
      for (let each = 0; each < 40; each++) send(peer, first);
      expect(receipts(peer).length).to.be.at.most(20);
      expect(errors(peer)).to.include('rate_limited');
      // Meanwhile an op with the same number is stored, so the parts are useless.
      const other = await join('two', { accountId: 2 });
      send(other, first);
      other.ops(0, titleOp(1, 'B').intents);
      await flushPromises();
      for (let each = 0; each < 60; each++) send(other, second);
      expect(errors(other)).to.include('rate_limited');
      clock.advance(ROOM_TIMES.partsExpireMs);
      expect(other.closed).to.equal(null);
    }));

  it('leaves space for the unfinished ops of other accounts [R44]', () =>
    withRoom(async ({ join, clock }) => {
      const parts = partsOf('[', 1, maxOpChars);
      const tabs: TestPeer[] = [];
      for (let tab = 0; tab < 10; tab++) {
        tabs.push(await join(`tab${String(tab)}`));
        clock.advance(100);
        send(tabs[tab] as TestPeer, ...parts.slice(0, -1));
      }
      expect(tabs.map((tab) => receipts(tab).length)).to.eql([39, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
      expect(tabs.slice(1).every((tab) => errors(tab).includes('rate_limited'))).to.equal(true);
      const other = await join('other', { accountId: 2 });
      send(other, ...titleParts(1, 'A'));
      await flushPromises();
      expect(other.outcomes).to.eql(['applied']);
      // Without another part, the op is dropped.
      clock.advance(ROOM_TIMES.partsExpireMs);
      send(tabs[0] as TestPeer, parts.at(-1));
      expect(tabs[0]?.of('resend')).to.have.length(1);
    }));

  it('stores nothing of an op whose sender loses its role between the parts [R17, R43]', () =>
    withRoom(async ({ join, room, log }) => {
      const peer = await join('one', { role: 'editor' });
      const [first, second, third] = titleParts(1, 'A');
      send(peer, first, second);
      peer.connection.setRole('viewer');
      send(peer, third);
      expect(errors(peer)).to.eql(['not_permitted']);
      // With the role back, the op starts with its first part.
      peer.connection.setRole('editor');
      send(peer, third);
      expect(peer.of('resend')).to.have.length(1);
      await flushPromises();
      expect(log.entries).to.eql([]);
      send(peer, first, second, third);
      await flushPromises();
      expect((await room.read())?.page.settings.title).to.equal('A');
    }));

  it('decides on an op sent in parts by the locks held when the last part arrives [R23, R43]', () =>
    withRoom(async ({ join }) => {
      const uuid = Object.values(firstPage().things).find(({ parentUuid }) => parentUuid)?.uuid;
      const peer = await join('one');
      const other = await join('two', { accountId: 2 });
      const values = [{ path: ['altText'], to: 'A' }];
      const op = {
        mid: 1,
        baseSeq: 0,
        intents: [{ type: 'update-things', updated: [{ uuid, values }] }],
      };
      const [first, second, third] = partsOf(JSON.stringify(op), 1);
      send(peer, first, second);
      send(other, { type: 'acquire-locks', thingUuids: [uuid], at: 0 });
      send(peer, third);
      await flushPromises();
      expect(peer.outcomes).to.eql(['locked_by_other']);
    }));

  it('rejects ops that are deeply nested, have too many values or target a prototype, and continues [R18, R43]', () =>
    withRoom(async ({ join, clock, room }) => {
      const keys = (count: number): string =>
        Array.from({ length: count }, (_, index) => `"!${String(index)}":"x"`).join(',');
      const bombs = [
        `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`,
        `{"mid":2,"baseSeq":0,"intents":[${'{},'.repeat(1_000_001)}0]}`,
        `{"mid":3,"baseSeq":0,"intents":[${'0,'.repeat(900_000)}0]}`,
        `{"mid":4,"baseSeq":0,"intents":[0],"locks":{${keys(200_000)}}}`,
        '{"mid":5,"baseSeq":0,"intents":[{"type":"replace-page","__proto__":{"isAdmin":true}}]}',
        '{"mid":6,"baseSeq":0,"intents":[{"type":"replace-page","settings":{"constructor":{}}}]}',
        '{"mid":1,"baseSeq":0,"intents":[]}',
        'null',
      ];
      const peer = await join('one');
      for (const [index, bomb] of bombs.entries()) {
        clock.advance(20_000);
        send(peer, ...partsOf(bomb, index + 1, Math.max(bomb.length, partChars + 1)));
        await flushPromises();
      }
      expect(peer.outcomes).to.eql(bombs.map(() => 'malformed'));
      expect(({} as Record<string, unknown>).isAdmin).to.equal(undefined);
      // The same in whole messages, of which those with too many locks are ignored.
      const locks = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`b${String(index)}`, 1]));
      clock.advance(20_000);
      const { maxLocksPerOp } = ROOM_LIMITS;
      for (const count of [40_000, maxLocksPerOp + 1, maxLocksPerOp])
        send(peer, {
          type: 'ops',
          after: 8,
          ops: [{ ...titleOp(9, String(count)), locks: locks(count) }],
        });
      await flushPromises();
      expect(peer.outcomes).to.have.length(bombs.length + 1);
      expect((await room.read())?.page.settings.title).to.equal(String(maxLocksPerOp));
    }));

  it('never replaces the page with an invalid one [R2, R45]', () =>
    withRoom(async ({ join, room }) => {
      const { settings, style, things } = firstPage();
      const blocks = Object.values(things);
      const [section] = blocks.filter(({ parentUuid }) => parentUuid === undefined);
      const replace = (more: object) => [
        { type: 'replace-page', settings, style, things: blocks, ...more },
      ];
      const before = await room.read();
      const attempts = [
        { things: [] },
        { things: [{ ...section, parentUuid: section?.uuid }] },
        { things: [{ ...section, uuid: '__proto__' }] },
        { things: [{ ...section, uuid: 'toString' }] },
        { things: [...blocks, { ...section, uuid: 'prototype' }] },
        { things: [section, { ...section, uuid: 'b', parentUuid: 'hasOwnProperty' }] },
        { things: [section, { uuid: 'b', parentUuid: null }] },
        { things: [{ uuid: 'b' }] },
        { settings: null },
        { settings: { ...settings, referenceWidth: -1 } },
        { style: [] },
      ];
      const peer = await join('one');
      for (const [index, attempt] of attempts.entries()) peer.ops(index, replace(attempt));
      await flushPromises();
      expect(peer.outcomes).to.have.length(attempts.length);
      expect(new Set(peer.outcomes)).not.to.include('applied');
      expect((await room.read())?.page).to.deep.include({ things: before?.page.things, settings });
    }));

  it('stops tracking client ids that no connection uses any more [R57]', async () => {
    const queue = new OpQueue();
    const act = async ({ join, room }: TestRoom): Promise<void> => {
      const watcher = await join('watcher', { accountId: 2 });
      const peer = await join('one');
      const thingUuids = Object.keys(firstPage().things).slice(0, 1);
      send(peer, { type: 'cursor', point: { x: 1, y: 1 } });
      send(peer, { type: 'acquire-locks', thingUuids, at: 0 });
      peer.hello('two');
      peer.hello('three');
      await flushPromises();
      peer.connection.disconnected();
      // One leaves while its op is being stored, and one before it is welcomed.
      const busy = await join('busy');
      busy.ops(0, titleOp(1, 'A').intents);
      busy.connection.disconnected();
      const hasty = new TestPeer(room, {});
      hasty.hello('hasty');
      hasty.connection.disconnected();
      await flushPromises();
      expect(watcher.outcomes).to.eql(['applied']);
      const tracked = ['one', 'two', 'three', 'busy', 'hasty', 'watcher'].filter(
        (clientId) => queue.accountOf(clientId) !== null,
      );
      expect(tracked).to.eql(['watcher']);
    };
    await withRoom(act, { createQueue: () => queue });
  });

  it('counts malformed messages, and refuses a flood of them unparsed [R55]', () =>
    withRoom(async ({ join, clock }) => {
      const flooder = await join('one', { accountId: -1, role: 'viewer' });
      let reads = 0;
      const malformed = {
        type: 'acquire-locks',
        at: 0,
        thingUuids: Array.from({ length: 10_000 }, () => 'x'.repeat(80)),
        get held() {
          reads += 1;
          return {};
        },
      };
      for (let each = 0; each < 100; each++) send(flooder, malformed);
      expect(errors(flooder)).to.include('rate_limited');
      // Measuring reads once; parsing reads again.
      expect(reads).to.be.within(100, 100 + 10);
      clock.advance(30_000);
      flooder.received.length = 0;
      const tooLarge = { type: 'selection', thingUuids: ['x'.repeat(1_000_000)] };
      for (let each = 0; each < 20; each++) send(flooder, tooLarge);
      expect(errors(flooder)).to.include('too_large');
      send(flooder, { type: 'catch-up', lastSeq: 0 });
      expect(errors(flooder).at(-1)).to.equal('rate_limited');
      // Others are not affected.
      const other = await join('two');
      send(other, { type: 'ops', after: 0, ops: [titleOp(1, 'A')] });
      await flushPromises();
      expect(other.outcomes).to.eql(['applied']);
    }));

  it('takes a message of the limit for each malformed one, and closes a connection that sends 100 [R19, R55]', () =>
    withRoom(async ({ join, clock }) => {
      const { maxMalformedMessages, messagesPerSecond } = ROOM_LIMITS;
      const attacker = await join('one', { accountId: -1, role: 'viewer' });
      const honest = await join('two', { accountId: 2 });
      const malformed = { type: 'selection', thingUuids: ['!'] };
      const lock = { type: 'release-locks', thingUuids: ['a'] };
      const accepted = (peer: TestPeer): number => {
        const before = errors(peer).length;
        for (let each = 0; each < 300; each++) send(peer, lock);
        return 300 - (errors(peer).length - before);
      };
      clock.advance(10_000);
      for (let each = 0; each < 90; each++) send(attacker, malformed);
      expect(accepted(attacker)).to.equal(ROOM_LIMITS.messageBurst - 90);
      // Without messages left, they are not parsed.
      let reads = 0;
      const watched = {
        type: 'selection',
        get thingUuids() {
          reads += 1;
          return ['!'];
        },
      };
      for (let each = 0; each < 50; each++) send(attacker, watched);
      expect(reads).to.equal(50);
      expect(attacker.closed).to.equal(null);
      clock.advance(1000);
      expect(accepted(attacker)).to.equal(messagesPerSecond);
      clock.advance(1000);
      for (let each = 90; each < maxMalformedMessages; each++) {
        expect(attacker.closed).to.equal(null);
        send(attacker, malformed);
      }
      expect(attacker.closed).to.equal('malformed_messages');
      expect(honest.closed).to.equal(null);
    }));

  it('sends the smallest presence first, and few of the large selections of many viewers [R56]', () =>
    withRoom(async ({ join, clock }) => {
      const watcher = await join('watcher');
      const ids = Array.from({ length: 1000 }, (_, index) => `b${String(index)}`.padEnd(64, 'x'));
      const viewers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          join(`v${String(index)}`, { accountId: -1, role: 'viewer' }),
        ),
      );
      const honest = await join('honest', { accountId: 2 });
      for (let each = 0; each < 60; each++) {
        for (const viewer of viewers) send(viewer, { type: 'selection', thingUuids: ids });
        send(honest, { type: 'cursor', point: { x: each, y: 0 } });
        clock.advance(50);
      }
      const sent = watcher.of('presence');
      expect(JSON.stringify(sent).length).to.be.below(1_000_000);
      const cursors = sent.flatMap(({ changed }) => changed.filter(({ cursor }) => cursor));
      expect(cursors.length).to.be.at.least(8);
      const late = await join('late', { accountId: 3 });
      expect(JSON.stringify(late.of('welcome')[0]?.present).length).to.be.below(110_000);
      expect(late.of('welcome')[0]?.present.map(({ clientId }) => clientId)).to.include('honest');
    }));
});
