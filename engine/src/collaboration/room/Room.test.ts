import { expect } from 'chai';
import { z } from 'zod';
import { defineBlock } from '../../blocks/BlockDefinition.ts';
import { defineKit } from '../../blocks/defineKit.ts';
import type { Kit } from '../../blocks/Kit.ts';
import { makeTestBlock } from '../../testing/makeTestPage.ts';
import { richTextFromPlain } from '../../text/richText.ts';
import { EDITOR_VERSION } from '../../constants/editorVersion.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { splitText } from '../protocol/opParts.ts';
import { LogReplay } from '../testing/replayLog.ts';
import { SimLog } from '../testing/SimLog.ts';
import { SimClock } from '../testing/SimClock.ts';
import { SimProcess } from '../testing/SimProcess.ts';
import { openTestRoom as open } from '../testing/openTestRoom.ts';
import { TestPeer } from '../testing/TestPeer.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { firstPage, oldFirstPage } from '../testing/Simulation.ts';
import { createRoom } from './Room.ts';
import type { RoomLog } from './RoomLog.ts';

const title = (to: string) => [
  { type: 'update-page', partialPage: [{ path: ['settings', 'title'], to }] },
];
const opacity = (uuid: string, to: unknown) => [
  { type: 'update-things', updated: [{ uuid, values: [{ path: ['styles', 'opacity'], to }] }] },
];
const typed = (uuid: string, text: string) => [
  {
    type: 'update-things',
    updated: [{ uuid, values: [{ path: ['content', 'text'], to: richTextFromPlain(text) }] }],
  },
];
const remove = (...removedUuids: string[]) => [{ type: 'remove-things', removedUuids }];

/** Advances the clock one second at a time, and lets promises settle after each. */
async function pass(clock: SimClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    clock.advance(Math.min(1000, left));
    await flushPromises();
  }
}

