import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { pino } from 'pino';
import { EDITOR_VERSION, type Page } from '@cobble/engine';
import {
  PROTOCOL,
  type RoomConnection,
  type RoomMessage,
  type RoomPeer,
} from '@cobble/engine/collaboration';
import { createTestApp, type TestApp, type TestUser } from '../app/testing/createTestApp.ts';
import { blankInput, openPage, textBlock } from '../app/testing/pageInput.ts';
import { ApiError } from '../shared/ApiError.ts';
import { appendWholePage } from './repositories/rooms.ts';
import { renewServer } from './repositories/roomServers.ts';
import { RoomReports } from './RoomReports.ts';
import { ROOM_CLOCK, Rooms } from './Rooms.ts';

describe('the open rooms of a server', function () {
  this.timeout(120_000);
  let app: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  let open: Rooms[] = [];

  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['pro']);
    ben = await app.signUp('ben', ['pro']);
  });
  afterEach(async () => {
    for (const rooms of open) await rooms.close();
    open = [];
  });
  after(() => app.stop());

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await delay(5);
  }

  async function createPages(user: TestUser, count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const slug = `page-${Math.random().toString(36).slice(2)}`;
      await user.browser.post('/api/page', blankInput(slug));
      ids.push((await openPage(user, slug)).ID);
    }
    return ids;
  }

  function createRooms(options: Partial<ConstructorParameters<typeof Rooms>[0]> = {}): Rooms {
    const log = pino({ level: 'silent' });
    const roomReports = new RoomReports({ log });
    const rooms = new Rooms({ knex: app.knex, log, roomReports, ...options });
    open.push(rooms);
    return rooms;
  }

  const peerOf = (user: TestUser): RoomPeer => ({
    session: { accountId: user.account.ID, name: 'x', role: 'owner' },
    send: () => undefined,
    close: () => undefined,
  });

  async function join(rooms: Rooms, user: TestUser, pageId: number): Promise<RoomConnection> {
    const connect = await rooms.prepare(pageId, user.account.ID);
    return connect?.(peerOf(user)) ?? expect.fail('the room was not opened');
  }

  /** Makes the stored page of a room larger. */
  async function enlarge(pageId: number, chars: number): Promise<void> {
    const rooms = createRooms();
    await rooms.prepare(pageId, ada.account.ID);
    await rooms.close();
    const settings = `"settings":{"padding":"${'x'.repeat(chars)}",`;
    await app
      .knex('room_snapshots')
      .where({ page_id: pageId })
      .update({ snapshot: app.knex.raw('replace(snapshot, ?, ?)', ['"settings":{', settings]) });
  }

  /** Resolves to the code with which opening a room is refused; null if it is opened. */
  const refusal = (rooms: Rooms, user: TestUser, pageId: number): Promise<string | null> =>
    join(rooms, user, pageId).then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
    );

  /** The pages whose rooms are opened from now on, in order. */
  function watch(): readonly number[] {
    const opened: number[] = [];
    const note = ({ sql, bindings }: { sql: string; bindings: readonly unknown[] }): void => {
      if (sql.includes('INSERT INTO rooms ')) opened.push(Number(bindings[0]));
    };
    app.knex.on('query', note);
    return opened;
  }

  it('are opened in turns: an account that opens many makes nobody else wait for all of them [RO16]', async () => {
    const many = await createPages(ada, 12);
    const [page = 0] = await createPages(ben, 1);
    const opened = watch();
    const rooms = createRooms();
    const all = many.map((id) => rooms.prepare(id, ada.account.ID));
    await Promise.all([...all, rooms.prepare(page, ben.account.ID)]);
    expect(opened).to.have.length(13);
    expect(opened.indexOf(page)).to.be.lessThan(3);
  });

  it('are opened once, however many wait for one [RO16]', async () => {
    const [page = 0] = await createPages(ada, 1);
    const opened = watch();
    const rooms = createRooms();
    const wait = [ada, ben, ada, ben].map((user) => rooms.prepare(page, user.account.ID));
    expect((await Promise.all(wait)).every(Boolean)).to.equal(true);
    expect(opened).to.eql([page]);
  });

  it('are closed early if nobody uses them and they fill the memory, those that were used first before others [RO18]', async () => {
    const [first = 0, second = 0, third = 0] = await createPages(ada, 3);
    const rooms = createRooms({ memory: { chars: 25_000, charsPerRoom: 10_000 } });
    const connection = await join(rooms, ada, first);
    await rooms.prepare(second, ada.account.ID);
    connection.disconnected();
    expect(rooms.pageIds).to.eql([second, first]);
    await rooms.prepare(third, ada.account.ID);
    expect(rooms.pageIds).to.eql([first, third]);
  });

  it('of one owner fill at most what they leave to others [RO18]', async () => {
    const own = await createPages(ada, 3);
    const [other = 0, last = 0] = await createPages(ben, 2);
    const rooms = createRooms({ memory: { chars: 35_000, charsPerRoom: 10_000 } });
    const connections = [await join(rooms, ada, own[0] ?? 0), await join(rooms, ada, own[1] ?? 0)];
    expect(await refusal(rooms, ada, own[2] ?? 0)).to.equal('err_unavailable');
    expect(await refusal(rooms, ben, other)).to.equal(null);
    // A room that is open can always be joined.
    expect(await refusal(rooms, ada, other)).to.equal(null);
    expect(await refusal(rooms, ben, last)).to.equal('err_unavailable');
    for (const connection of connections) connection.disconnected();
    expect(await refusal(rooms, ada, own[2] ?? 0)).to.equal(null);
  });

  it('leave room for everyone who has nothing open, whoever fills the memory: who uses the most loses the room used least [RO18]', async () => {
    const own = await createPages(ada, 3);
    const people: TestUser[] = [];
    for (const name of ['cleo', 'dora', 'emil', 'finn', 'gus'])
      people.push(await app.signUp(name, ['pro']));
    const pages: number[] = [];
    for (const person of [ben, ...people]) pages.push(...(await createPages(person, 1)));
    let now = 0;
    const clock = { ...ROOM_CLOCK, now: () => (now += 1) };
    const rooms = createRooms({ clock, memory: { chars: 35_000, charsPerRoom: 10_000 } });
    const [first = 0, second = 0] = own;
    const connection = await join(rooms, ada, first);
    const closed: string[] = [];
    const connect = await rooms.prepare(second, ada.account.ID);
    connect?.({ ...peerOf(ada), close: (reason) => closed.push(reason) });
    connection.receive({ type: 'anything' });
    expect(await refusal(rooms, ben, pages[0] ?? 0)).to.equal(null);
    expect(closed).to.eql([]);
    const [cleo = ada, ...others] = people;
    expect(await refusal(rooms, cleo, pages[1] ?? 0)).to.equal(null);
    await until(() => closed.length > 0);
    expect(closed).to.eql(['room_closed']);
    expect(rooms.pageIds).to.have.members([first, ...pages.slice(0, 2)]);
    // She would take it from others again.
    expect(await refusal(rooms, ada, second)).to.equal('err_unavailable');
    const refusals = [];
    for (const [index, person] of others.entries())
      refusals.push(await refusal(rooms, person, pages[index + 2] ?? 0));
    // 70,000 is the hard limit, below which everyone keeps a room.
    expect(refusals).to.eql([null, null, null, null]);
    const [last = 0] = await createPages(await app.signUp('hal', ['pro']), 1);
    expect(await refusal(rooms, ada, last)).to.equal('err_unavailable');
    expect(rooms.pageIds).to.have.members([first, ...pages]);
  });

  it('beyond the hard limit, are closed for a smaller one of another owner [RO18]', async () => {
    const [large = 0] = await createPages(ada, 1);
    const [small = 0] = await createPages(ben, 1);
    await enlarge(large, 30_000);
    const rooms = createRooms({ memory: { chars: 18_000, charsPerRoom: 10_000 } });
    expect(await refusal(rooms, ada, large)).to.equal(null);
    expect(await refusal(rooms, ben, small)).to.equal(null);
    expect(rooms.pageIds).to.eql([small]);
  });

  it('count with the memory that they take, also while their pages grow [RO18, RO30]', async () => {
    const [page = 0, next = 0] = await createPages(ada, 2);
    const [other = 0] = await createPages(ben, 1);
    const rooms = createRooms({ memory: { chars: 60_000, charsPerRoom: 10_000 } });
    let start: Page | undefined;
    const send = (message: RoomMessage): void => {
      if (message.type === 'welcome') start = message.page as Page;
    };
    const connect = await rooms.prepare(page, ada.account.ID);
    const connection = connect?.({ ...peerOf(ada), send });
    await join(rooms, ada, next);
    await join(rooms, ben, other);
    const unused = await createPages(ben, 1);
    await rooms.prepare(unused[0] ?? 0, ben.account.ID);
    const hello = { type: 'hello', protocol: PROTOCOL, editorVersion: EDITOR_VERSION };
    const authenticate = { accountId: ada.account.ID };
    connection?.receive({ ...hello, clientId: 'a', lastSeq: null, lastMid: 0, authenticate });
    await until(() => start !== undefined);
    let mid = 0;
    const write = (chars: number): void => {
      mid += 1;
      const block = start && textBlock(start);
      const count = Math.ceil(chars / JSON.stringify(block).length);
      const uuids = Array.from({ length: count }, (_, index) => `${String(mid)}-${String(index)}`);
      const things = uuids.map((uuid) => ({ ...block, uuid }));
      const intents = [{ type: 'add-things', things }];
      connection?.receive({ type: 'ops', after: 0, ops: [{ mid, baseSeq: mid, intents }] });
    };
    // With its index, and what is kept for clients that come back, it takes 34,000.
    write(9000);
    await until(() => rooms.pageIds.length < 4);
    expect(rooms.pageIds).to.eql([page, next, other]);
    write(3000);
    await until(() => rooms.pageIds.length < 3);
    expect(rooms.pageIds).to.eql([page, other]);
  });

  it('do not stay half open if reading the page fails, and open when it can be read again [RO19]', async () => {
    const [page = 0] = await createPages(ada, 1);
    const rooms = createRooms();
    expect(await rooms.prepare(page, ada.account.ID)).to.be.a('function');
    await rooms.close();
    const snapshots = app.knex('room_snapshots').where({ page_id: page });
    const [row] = await snapshots.clone().select<{ snapshot: string }[]>('snapshot');
    await snapshots.clone().update({ snapshot: '{"seq":1,"page":' });
    const roomReports = new RoomReports({ log: pino({ level: 'silent' }) });
    const closed: string[] = [];
    roomReports.roomClosed = (_page, reason) => closed.push(reason);
    const later = createRooms({ roomReports });
    expect(await later.prepare(page, ada.account.ID)).to.equal(null);
    expect(later.pageIds).to.eql([]);
    expect(closed, 'a room that was never opened is not closed').to.eql([]);
    expect(await later.draftText(page, ada.account.ID, {})).to.equal(null);
    await snapshots.clone().update({ snapshot: row?.snapshot });
    expect(await later.prepare(page, ada.account.ID)).to.be.a('function');
    expect(later.pageIds).to.eql([page]);
    await later.close();
    expect(closed).to.eql(['room_closed']);
  });

  /** Asks for the drafts of a page of an account; resolves to the code of each that is refused. */
  const drafts = (
    rooms: Rooms,
    {
      user,
      page,
      count,
    }: { readonly user: TestUser; readonly page: number; readonly count: number },
    send?: (json: string) => Promise<void>,
  ): Promise<string[]>[] =>
    Array.from({ length: count }, () =>
      rooms
        .draftText(
          page,
          user.account.ID,
          {
            type: 'request-draft',
            latestPublishedPage: { ID: page, revision: 0 },
          },
          send,
        )
        .then(
          (json) => [json === null ? 'null' : 'sent'],
          (error: unknown) => [error instanceof ApiError ? error.code : String(error)],
        ),
    );

  it('write one draft of an account at a time, and let few wait, so that hundreds of requests for a large page keep nobody else waiting [RO61]', async () => {
    const [page = 0] = await createPages(ada, 1);
    const [other = 0] = await createPages(ben, 1);
    const rooms = createRooms();
    let sending = 0;
    let most = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const hundreds = drafts(rooms, { user: ada, page, count: 300 }, async () => {
      sending += 1;
      most = Math.max(most, sending);
      await released;
      sending -= 1;
    });
    await until(() => sending === 1);
    // While the text of one is still being sent.
    const [ofBen] = drafts(rooms, { user: ben, page: other, count: 1 });
    expect(await ofBen).to.eql(['sent']);
    release();
    const outcomes = (await Promise.all(hundreds)).flat();
    expect(outcomes.filter((outcome) => outcome === 'sent')).to.have.length(6);
    expect(outcomes.filter((outcome) => outcome === 'err_rate_limited')).to.have.length(294);
    expect(most).to.equal(1);
  });

  it('refuse drafts that wait while their account uses its time up [RO20, RO61]', async () => {
    const [page = 0] = await createPages(ada, 1);
    const rooms = createRooms();
    const three = drafts(rooms, { user: ada, page, count: 3 }, () => {
      rooms.budgets.spend(ada.account.ID, 100_000);
      return Promise.resolve();
    });
    const outcomes = (await Promise.all(three)).flat();
    expect(outcomes).to.eql(['sent', 'err_rate_limited', 'err_rate_limited']);
  });

  it('give everyone who asks for a draft the same text until the next edit, and then the new one [RO61]', async () => {
    const [page = 0] = await createPages(ada, 1);
    const rooms = createRooms();
    await rooms.prepare(page, ada.account.ID);
    const stored = await app.knex('pages').where({ id: page }).first<{ revision: number }>();
    const { revision } = stored;
    const request = (seq: number): object => ({
      type: 'request-draft',
      latestPublishedPage: { ID: page, revision: seq },
    });
    const draftAfter = (user: TestUser, seq: number): Promise<string | null> =>
      rooms.draftText(page, user.account.ID, request(seq));
    const first = await draftAfter(ada, revision - 1);
    expect(await draftAfter(ben, revision - 1)).to.equal(first);
    expect(await draftAfter(ben, revision)).to.include('"draft":null');
    let isWelcome = false;
    const send = ({ type }: RoomMessage): void => {
      isWelcome ||= type === 'welcome';
    };
    const connection = (await rooms.prepare(page, ada.account.ID))?.({ ...peerOf(ada), send });
    const hello = { type: 'hello', protocol: PROTOCOL, editorVersion: EDITOR_VERSION };
    const authenticate = { accountId: ada.account.ID };
    connection?.receive({ ...hello, clientId: 'a', lastSeq: null, lastMid: 0, authenticate });
    await until(() => isWelcome);
    const partialPage = [{ path: ['settings', 'x'], to: 'new' }];
    const intents = [{ type: 'update-page', partialPage }];
    connection?.receive({ type: 'ops', after: 0, ops: [{ mid: 1, baseSeq: revision, intents }] });
    let later: string | null = null;
    while (!later?.includes('"seq":')) {
      await delay(5);
      later = await draftAfter(ben, revision);
    }
    expect(later).to.include('"x":"new"');
    expect(await draftAfter(ben, revision - 1)).to.equal(later);
  });

  it('do not keep the server from stopping while one is being opened [RO19]', async () => {
    const [page = 0] = await createPages(ada, 1);
    const rooms = createRooms();
    await app.knex.transaction(async (transaction) => {
      await transaction.raw('LOCK TABLE rooms IN ACCESS EXCLUSIVE MODE');
      const prepared = rooms.prepare(page, ada.account.ID);
      while (rooms.pageIds.length === 0) await delay(5);
      await rooms.close();
      expect(await prepared).to.equal(null);
    });
    expect(rooms.pageIds).to.eql([]);
  });

  it('keep two versions of a page that is replaced again and again without them, also where nobody uses them [RO15]', async () => {
    const [page = 0] = await createPages(ada, 1);
    const rooms = createRooms();
    await rooms.prepare(page, ada.account.ID);
    const { head } = await app.knex('rooms').where({ page_id: page }).first<{ head: string }>();
    for (let seq = Number(head); seq < Number(head) + 4; seq += 1) {
      const whole = { text: '{}', accountId: ada.account.ID };
      expect(await appendWholePage(app.knex, page, seq, whole)).to.equal(seq + 1);
      await rooms.replaced(page);
    }
    expect(rooms.pageIds).to.eql([]);
    expect(await app.knex('room_snapshots').where({ page_id: page })).to.have.length(2);
  });

  it('take a page that is replaced while they read it from the start [RO9, RO19]', async () => {
    const [page = 0] = await createPages(ada, 1);
    const rooms = createRooms();
    let replaced = Promise.resolve();
    await app.knex.transaction(async (transaction) => {
      await transaction.raw('LOCK TABLE rooms IN ACCESS EXCLUSIVE MODE');
      const prepared = rooms.prepare(page, ada.account.ID);
      while (rooms.pageIds.length === 0) await delay(5);
      replaced = rooms.replaced(page);
      expect(await prepared).to.equal(null);
    });
    await replaced;
    expect(await rooms.prepare(page, ada.account.ID)).to.be.a('function');
  });

  it('welcome nobody once another server has taken them over, or whoever joins a server that was suspended sees an old page [RO43]', async () => {
    const [page = 0] = await createPages(ada, 1);
    const serverOf = (id: string) => ({ server: { id, onTakeOver: () => undefined } });
    await renewServer(app.knex, { serverId: 'suspended', format: 1 }, 60_000);
    const suspended = createRooms(serverOf('suspended'));
    const connect = await suspended.prepare(page, ada.account.ID);
    const received: string[] = [];
    const peer: RoomPeer = {
      ...peerOf(ada),
      send: ({ type }) => received.push(type),
      close: () => received.push('closed'),
    };
    const connection = connect?.(peer) ?? expect.fail('the room was not opened');
    await renewServer(app.knex, { serverId: 'suspended', format: 1 }, -1);
    expect(await createRooms(serverOf('next')).prepare(page, ada.account.ID)).to.be.a('function');
    connection.receive({
      ...{ type: 'hello', protocol: PROTOCOL, editorVersion: EDITOR_VERSION, clientId: 'late' },
      ...{ lastSeq: null, lastMid: 0, authenticate: { accountId: ada.account.ID } },
    });
    await until(() => received.length > 0);
    expect(received).to.eql(['closed']);
    await until(() => suspended.pageIds.length === 0);
  });
});
