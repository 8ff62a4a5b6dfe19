import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { pino } from 'pino';
import {
  createWorkBudgets,
  type RoomMessage,
  type RoomPeer,
  ROOM_LIMITS,
} from '@cobble/engine/collaboration';
import { ApiError } from '../../shared/ApiError.ts';
import { RoomIsElsewhere } from '../repositories/rooms.ts';
import type { Rooms } from '../Rooms.ts';
import { ForwardingReports } from './ForwardingReports.ts';
import { Guests } from './Guests.ts';
import { Host, OwnerIsGone, type SocketPeer } from './Host.ts';
import { Link, LINK_LIMITS, type Piece } from './Link.ts';

describe('clients whose room is on another server', () => {
  /** What the room at the owner knows of each client, in the order in which they have joined. */
  let peers: RoomPeer[] = [];
  let received: unknown[] = [];
  let left = 0;
  /** What the browsers have got, by name. */
  let seen: string[] = [];
  let lines: string[] = [];
  let isClosing = false;
  let prepare: () => Promise<Awaited<ReturnType<Rooms['prepare']>>>;
  let host: Host;
  let budgets: ReturnType<typeof createWorkBudgets>;
  let toOwner: Link;
  let toHost: Link;
  let guests: Guests;
  /** Passes on a piece from the owner. */
  let passOn: (piece: Piece) => void;

  /** Keeps what the owner sends on the way, until the returned function is called. */
  const holdPieces = (): (() => void) => {
    const held: Piece[] = [];
    passOn = (piece) => held.push(piece);
    return () => {
      passOn = (piece) => {
        toOwner.receive(piece);
      };
      for (const piece of held) toOwner.receive(piece);
    };
  };
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const head = (seq: number): RoomMessage => ({ type: 'head', seq, lockEpochs: [], here: [] });

  beforeEach(() => {
    [peers, received, seen, lines, left] = [[], [], [], [], 0];
    isClosing = false;
    prepare = () =>
      Promise.resolve((peer) => {
        peers.push(peer);
        return {
          receive: (message) => received.push(message),
          disconnected: () => (left += 1),
          setRole: (role) => received.push({ role }),
        };
      });
    budgets = createWorkBudgets({ now: () => performance.now() });
    const reports = new ForwardingReports({ log: pino({ enabled: false }), metrics: null });
    const rooms = {
      budgets,
      get isClosing() {
        return isClosing;
      },
      prepare: () => prepare(),
      draftText: async (...[, , , send]: Parameters<Rooms['draftText']>) => {
        const text = '"😀"'.repeat(100_000);
        await send?.(text);
        return text;
      },
      announcePublished: (page: number) => received.push({ published: page }),
      replaced: (page: number) => Promise.resolve(received.push({ replaced: page })),
    } as unknown as Rooms;
    toOwner = new Link((piece) => {
      setImmediate(() => {
        toHost.receive(piece);
      });
    });
    toHost = new Link((piece) => {
      lines.push(...piece.data.toString().split('\n').filter(Boolean));
      setImmediate(() => {
        passOn(piece);
      });
    });
    passOn = (piece) => {
      toOwner.receive(piece);
    };
    host = new Host(toOwner, { budgets, reports }, () => undefined);
    toOwner.use(host);
    guests = new Guests(toHost, { rooms, reports }, () => undefined);
    toHost.use(guests);
  });

  /** Connects a browser. `more` replaces what it does. */
  async function connect(name: string, more: Partial<SocketPeer> = {}) {
    const join = await host.prepare(7, 1);
    const connection = join({
      session: { accountId: 1, name, role: 'editor' },
      send: (message) => seen.push(`${name} ${message.type}`),
      close: (reason) => seen.push(`${name} ${reason}`),
      bufferedBytes: () => 0,
      sendPart: (_part, isLast) =>
        Promise.resolve(seen.push(`${name} part${isLast ? ' end' : ''}`)),
      ...more,
    });
    await settled();
    return connection;
  }

  it('are told by one line what all of them are told, in order with the rest [RO40]', async () => {
    for (const name of ['a', 'b', 'c']) await connect(name);
    lines = [];
    const [first, second] = [head(1), head(2)];
    for (const peer of peers) peer.send(first);
    peers[1]?.close('room_failed');
    for (const peer of peers) peer.send(second);
    await settled();
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).to.eql([
      'message',
      'close',
      'message',
    ]);
    expect(seen).to.eql([
      ...['a head', 'b head', 'c head', 'b room_failed'],
      ...['a head', 'c head'],
    ]);
  });

  it('reach their room in order, with what their server says about them [RO40, RO41]', async () => {
    const connection = await connect('a');
    expect(peers[0]?.session).to.eql({ accountId: 1, name: 'a', role: 'editor' });
    connection.receive({ type: 'x' });
    connection.setRole('viewer');
    connection.receive('anything');
    connection.disconnected();
    connection.disconnected();
    await settled();
    expect(received).to.eql([{ type: 'x' }, { role: 'viewer' }, 'anything']);
    expect(left).to.equal(1);
  });

  it('are cut off by their own server if they do not read, and the others are not [RO41]', async () => {
    await connect('slow', { bufferedBytes: () => ROOM_LIMITS.maxBufferedBytes + 1 });
    await connect('quick');
    const message = head(1);
    for (const peer of peers) peer.send(message);
    await settled();
    expect(seen).to.eql(['slow too_slow', 'quick head']);
    expect(left).to.equal(1);
  });

  it('get a large message in parts at their own pace, and what follows after it [RO40]', async () => {
    const receipts: (() => void)[] = [];
    await connect('slow', {
      sendPart: () =>
        new Promise<void>((resolve) => {
          receipts.push(resolve);
        }),
    });
    const text = Array.from({ length: 20 }, () => 'x'.repeat(100_000));
    peers[0]?.send({ type: 'welcome', text } as unknown as RoomMessage);
    peers[0]?.send(head(1));
    while (receipts.length < 3) await settled();
    await settled();
    expect(receipts).to.have.length(3);
    expect(peers[0]?.bufferedBytes?.()).to.be.above(0);
    while (!seen.includes('slow head')) {
      receipts.shift()?.();
      await settled();
    }
  });

  it('can all join again at once, however large their page is: what they are sent waits until the link has room, in order [RO49]', async () => {
    const count = 400;
    for (let index = 0; index < count; index += 1) await connect(String(index));
    const release = holdPieces();
    const isLarge = (index: number): boolean => index % 20 === 0;
    const random = (bytes: number): string => randomBytes(bytes).toString('base64');
    // Pages that are sent as a whole, and one that is sent in parts, which cannot be compressed.
    const [medium, large] = [random(140_000), Array.from({ length: 5 }, () => random(75_000))];
    for (const [index, peer] of peers.entries())
      peer.send({ type: 'welcome', page: { text: isLarge(index) ? large : medium } } as never);
    const later = head(1);
    for (const peer of peers) peer.send(later);
    await settled();
    expect(guests.count).to.equal(count);
    release();
    while (seen.filter((each) => each.endsWith(' head')).length < count) await settled();
    expect(left).to.equal(0);
    for (let index = 0; index < count; index += 1) {
      const own = seen.filter((each) => each.startsWith(`${String(index)} `));
      expect(own.at(-1)).to.equal(`${String(index)} head`);
      expect(own.at(-2)).to.equal(`${String(index)} ${isLarge(index) ? 'part end' : 'welcome'}`);
    }
  });

  it('leave their room when it closes their connections, or it would stay open and keep a page for each of them [RO49]', async () => {
    await connect('a');
    await connect('b');
    expect(guests.count).to.equal(2);
    peers[0]?.close('room_closed');
    await settled();
    expect([guests.count, left]).to.eql([1, 1]);
    // Also if the room was closed since it was prepared.
    prepare = () =>
      Promise.resolve((peer) => {
        peer.close('room_closed');
        return {
          receive: () => undefined,
          setRole: () => undefined,
          disconnected: () => (left += 1),
        };
      });
    await connect('c');
    expect([guests.count, left]).to.eql([1, 2]);
    expect(seen).to.eql(['a room_closed', 'c room_closed']);
  });

  it('keep their connections while a large edit is sent to all in parts, and one of them asks for more than the link takes [RO57]', async () => {
    const count = 20;
    for (let index = 0; index < count; index += 1) await connect(String(index));
    await connect('greedy');
    const release = holdPieces();
    const random = (bytes: number): string => randomBytes(bytes).toString('base64');
    const edit = { type: 'stream', entries: Array.from({ length: 5 }, () => random(149_000)) };
    for (const peer of peers.slice(0, count)) peer.send(edit as never);
    // What each asks for and is not shared, such as entries that it has missed.
    const missed = Array.from({ length: 100 }, () => random(100_000));
    for (const text of missed) {
      peers[count]?.send({ type: 'stream', entries: [text] } as never);
      await settled();
    }
    expect(peers[count]?.bufferedBytes?.()).to.be.above(ROOM_LIMITS.maxBufferedBytes);
    expect([guests.count, left]).to.eql([count + 1, 0]);
    release();
    const ends = (): number => seen.filter((each) => each.endsWith(' part end')).length;
    const more = (): number => seen.filter((each) => each === 'greedy stream').length;
    while (ends() < count || more() < missed.length) await settled();
    expect(left).to.equal(0);
  });

  it('keep their connections whatever is sent to several of them at once, or a busy room could end the link of all others [RO57]', async () => {
    for (const name of ['busy', 'busy, too', 'other']) await connect(name);
    const [busy, busyToo, other] = peers;
    const release = holdPieces();
    const count = Math.ceil((1.1 * LINK_LIMITS.waitingBytes) / 500_000);
    for (let index = 0; index < count; index += 1) {
      const edit = { type: 'stream', entries: ['語'.repeat(166_000 + index)] } as never;
      busy?.send(edit);
      busyToo?.send(edit);
      await settled();
    }
    // The room closes them, and nobody else.
    for (const peer of [busy, busyToo])
      expect(peer?.bufferedBytes?.()).to.be.above(ROOM_LIMITS.maxBufferedBytes);
    const message = head(1);
    for (const peer of [busy, busyToo, other]) peer?.send(message);
    expect(other?.bufferedBytes?.()).to.be.below(1000);
    expect([guests.count, left]).to.eql([3, 0]);
    release();
    const heads = (): number => seen.filter((each) => each.endsWith(' head')).length;
    while (heads() < 3) await settled();
    for (const name of ['busy', 'busy, too']) {
      const own = seen.filter((each) => each.startsWith(`${name} `));
      expect(own).to.eql([...own.slice(1).map(() => `${name} stream`), `${name} head`]);
      expect(own).to.have.length(count + 1);
    }
    expect(left).to.equal(0);
  });

  it('of a browser that does not receive a part are cut off [RO41]', async () => {
    await connect('stuck', { sendPart: () => Promise.reject(new Error('too late')) });
    const text = 'x'.repeat(1_000_000);
    peers[0]?.send({ type: 'welcome', text } as unknown as RoomMessage);
    while (left === 0) await settled();
    expect(seen).to.eql(['stuck too_slow']);
  });

  it('are refused as at the owner, or sent on to another one [RO39, RO59]', async () => {
    const refusal = async (): Promise<unknown> =>
      host.prepare(7, 1).then(
        () => null,
        (error: unknown) => error,
      );
    prepare = () => Promise.reject(new ApiError('err_rate_limited', { retryAfterSeconds: 9 }));
    expect(await refusal()).to.deep.include({ code: 'err_rate_limited', retryAfterSeconds: 9 });
    prepare = () => Promise.reject(new RoomIsElsewhere());
    expect(await refusal()).to.be.instanceOf(RoomIsElsewhere);
    prepare = () => Promise.reject(new Error('secret'));
    expect(await refusal()).to.deep.include({ code: 'err_unavailable' });
    // A page that cannot be opened would be read again and again, in the working time of its account.
    prepare = () => Promise.resolve(null);
    expect(await refusal()).to.deep.include({ code: 'err_unavailable' });
    isClosing = true;
    expect(await refusal()).to.be.instanceOf(RoomIsElsewhere);
    prepare = () => new Promise(() => undefined);
    const waiting = refusal();
    toOwner.end();
    expect(await waiting).to.be.instanceOf(OwnerIsGone);
    expect(await refusal()).to.be.instanceOf(OwnerIsGone);
  });

  it('are forgotten on both sides when nobody waits for the response any more [RO59]', async () => {
    prepare = () => new Promise(() => undefined);
    const asking = new AbortController();
    const waiting = host.prepare(7, 1, asking.signal).catch((error: unknown) => error);
    await settled();
    const sent: string[] = [];
    toHost.use({ onLine: (line) => sent.push(line), onEnd: () => undefined });
    asking.abort('late');
    expect(await waiting).to.equal('late');
    await settled();
    expect(sent).to.eql([JSON.stringify({ type: 'left', client: 1 })]);
    const { waiting: left } = host as unknown as { waiting: ReadonlyMap<number, unknown> };
    expect(left.size).to.equal(0);
  });

  it('are refused at the owner, too, once their account has used up its time there [RO41]', async () => {
    budgets.spend(1, 20_000);
    for (const ask of [() => host.prepare(7, 1), () => host.draft(7, 1, {})]) {
      const refused: unknown = await ask().catch((error: unknown) => error);
      expect(refused).to.deep.include({ code: 'err_rate_limited' });
    }
    expect(await host.draft(7, 2, {})).not.to.equal('');
  });

  it('keep their connections if one account sends more than the link takes, which loses its own [RO41]', async () => {
    const session = { accountId: 2, name: 'honest', role: 'editor' } as const;
    const honest = await connect('honest', { session });
    const hostile = await connect('hostile');
    const large = { text: 'x'.repeat(900_000) };
    for (let count = 0; count < 100; count += 1) hostile.receive(large);
    honest.receive('mine');
    while (received.at(-1) !== 'mine') await settled();
    expect(seen).to.eql(['hostile too_slow']);
    expect(left).to.equal(1);
  });

  it('keep their connections whatever many accounts send together, also characters that take several bytes [RO58]', async () => {
    const join = (accountId: number) =>
      connect(String(accountId), {
        session: { accountId, name: String(accountId), role: 'editor' },
      });
    const honest = await join(1);
    const hostile: Awaited<ReturnType<typeof join>>[] = [];
    for (let accountId = 2; accountId < 14; accountId += 1) hostile.push(await join(accountId));
    const large = '語'.repeat(200_000);
    for (let count = 0; count < 16; count += 1)
      for (const connection of hostile) connection.receive(large);
    honest.receive('mine');
    while (received.at(-1) !== 'mine') await settled();
    expect(seen.sort()).to.eql(
      Array.from({ length: 12 }, (_, index) => `${String(index + 2)} too_slow`).sort(),
    );
    expect(left).to.equal(12);
  });

  it('may send again as much as has left the link, even if it never gets calm [RO58]', async () => {
    const connection = await connect('a');
    // More than a share in total.
    const large = 'x'.repeat(1_000_000);
    for (let count = 0; count < 4; count += 1) connection.receive(large);
    for (let count = 0; count < 20; count += 1) {
      const before = received.length;
      connection.receive(large);
      while (received.length === before) await settled();
    }
    expect(seen).to.eql([]);
  });

  it('get as much to their room as if they were connected to it, however long its JSON is [RO58]', async () => {
    const connection = await connect('a');
    const quotes = '"'.repeat(999_000);
    const numbers = Array.from({ length: 129_000 }, () => 1e20);
    // No room reads as many values.
    const tooMany = Array.from({ length: 400_000 }, () => 1e20);
    for (const message of [quotes, numbers, tooMany]) connection.receive(message);
    while (received.length < 3) await settled();
    expect(received).to.eql([quotes, numbers, null]);
  });

  it('connect again when the link ends, and leave the room at the owner [RO43]', async () => {
    await connect('a');
    await connect('b');
    toOwner.end();
    toHost.end();
    expect(seen).to.eql(['a room_moved', 'b room_moved']);
    expect(left).to.equal(2);
    expect(host.count).to.equal(0);
  });

  it('are sent nothing more once the link has ended: whatever was being prepared for them would occupy the server for ever [RO43]', async () => {
    await connect('a');
    await connect('b');
    passOn = () => undefined;
    // More than counts as calm is waiting when the link ends.
    for (let count = 0; count < 12; count += 1) {
      const edit = { type: 'stream', entries: ['語'.repeat(166_000 + count)] } as never;
      for (const peer of peers) peer.send(edit);
      await settled();
    }
    expect(toHost.isCalm).to.equal(false);
    let waits = 0;
    const untilSent = toHost.untilSent.bind(toHost);
    toHost.untilSent = () => {
      waits += 1;
      // Without this, nothing would ever end the test.
      return waits > 100 ? new Promise(() => undefined) : untilSent();
    };
    let prepared = 0;
    Object.assign(budgets, { spend: () => (prepared += 1) });
    const text = randomBytes(750_000).toString('base64');
    peers[0]?.send({ type: 'welcome', text } as unknown as RoomMessage);
    toHost.end();
    // Its first parts are compressed meanwhile.
    while (prepared < 2) await settled();
    await settled();
    expect(waits).to.be.below(2);
  });

  it('are told when the room was closed before they have joined [RO43]', async () => {
    toOwner.sendLine(
      JSON.stringify({ type: 'join', client: 5, session: { accountId: 1, role: 'owner' } }),
    );
    await settled();
    expect(lines).to.eql([JSON.stringify({ type: 'close', client: 5, reason: 'room_closed' })]);
  });

  it('get drafts of any length, also where a character is divided [RO42]', async () => {
    expect(await host.draft(7, 1, {})).to.equal('"😀"'.repeat(100_000));
    host.announcePublished(7, {} as Parameters<Host['announcePublished']>[1]);
    host.replaced(7);
    await settled();
    expect(received).to.eql([{ published: 7 }, { replaced: 7 }]);
  });

  it('are not affected by lines that no server sends [RO45]', async () => {
    await connect('a');
    for (const line of ['', '{', 'null', '{"type":"join"}', '{"type":"message","client":-1}']) {
      toOwner.sendLine(line);
      toHost.sendLine(line);
    }
    toHost.sendLine('{"type":"close","client":1,"reason":"because"}');
    peers[0]?.send(head(1));
    await settled();
    expect(seen).to.eql(['a head']);
  });
});