describe('a room', () => {
  it('welcomes clients with the page, or with the entries they missed [R16]', async () => {
    const { join } = await open();
    const one = await join('one');
    expect(one.of('welcome')[0]).to.deep.include({ role: 'owner', seq: 0, lastMid: 0, epoch: 1 });
    expect(one.of('welcome')[0]?.page).to.deep.equal({ ...firstPage(), revision: 0 });
    one.ops(0, title('A'), title('B'));
    await flushPromises();
    const two = await join('two', {}, { lastSeq: 1 });
    const [welcome] = two.of('welcome');
    expect(welcome?.page).to.equal(undefined);
    expect(welcome?.entries.map(({ seq }) => seq)).to.eql([2]);
    const back = await join('one', {}, { lastMid: 1 });
    expect(back.of('welcome')[0]).to.deep.include({ lastMid: 2, seq: 2 });
    expect(back.of('welcome')[0]?.acknowledged.map(({ mid }) => mid)).to.eql([2]);
  });

  it('takes the identity from the session, not from messages [R17]', async () => {
    const { join, log } = await open();
    const forged = await join('one', {}, { authenticate: { accountId: 99 } });
    expect(forged.of('error').map(({ code }) => code)).to.eql(['account_mismatch']);
    const owner = await join('mine');
    owner.ops(0, title('A'));
    await flushPromises();
    const thief = await join('mine', { accountId: 2 });
    expect(thief.of('error').map(({ code }) => code)).to.eql(['client_id_taken']);
    thief.ops(0, title('B'));
    await flushPromises();
    expect(thief.of('error').at(-1)?.code).to.equal('hello_first');
    expect(log.entries).to.have.length(1);
  });

  it('neither applies nor logs ops of clients that may not write [R17]', async () => {
    const { join, log } = await open();
    for (const role of ['viewer', 'sampler'] as const) {
      const peer = await join(role, { role, accountId: role.length });
      peer.ops(0, title('A'));
      peer.connection.receive({ type: 'acquire-locks', thingUuids: ['a'], at: 1 });
      await flushPromises();
      expect(peer.of('error').map(({ code }) => code)).to.eql(['not_permitted']);
      expect(peer.of('lock-refused').map(({ code }) => code)).to.eql(['not_permitted']);
      peer.connection.setRole('editor');
      peer.ops(0, title(role));
      await flushPromises();
      expect(peer.of('role')[0]).to.include({ role: 'editor' });
    }
    const editor = await join('editor', { role: 'editor', accountId: 9 });
    editor.ops(0, [{ type: 'update-page', partialPage: [{ path: ['isPublic'], to: false }] }]);
    await flushPromises();
    expect(editor.outcomes).to.eql(['not_permitted']);
    expect(log.entries.map(({ status }) => status)).to.eql(['applied', 'applied', 'rejected']);
  });

  it('ignores malformed messages [R18]', async () => {
    const { join, room, log } = await open();
    const peer = await join('one');
    const cyclic: Record<string, unknown> = { type: 'cursor' };
    cyclic.point = cyclic;
    const deep = JSON.parse('['.repeat(3000) + ']'.repeat(3000)) as unknown;
    const nonsense: unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      { type: 'ops' },
      { type: '__proto__' },
      deep,
    ];
    for (const each of [...nonsense, cyclic, JSON.parse('{"type":"hello","__proto__":{"a":1}}')])
      peer.connection.receive(each);
    peer.connection.receive({ type: 'catch-up', lastSeq: 0, more: 'x'.repeat(1_100_000) });
    peer.ops(0, [{ type: 'unheard of' }], opacity('a', 7), opacity('a', 0.5));
    await flushPromises();
    expect(peer.outcomes).to.eql(['malformed', 'invalid_block', 'applied']);
    const wrong = log.entries[1];
    expect(wrong?.details).to.include({ path: 'things.a.styles.opacity' });
    expect(peer.of('error').map(({ code }) => code)).to.include('too_large');
    expect((await room.read())?.page.things.a?.styles.opacity).to.equal(0.5);
    expect(({} as { a?: number }).a).to.equal(undefined);
  });

  it('limits a client that floods it without affecting the others [R19]', async () => {
    const { join, clock, log } = await open();
    const flood = await join('flood');
    const calm = await join('calm', { accountId: 2 });
    for (let batch = 0; batch < 30; batch++)
      flood.ops(batch * 100, ...Array.from({ length: 100 }, () => title('flood')));
    calm.ops(0, title('calm'));
    await flushPromises();
    expect(log.entries.length).to.be.at.most(1001);
    expect(log.entries.some(({ clientId }) => clientId === 'calm')).to.equal(true);
    const limited = flood.of('error').find(({ code }) => code === 'rate_limited');
    expect(limited?.retryAfterMs).to.be.greaterThan(0);
    clock.advance(limited?.retryAfterMs ?? 0);
    flood.ops(1000, title('again'));
    await flushPromises();
    expect(log.entries.at(-1)).to.include({ clientId: 'flood', mid: 1001 });
    const uuids = Array.from({ length: 101 }, (_, index) => `x${String(index)}`);
    calm.connection.receive({ type: 'acquire-locks', thingUuids: uuids, at: 1 });
    await flushPromises();
    expect(calm.of('lock-acquired'), 'more locks than one request may name').to.eql([]);
    for (let each = 0; each < 400; each++)
      calm.connection.receive({ type: 'catch-up', lastSeq: 0 });
    expect(calm.of('error').map(({ code }) => code)).to.include('rate_limited');
  });

  it('applies an op that arrives in parts, as a whole or not at all [R43]', async () => {
    const { join, log, clock } = await open();
    const peer = await join('one');
    const send = (mid: number, text: string, more: object = {}) => {
      const parts = splitText(text, ROOM_LIMITS.partChars);
      return parts.map((part, index) => () => {
        const message = {
          type: 'op-part',
          after: mid - 1,
          mid,
          index,
          chars: text.length,
          text: part,
        };
        peer.connection.receive({ ...message, ...more });
      });
    };
    const opOf = (mid: number, chars = 500_000) => {
      const things = [makeTestBlock(`n${String(mid)}`), makeTestBlock(`m${String(mid)}`)];
      const note = 'x'.repeat(chars);
      return JSON.stringify({ mid, baseSeq: 0, intents: [{ type: 'add-things', things }], note });
    };
    const receipts = () => peer.of('op-part-received').map(({ index }) => index);
    const [first, second, third] = send(1, opOf(1));
    first?.();
    second?.();
    second?.();
    await flushPromises();
    expect([receipts(), log.entries.length]).to.eql([[0, 1], 0]);
    third?.();
    await flushPromises();
    expect([receipts(), peer.outcomes]).to.eql([[0, 1, 2], ['applied']]);
    third?.();
    first?.();
    expect(receipts()).to.eql([0, 1, 2]);
    // A part out of order is ignored. After a pause of 30 s, the sender starts over.
    const [start, next, last] = send(2, opOf(2));
    start?.();
    last?.();
    expect(receipts()).to.eql([0, 1, 2, 0]);
    clock.advance(29_000);
    next?.();
    expect(receipts()).to.eql([0, 1, 2, 0, 1]);
    clock.advance(30_000);
    last?.();
    expect(peer.of('resend')).to.eql([{ type: 'resend', lastMid: 1 }]);
    for (const part of send(2, opOf(2))) part();
    await flushPromises();
    expect(peer.outcomes).to.eql(['applied', 'applied']);
    // Anything that is not an op is rejected, so that its sender does not repeat it.
    for (const part of send(3, 'x'.repeat(250_000))) part();
    for (const part of send(4, opOf(9))) part();
    for (const part of send(5, `[${'0,'.repeat(1_100_000)}0]`)) part();
    await flushPromises();
    expect(peer.outcomes.slice(2)).to.eql(['malformed', 'malformed', 'malformed']);
    const viewer = await join('two', { accountId: 2, role: 'viewer' });
    const part = { type: 'op-part', after: 0, mid: 1, index: 0, chars: 300_000, text: 'x' };
    viewer.connection.receive(part);
    expect(viewer.of('error')[0]?.code).to.equal('not_permitted');
  });

  it('counts an op in parts once against the limits, and limits the memory for parts [R44]', async () => {
    const { join, clock } = await open();
    const max = ROOM_LIMITS.maxOpChars;
    const text = 'x'.repeat(ROOM_LIMITS.partChars);
    const part = (mid: number, index: number, more: object = {}) => ({
      type: 'op-part',
      after: 0,
      mid,
      index,
      chars: max,
      text,
      ...more,
    });
    const peers: TestPeer[] = [];
    for (let each = 0; each < 5; each++) {
      const peer = await join(`c${String(each)}`, { accountId: each + 1 });
      peers.push(peer);
      // The hello counts as well.
      clock.advance(100);
      // All parts but the last: 7.8 of 8 million characters.
      for (let index = 0; index < 39; index++) peer.connection.receive(part(1, index));
    }
    const [one, , , , five] = peers as [TestPeer, TestPeer, TestPeer, TestPeer, TestPeer];
    expect(one.of('op-part-received')).to.have.length(39);
    expect(one.of('error')).to.eql([]);
    // 32 million characters for all clients: the fifth waits.
    expect(five.of('op-part-received')).to.have.length(4);
    expect(five.of('error')[0]).to.deep.include({ code: 'rate_limited', retryAfterMs: 1000 });
    // A second op of the same size has to wait until it fits the rate.
    one.connection.receive(part(1, 0));
    const [limited] = one.of('error');
    expect(limited?.code).to.equal('rate_limited');
    expect(limited?.retryAfterMs).to.be.within(14_000, 17_000);
    one.connection.disconnected();
    clock.advance(17_000);
    five.connection.receive(part(1, 0));
    expect(five.of('op-part-received')).to.have.length(5);
    // The cost of a command depends on the number of blocks, and only a few fit into one message.
    const busy = await join('busy', { accountId: 8 });
    const scale = { type: 'set-reference-width', px: 700, scale: true };
    busy.ops(0, [scale, scale, scale, scale, scale]);
    busy.ops(0, [scale, scale, scale], [scale, scale]);
    await flushPromises();
    expect(busy.of('stream')).to.eql([]);
    busy.ops(0, [scale, scale, scale, scale]);
    await flushPromises();
    expect(busy.outcomes).to.eql(['applied']);
    expect(busy.of('error')).to.eql([]);
    // Parts that are too small are not covered by what the first one was charged for.
    const flood = await join('flood', { accountId: 9 });
    flood.connection.receive(part(1, 0, { chars: 900_000 }));
    for (let index = 1; index < 400; index++)
      flood.connection.receive(part(1, 1, { chars: 900_000, text: 'x' }));
    expect(flood.of('op-part-received')).to.have.length(1);
    expect(flood.of('error').map(({ code }) => code)).to.include('rate_limited');
  });

  it('closes the connection of a reader that stalls [R19]', async () => {
    const { join } = await open();
    const slow = await join('slow');
    const quick = await join('quick', { accountId: 2 });
    slow.buffered = 5 * 1024 * 1024;
    quick.ops(0, title('A'));
    await flushPromises();
    expect(slow.closed).to.equal('too_slow');
    expect(quick.outcomes).to.eql(['applied']);
  });

  it('requires an upgrade from clients with an old protocol, and lets old editors view the page [R20]', async () => {
    const { join } = await open();
    const oldest = await join('oldest', {}, { protocol: 0 });
    expect(oldest.of('upgrade-required')).to.have.length(1);
    expect(oldest.closed).to.equal('upgrade_required');
    const old = await join('old', {}, { protocol: 1 });
    expect(old.of('welcome')).to.have.length(1);
    const newer = await join('newer', {}, { protocol: 3 });
    expect(newer.of('error')[0]?.code).to.equal('protocol_too_new');
    const page = firstPage();
    const settings = { ...page.settings, editorVersion: '0.9.0' };
    const clock = new SimClock();
    const log = new SimLog({ ...page, settings }, clock, () => Promise.resolve());
    const later = createRoom({ log: log.of(new SimProcess()), clock });
    await flushPromises();
    const peer = new TestPeer(later);
    peer.hello('one');
    await flushPromises();
    expect(peer.of('welcome')[0]?.readOnly).to.equal(true);
    peer.ops(0, title('A'));
    await flushPromises();
    expect(peer.of('error')[0]?.code).to.equal('read_only');
    expect((await later.read())?.seq).to.equal(0);
  });

  it('requests missing ops again, and applies each once [R5]', async () => {
    const { join, log } = await open();
    const peer = await join('one');
    peer.ops(3, title('late'));
    await flushPromises();
    expect(peer.of('resend')).to.eql([{ type: 'resend', lastMid: 0 }]);
    peer.ops(0, title('A'), title('B'));
    peer.ops(0, title('A'), title('B'), title('C'));
    await flushPromises();
    expect(log.entries.map(({ mid }) => mid)).to.eql([1, 2, 3]);
    peer.connection.receive({ type: 'catch-up', lastSeq: 1 });
    expect(
      peer
        .of('stream')
        .at(-1)
        ?.entries.map(({ seq }) => seq),
    ).to.eql([2, 3]);
  });

  it('tells everyone what was published, and its host about a mistake in that [R21]', async () => {
    const { join, room } = await open();
    const peer = await join('one');
    const published = {
      seq: 1,
      page: { revision: 1, updatedAt: '2026-01-02T00:00:00.000Z' },
      publishedBy: { accountId: 1, name: 'Ada' },
    };
    room.announcePublished(published);
    expect(peer.of('update-with-published-page')).to.eql([
      { type: 'update-with-published-page', ...published },
    ]);
    const announce = (wrong: object) => () => room.announcePublished({ ...published, ...wrong });
    expect(announce({ seq: -1 })).to.throw('published.seq');
    expect(announce({ publishedBy: { name: 'Ada' } })).to.throw('published.publishedBy.accountId');
  });

  it('returns a draft that is newer than the published page [R21]', async () => {
    const { join, room } = await open();
    const requestDraft = (revision: number, ID = 7) =>
      room.draft({ type: 'request-draft', latestPublishedPage: { ID, revision, title: 'x' } });
    expect(await requestDraft(0)).to.eql({ type: 'send-draft', body: { draft: null } });
    const peer = await join('one');
    peer.ops(0, title('A'));
    await flushPromises();
    expect((await requestDraft(0))?.body.draft?.seq).to.equal(1);
    expect((await requestDraft(1))?.body.draft).to.equal(null);
    expect(await requestDraft(0, 8)).to.equal(null);
    expect(await room.draft({ type: 'nonsense' })).to.equal(null);
  });

  it('broadcasts presence at most 20 times a second, and never stores it [R22]', async () => {
    const { join, clock, log } = await open();
    const one = await join('one');
    const two = await join('two', { accountId: 2 });
    for (let x = 0; x < 60; x++) one.connection.receive({ type: 'cursor', point: { x, y: 0 } });
    one.connection.receive({ type: 'selection', thingUuids: ['a'] });
    const position = { parentUuid: 's1', x: 1, y: 1, width: 1, height: 1, rotationDeg: 0 };
    const updated = [{ uuid: 'a', position }];
    one.connection.receive({ type: 'update-things', inProgress: true, updated });
    clock.advance(50);
    expect(two.of('presence')).to.have.length(1);
    const [shown] = two.of('presence')[0]?.changed ?? [];
    expect(shown).to.deep.include({ clientId: 'one', name: 'Ada', cursor: { x: 59, y: 0 } });
    expect(shown?.inProgress?.updated).to.have.length(1);
    const three = await join('three', { accountId: 3 });
    expect(three.of('welcome')[0]?.present.map(({ clientId }) => clientId)).to.eql(['one']);
    one.connection.receive({ type: 'update-things', inProgress: true, updated: [] });
    clock.advance(50);
    expect(two.of('presence')[1]?.changed[0]?.inProgress).to.equal(null);
    one.connection.disconnected();
    clock.advance(50);
    expect(two.of('presence')[2]?.left).to.eql(['one']);
    two.connection.receive({ type: 'cursor', point: { x: 1, y: 1 } });
    clock.advance(4000);
    const four = await join('four', { accountId: 4 });
    const expired = { clientId: 'two', accountId: 2, name: 'Ada', here: true };
    expect(four.of('welcome')[0]?.present, 'expired').to.eql([expired]);
    expect(log.entries).to.eql([]);
  });

  it('leases locks for 15 s, with 10 s to reconnect, and rejects edits by others until they end [R23]', async () => {
    const { join, clock } = await open();
    const one = await join('one');
    const two = await join('two', { accountId: 2 });
    const acquire = (peer: TestPeer, at = clock.now()) =>
      peer.connection.receive({ type: 'acquire-locks', thingUuids: ['a', 'nowhere'], at });
    acquire(one);
    expect(one.of('lock-acquired')[0]).to.deep.include({ at: clock.now() });
    expect(one.of('lock-refused')[0]).to.deep.include({
      thingUuids: ['nowhere'],
      code: 'unknown_block',
    });
    acquire(two);
    expect(two.of('lock-refused').map(({ code }) => code)).to.include('locked_by_other');
    two.ops(0, opacity('a', 0.5), remove('a'), title('free'));
    await flushPromises();
    expect(two.outcomes).to.eql(['locked_by_other', 'locked_by_other', 'applied']);
    await pass(clock, 14_000);
    acquire(one);
    await pass(clock, 14_000);
    expect(two.of('lock-released')).to.eql([]);
    one.connection.disconnected();
    await pass(clock, 9000);
    expect(two.of('lock-released')).to.eql([]);
    await pass(clock, 1001);
    expect(two.of('lock-released')[0]?.locks[0]).to.include({ thingUuid: 'a', clientId: 'one' });
    acquire(two);
    expect(two.of('lock-acquired').at(-1)?.locks[0]).to.include({
      thingUuid: 'a',
      clientId: 'two',
    });
    two.connection.receive({ type: 'release-locks', thingUuids: ['a', 'b'] });
    expect(two.of('lock-released')).to.have.length(2);
    // A holder that stays connected without renewing loses the lock as well.
    acquire(two);
    clock.advance(14_999);
    expect(two.of('lock-released')).to.have.length(2);
    clock.advance(1);
    expect(two.of('lock-released')[2]?.locks[0]).to.include({ thingUuid: 'a', clientId: 'two' });
  });

  it('rejects a text typed under a lost lock if someone else has edited the block [R24, R59]', async () => {
    const { join, clock, room } = await open();
    const one = await join('one');
    const two = await join('two', { accountId: 2 });
    one.connection.receive({ type: 'acquire-locks', thingUuids: ['t'], at: clock.now() });
    const epoch = one.of('lock-acquired')[0]?.locks[0]?.epoch ?? 0;
    const type = (mid: number, baseSeq: number, others: readonly unknown[] = []) =>
      one.connection.receive({
        type: 'ops',
        after: mid - 1,
        ops: [
          {
            ...{ mid, baseSeq, locks: { t: epoch } },
            intents: [...typed('t', `Text ${String(mid)}`), ...others],
          },
        ],
      });
    type(1, 0);
    await flushPromises();
    await pass(clock, 16_000);
    type(2, 1);
    await flushPromises();
    expect(one.outcomes).to.eql(['applied', 'applied']);
    two.ops(0, opacity('t', 1));
    await flushPromises();
    type(3, 2);
    two.connection.receive({ type: 'acquire-locks', thingUuids: ['t'], at: clock.now() });
    type(4, 3);
    await flushPromises();
    expect(one.outcomes.slice(-2)).to.eql(['lock_lost', 'locked_by_other']);
    two.connection.receive({ type: 'release-locks', thingUuids: ['t'] });
    type(5, 2);
    await flushPromises();
    expect(one.outcomes.at(-1)).to.equal('lock_lost');
    type(6, 2, opacity('a', 0.5));
    await flushPromises();
    expect(one.outcomes.at(-1)).to.equal('modified');
    const { things } = (await room.read())?.page ?? { things: {} };
    expect(things).to.have.nested.property('a.styles.opacity', 0.5);
    expect(JSON.stringify(things)).to.include('Text 2').and.to.not.include('Text 6');
  });

  it('does not renew what its appends confirm anyway, and renews in time once they end [R114]', async () => {
    const renewedMs: number[] = [];
    const { roomLog } = await open();
    const renew = (epoch: number): Promise<boolean> => {
      renewedMs.push(clock.now());
      return roomLog.renew(epoch);
    };
    const { clock, join } = await open({ log: { ...roomLog, renew } });
    const peer = await join('one');
    for (let mid = 1; mid <= 20; mid += 1) {
      peer.ops(mid - 1, title(String(mid)));
      await flushPromises();
      await pass(clock, 1000);
    }
    expect(renewedMs).to.eql([]);
    const lastAppendMs = clock.now() - 1000;
    await pass(clock, 30_000);
    expect(renewedMs).to.have.length.within(5, 6);
    for (const [index, ms] of renewedMs.entries())
      expect(ms - (renewedMs[index - 1] ?? lastAppendMs)).to.be.below(ROOM_TIMES.ownerFenceMs);
  });

  it('grants no new lock while another server may own the room [R12]', async () => {
    const { join, clock, log, roomLog } = await open();
    const fenced = { ...roomLog, renew: () => Promise.reject(new Error('no response')) };
    const other = await open({ log: fenced });
    const peer = new TestPeer(other.room);
    peer.hello('one');
    await flushPromises();
    other.clock.advance(11_000);
    peer.connection.receive({ type: 'acquire-locks', thingUuids: ['a'], at: 1 });
    expect(peer.of('lock-refused')[0]).to.include({ code: 'locks_recovering', retryAfterMs: 1000 });
    await join('two');
    clock.advance(1000);
    const next = createRoom({ log: log.of(new SimProcess()), clock });
    await flushPromises();
    const holder = new TestPeer(next);
    holder.hello('two');
    await flushPromises();
    const at = clock.now();
    holder.connection.receive({
      type: 'acquire-locks',
      thingUuids: ['a', 'b'],
      at,
      held: { a: 1 },
    });
    expect(holder.of('lock-acquired')[0]?.locks.map(({ thingUuid }) => thingUuid)).to.eql(['a']);
    expect(holder.of('lock-refused')[0]).to.deep.include({
      thingUuids: ['b'],
      code: 'locks_recovering',
    });
  });

  it('starts over from the log when an append fails, and lets clients rejoin [R3, R4]', async () => {
    let fails: 'throws' | 'conflicts' | null = null;
    const clock = new SimClock();
    const log = new SimLog(firstPage(), clock, () => Promise.resolve());
    const workingLog = log.of(new SimProcess());
    const flakyLog: RoomLog = {
      ...workingLog,
      open: () => (fails ? Promise.reject(new Error('down')) : workingLog.open()),
      append: (batch) => {
        if (fails === 'throws') return Promise.reject(new Error('down'));
        return fails ? Promise.resolve({ ok: false, code: 'conflict' }) : workingLog.append(batch);
      },
    };
    const room = createRoom({ log: flakyLog, clock });
    await flushPromises();
    for (const how of ['throws', 'conflicts'] as const) {
      const peer = new TestPeer(room);
      peer.hello('one');
      await flushPromises();
      fails = how;
      const { lastMid } = peer.of('welcome')[0] ?? { lastMid: -1 };
      peer.ops(lastMid, title(how));
      await flushPromises();
      expect(peer.closed).to.equal('room_failed');
      expect(peer.outcomes).to.eql([]);
      clock.advance(100);
      await flushPromises();
      fails = null;
      clock.advance(5000);
      await flushPromises();
      const back = new TestPeer(room);
      back.hello('one');
      await flushPromises();
      back.ops(lastMid, title(how));
      await flushPromises();
      expect(back.outcomes).to.eql(['applied']);
    }
    expect((await room.read())?.page.settings.title).to.equal('conflicts');
  });

  it('closes when another owner has taken the room over [R6]', async () => {
    const { join, log, clock, closed, room } = await open();
    const one = await join('one');
    const next = createRoom({ log: log.of(new SimProcess()), clock });
    await flushPromises();
    one.ops(0, title('stale'));
    await flushPromises();
    expect([one.closed, closed]).to.eql(['room_moved', ['room_moved']]);
    expect(log.entries).to.eql([]);
    expect(await room.read()).to.equal(null);
    const late = new TestPeer(room);
    expect(late.closed).to.equal('room_closed');
    const third = await open();
    const other = createRoom({ log: third.log.of(new SimProcess()), clock: third.clock });
    await flushPromises();
    const ahead = await third.join('one', {}, { lastSeq: 5 });
    expect(ahead.closed).to.equal('room_moved');
    const liar = new TestPeer(other);
    liar.hello('liar', { lastSeq: 99 });
    await flushPromises();
    expect(liar.of('welcome')[0]).to.deep.include({ seq: 0 });
    expect((await next.read())?.epoch).to.equal(2);
    third.clock.advance(5000);
    await flushPromises();
    expect(third.closed).to.eql(['room_moved']);
  });

  it('migrates an older page with an op of its own before admitting clients [R30]', async () => {
    const clock = new SimClock();
    let failures = 1;
    const log = new SimLog(oldFirstPage(), clock, () => Promise.resolve());
    const workingLog = log.of(new SimProcess());
    const reported: unknown[] = [];
    const flakyLog: RoomLog = {
      ...workingLog,
      append: (batch) =>
        failures-- > 0 ? Promise.reject(new Error('down')) : workingLog.append(batch),
    };
    const room = createRoom({ log: flakyLog, clock, onFailure: (error) => reported.push(error) });
    const early = new TestPeer(room);
    early.hello('early', { lastSeq: 0 });
    await flushPromises();
    expect([log.entries.length, reported.length, early.of('welcome').length]).to.eql([0, 1, 0]);
    clock.advance(100);
    await flushPromises();
    const [migration] = log.entries;
    expect(migration).to.include({ seq: 1, clientId: '@room', accountId: -1, status: 'applied' });
    expect(migration?.patch.whole).to.deep.include({ settings: firstPage().settings });
    const replay = new LogReplay(oldFirstPage());
    for (const entry of log.entries) replay.apply(entry);
    expect((await room.read())?.page).to.deep.equal({ ...replay.page, revision: 1 });
    expect(log.snapshots.at(-1)?.seq).to.equal(1);
    const entries = early.of('welcome')[0]?.entries;
    expect(
      entries?.map(({ clientId }) => clientId),
      'clients that catch up receive it',
    ).to.eql(['@room']);

    early.ops(0, title('A'));
    await flushPromises();
    const next = createRoom({ log: log.of(new SimProcess()), clock });
    await flushPromises();
    expect((await next.read())?.seq, 'once').to.equal(2);
    log.snapshots.splice(1);
    const again = createRoom({ log: log.of(new SimProcess()), clock });
    await flushPromises();
    expect((await again.read())?.page.settings.title, 'without a snapshot').to.equal('A');
    expect(log.entries).to.have.length(2);
  });

  it('migrates an older page with the entries after it [R30]', async () => {
    const clock = new SimClock();
    const log = new SimLog(oldFirstPage(), clock, () => Promise.resolve());
    const roomLog = log.of(new SimProcess());
    await roomLog.open();
    const patch = { page: [{ path: ['settings', 'title'], to: 'Before' }], removedUuids: ['a'] };
    const op = { seq: 1, epoch: 1, clientId: 'one', accountId: 1, mid: 1, patch };
    await roomLog.append({ epoch: 1, head: 0, entries: [{ ...op, status: 'applied' }] });
    const room = createRoom({ log: roomLog, clock });
    await flushPromises();
    const state = await room.read();
    expect([state?.seq, state?.page.settings.title]).to.eql([2, 'Before']);
    expect(state?.page.settings.editorVersion).to.equal(EDITOR_VERSION);
    const peer = new TestPeer(room);
    peer.hello('two');
    await flushPromises();
    peer.ops(0, [{ type: 'add-things', things: [makeTestBlock('a')] }]);
    await flushPromises();
    expect(peer.outcomes).to.eql(['gone']);
  });

  it('closes if another owner prevents its migration, reports an unreadable page until it can be read, and rejects migrations from clients [R30]', async () => {
    const clock = new SimClock();
    const log = new SimLog(oldFirstPage(), clock, () => Promise.resolve());
    const workingLog = log.of(new SimProcess());
    const closed: string[] = [];
    const stale = {
      ...workingLog,
      append: () => Promise.resolve({ ok: false, code: 'stale_epoch' } as const),
    };
    createRoom({ log: stale, clock, onClosed: (reason) => closed.push(reason) });
    await flushPromises();
    expect(closed).to.eql(['room_moved']);
    const failures: unknown[] = [];
    let page: unknown = { settings: { editorVersion: 'x' } };
    const readLog = new SimLog(firstPage(), clock, () => Promise.resolve()).of(new SimProcess());
    const unread = createRoom({
      log: {
        ...readLog,
        open: async () => {
          const opened = await readLog.open();
          return { ...opened, snapshot: { ...opened.snapshot, page } };
        },
      },
      clock,
      onFailure: (error) => failures.push((error as { code?: string }).code),
    });
    const waiting = new TestPeer(unread);
    waiting.hello('one');
    await flushPromises();
    expect(failures).to.eql(['page_unsupported_settings']);
    await pass(clock, 1000);
    expect(new Set(failures)).to.eql(new Set(['page_unsupported_settings']));
    expect([failures.length > 1, waiting.of('welcome').length]).to.eql([true, 0]);
    page = firstPage();
    await pass(clock, 5000);
    expect(waiting.of('welcome')).to.have.length(1);
    await unread.close();

    const { join } = await open();
    const peer = await join('one');
    const version = { path: ['settings', 'editorVersion'], to: '0.2.0' };
    peer.ops(
      0,
      [{ type: 'whole', whole: firstPage() }],
      [{ type: 'update-page', partialPage: [version] }],
    );
    await flushPromises();
    expect(peer.outcomes).to.eql(['malformed', 'invalid_page']);
    const room = await join('@room');
    expect(room.of('welcome'), 'no client can use its id').to.eql([]);
  });

  it('rejects an op for which a kit throws, and carries on [R33]', async () => {
    const failures: unknown[] = [];
    const mistake = new TypeError('a kit’s mistake');
    const content = z.looseObject({ r: z.number() }).refine(({ r }) => {
      if (r === 7) throw mistake;
      return true;
    });
    const defaultContent = () => ({ r: 1 });
    const bell = defineKit({ block: defineBlock({ type: 'bell', content, defaultContent }) });
    const capabilities = {
      get containsBlocks(): never {
        throw mistake;
      },
    } as never;
    const trap: Kit = { block: { ...bell.block, type: 'trap', capabilities } };
    const { join, log, closed } = await open({
      kits: [bell, trap],
      onFailure: (error) => failures.push(error),
    });
    const [one, two] = [await join('one'), await join('two')];
    const section = Object.values(firstPage().things).find((block) => block.type === 'group');
    const add = (uuid: string, type: string, content: object = {}, parentUuid = section?.uuid) => [
      { type: 'add-things', things: [makeTestBlock(uuid, { type, content, parentUuid })] },
    ];
    const rings = (to: number) => [
      {
        type: 'update-things',
        updated: [{ uuid: 'bell', values: [{ path: ['content', 'r'], to }] }],
      },
    ];
    one.ops(
      0,
      add('bell', 'bell', { r: 1 }),
      rings(7),
      add('trap', 'trap', { r: 1 }),
      [{ type: 'add-things', things: [makeTestBlock('in', { parentUuid: 'trap' })] }],
      title('B'),
    );
    await flushPromises();
    const outcomes = ['applied', 'invalid_block', 'applied', 'invalid_block', 'applied'];
    expect(one.outcomes).to.eql(outcomes);
    expect(two.outcomes).to.eql(outcomes);
    const entries = one.of('stream').flatMap((each) => each.entries);
    expect(entries[1]?.details).to.include({ path: 'things.bell.content' });
    expect(failures).to.eql([mistake]);
    expect([one.closed, two.closed, closed]).to.eql([null, null, []]);
    expect(log.entries.map(({ code = 'applied' }) => code)).to.eql(outcomes);
    two.ops(0, remove('trap'));
    await flushPromises();
    expect(two.outcomes.at(-1)).to.equal('applied');
  });

  it('stores a snapshot every 200 ops or 30 s, and when it is closed [R8]', async () => {
    const { join, log, clock, room } = await open();
    const peer = await join('one');
    peer.ops(0, title('A'));
    await flushPromises();
    clock.advance(30_000);
    await flushPromises();
    expect(log.snapshots.map(({ seq }) => seq)).to.eql([0, 1]);
    for (let batch = 0; batch < 2; batch++)
      peer.ops(1 + batch * 100, ...Array.from({ length: 100 }, () => opacity('a', 0.5)));
    await pass(clock, ROOM_TIMES.snapshotPauseMs);
    expect(log.snapshots.at(-1)?.seq).to.equal(201);
    peer.ops(201, remove('a'), [
      { type: 'add-things', things: [makeTestBlock('n')] },
      { type: 'add-things', things: [makeTestBlock('a')] },
    ]);
    peer.ops(202, [{ type: 'add-things', things: [makeTestBlock('a')] }]);
    await flushPromises();
    await room.close();
    expect(log.snapshots.at(-1)).to.deep.include({
      seq: 203,
      removed: [{ uuid: 'a', seq: 202 }],
      horizonSeq: 0,
    });
    expect(peer.outcomes.at(-1)).to.equal('gone');
    expect(peer.closed).to.equal('room_closed');
    await room.close();
  });
});
