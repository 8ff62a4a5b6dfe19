import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createTestApp, type TestApp, type TestUser } from '../app/testing/createTestApp.ts';
import { richTextFromPlain, type Page } from '@cobble/engine';
import { type ClientMessage, PROTOCOL } from '@cobble/engine/collaboration';
import { blankInput, inputOf, openPage, textBlock } from '../app/testing/pageInput.ts';
import type { StoredPage } from '../contract/index.ts';
import { ByteBudgets } from './ByteBudgets.ts';
import { ROOM_SOCKET_LIMITS } from './RoomSockets.ts';
import { joinRoom, type Participant, until } from './testing/joinRoom.ts';
import { untilBlocked } from './testing/untilBlocked.ts';
import {
  type ClientSocket,
  connectSocket,
  type ConnectOptions,
} from './testing/socketTransport.ts';

describe('rooms of pages, over real sockets', function () {
  this.timeout(120_000);
  let app: TestApp;
  const users = new Map<string, TestUser>();
  let participants: Participant[] = [];
  let sockets: ClientSocket[] = [];

  before(async () => {
    app = await createTestApp();
    users.set('ada', await app.signUp('ada', ['pro']));
    users.set('ben', await app.signUp('ben'));
  });
  afterEach(() => {
    for (const { client } of participants) client.close();
    for (const socket of sockets) socket.disconnect();
    participants = [];
    sockets = [];
  });
  after(() => app.stop());

  const user = (name: string): TestUser => {
    const found = users.get(name);
    if (!found) throw new Error(`Nobody is called ${name}`);
    return found;
  };

  /** A new page of Ada. */
  async function createPage() {
    const slug = `page-${Math.random().toString(36).slice(2)}`;
    const created = await user('ada').browser.post('/api/page', blankInput(slug));
    expect(created.status).to.equal(200);
    return openPage(user('ada'), slug);
  }

  function join(
    name: string,
    page: Page,
    server = app,
    onSocket?: (socket: ClientSocket) => void,
  ): Participant {
    const participant = joinRoom(server, user(name), page, onSocket);
    participants.push(participant);
    return participant;
  }

  function addNote({ editor }: Participant): string {
    const [uuid = ''] = editor.add({ type: 'sticky-note' }).unwrap();
    return uuid;
  }

  /** Connects without a room client; resolves to the error's code, or null once it is connected. */
  function refusal(options: Partial<ConnectOptions> & { page: unknown }): Promise<string | null> {
    const socket = connectSocket({ port: app.port, browser: user('ada').browser, ...options });
    sockets.push(socket);
    return new Promise((resolve) => {
      socket.on('connect', () => {
        resolve(null);
      });
      socket.on('connect_error', (error) => {
        resolve(error.message);
      });
    });
  }

  const give = (pageId: number, name: string, role: string) =>
    app.knex('page_roles').insert({ page_id: pageId, account_id: user(name).account.ID, role });

  it('show what one tab of a person edits in the other, and keep it for the next server [RO5]', async () => {
    const page = await createPage();
    const first = join('ada', page);
    const second = join('ada', page);
    await Promise.all([first.saved(), second.saved()]);
    const uuid = addNote(first);
    await until(() => second.editor.blocks.has(uuid));
    second.editor.update(uuid, { styles: { opacity: 0.5 } }).unwrap();
    await until(() => first.editor.blocks.get(uuid)?.styles.opacity === 0.5);
    await second.saved();
    const other = await createTestApp({ sharesDatabaseOf: app });
    try {
      const later = join('ada', page, other);
      await until(() => later.editor.blocks.get(uuid)?.styles.opacity === 0.5);
      expect(later.client.seq).to.equal(page.revision + 2);
    } finally {
      await other.stop();
    }
  });

  it('refuse a connection from another site, or from nowhere [RO6]', async () => {
    const { ID } = await createPage();
    expect(await refusal({ page: ID, origin: 'https://evil.example' })).to.equal('websocket error');
    expect(
      await refusal({ page: ID, origin: `http://ada.localhost:${String(app.port)}` }),
    ).to.equal('websocket error');
    expect(await refusal({ page: ID, origin: null })).to.equal('websocket error');
    expect(await refusal({ page: ID })).to.equal(null);
  });

  it('refuse a browser that is not signed in before anything it sends is parsed [RO6]', async () => {
    const { ID } = await createPage();
    expect(await refusal({ page: ID, browser: app.browser() })).to.equal('websocket error');
  });

  it('refuse pages that do not exist, or that somebody may not see, with the same code [RO6]', async () => {
    const { ID } = await createPage();
    const { browser } = user('ben');
    expect(await refusal({ page: ID, browser })).to.equal('page_does_not_exist');
    expect(await refusal({ page: 2_000_000_000, browser })).to.equal('page_does_not_exist');
    for (const page of [0, -1, 1.5, 1e12, '1', { id: 1 }, null, undefined])
      expect(await refusal({ page, browser })).to.equal('err_bad_request');
  });

  it('close a connection that asks to join twice, or an account could join without limit [RO13]', async () => {
    const { ID } = await createPage();
    const socket = connectSocket({ port: app.port, browser: user('ada').browser, page: ID });
    sockets.push(socket);
    // Before the server has answered the first request.
    socket.io.once('open', () => {
      socket.io.engine.write(`0{"page":${String(ID)}}`);
    });
    await new Promise((resolve) => socket.io.once('close', resolve));
  });

  for (const [index, char] of ['x', '€'].entries())
    it(`refuse an account that has sent too much until it may send again, or it would go on, counted in bytes (${char}) [RO13, RO33]`, async () => {
      const mallory = await app.signUp(`mallory${String(index)}`);
      const { ID } = await openPage(mallory);
      const { browser } = mallory;
      const socket = connectSocket({ port: app.port, browser, page: ID });
      sockets.push(socket);
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      const { messageBytes, burstBytes } = ROOM_SOCKET_LIMITS;
      const bytes = messageBytes - 100;
      const packet = `2["message","${char.repeat(Math.floor(bytes / Buffer.byteLength(char)))}"]`;
      const closed = new Promise((resolve) => socket.io.once('close', resolve));
      const { leftOf } = ByteBudgets.prototype as {
        readonly leftOf: (this: ByteBudgets, key: string, now: number) => number;
      };
      // No time passes: what the account may send would grow while the server reads all of this.
      ByteBudgets.prototype.leftOf = function (this: ByteBudgets, key: string): number {
        return leftOf.call(this, key, 0);
      };
      try {
        for (let sent = 0; sent < 1.5 * burstBytes; sent += bytes) socket.io.engine.write(packet);
        await closed;
        expect(await refusal({ page: ID, browser })).to.equal('websocket error');
        expect(await refusal({ page: (await createPage()).ID })).to.equal(null);
      } finally {
        ByteBudgets.prototype.leftOf = leftOf;
      }
    });

  it('keep out an account that has used up its time in them, and nobody else [RO20, RO21]', async () => {
    const eve = await app.signUp('eve');
    const { browser, account } = eve;
    const page = await openPage(eve);
    const { roomBudgets: budgets } = app;
    const spend = budgets.spend.bind(budgets);
    let spentMs = 0;
    budgets.spend = (accountId, ms) => {
      if (accountId === account.ID) spentMs += ms;
      spend(accountId, ms);
    };
    /** Does what costs the account time, and waits until that is counted. */
    const expectToCost = async (work: () => unknown): Promise<void> => {
      const before = spentMs;
      await work();
      while (spentMs === before) await sleep(5);
    };
    const hello: ClientMessage = {
      type: 'hello',
      protocol: PROTOCOL,
      editorVersion: '0.7.0',
      clientId: 'eve',
      lastSeq: null,
      lastMid: 0,
      authenticate: { accountId: account.ID },
    };
    const requestDraft = async (): Promise<number> => {
      const path = `/api/page/${String(page.ID)}/room`;
      const latestPublishedPage = { ID: page.ID, revision: 0 };
      return (await browser.post(path, { type: 'request-draft', latestPublishedPage })).status;
    };
    const socket = connectSocket({ port: app.port, browser, page: page.ID });
    sockets.push(socket);
    /** Says hello, and resolves to the type of the response, or to its code if it is an error. */
    const sayHello = (): Promise<string> =>
      new Promise((resolve) => {
        socket.on('message', (message) => {
          if (message.type === 'error') resolve(message.code);
          else if (message.type === 'welcome') resolve('welcome');
        });
        socket.emit('message', hello);
      });
    // Opening the room.
    await expectToCost(() => new Promise((resolve) => socket.on('connect', () => resolve(null))));
    await expectToCost(async () => {
      expect(await sayHello()).to.equal('welcome');
    });
    await expectToCost(async () => {
      expect(await requestDraft()).to.equal(200);
    });

    budgets.spend = spend;
    // As much as a debt may be: it lasts for longer than this test.
    budgets.spend(account.ID, Number.MAX_SAFE_INTEGER);
    expect(await refusal({ page: page.ID, browser })).to.equal('websocket error');
    expect(await requestDraft()).to.equal(429);
    expect(await sayHello()).to.equal('rate_limited');
    expect(await refusal({ page: (await createPage()).ID })).to.equal(null);
  });

  it('let a viewer watch, and apply none of its edits [RO7]', async () => {
    const page = await createPage();
    await give(page.ID, 'ben', 'viewer');
    const ada = join('ada', page);
    const ben = join('ben', page);
    await until(() => ben.client.role === 'viewer');
    expect(ben.editor.permissions.canEdit).to.equal(false);
    const forged = {
      mid: 1,
      baseSeq: 1,
      intents: [{ type: 'remove-things', removedUuids: ['x'] }],
    };
    ben.forge({ type: 'ops', ops: [forged] });
    const uuid = addNote(ada);
    await until(() => ben.editor.blocks.has(uuid));
    expect(ben.client.seq).to.equal(page.revision + 1);
  });

  it('apply a changed role, a new plan, a sign-out and a deleted account soon [RO7]', async () => {
    const page = await createPage();
    const joinAs = async (name: string): Promise<Participant> => {
      users.set(name, await app.signUp(name));
      await give(page.ID, name, 'editor');
      return join(name, page);
    };
    const demoted = await joinAs('demoted');
    const removed = await joinAs('removed');
    const out = await joinAs('out');
    const gone = await joinAs('gone');
    await until(() =>
      [demoted, removed, out, gone].every(({ client }) => client.role === 'editor'),
    );
    users.set('kim', await app.signUp('kim'));
    let connections = 0;
    const kim = join('kim', await openPage(user('kim')), app, () => (connections += 1));
    const fill = (): number => {
      const notes = Array.from({ length: 40 }, () => ({ type: 'sticky-note' }) as const);
      return kim.editor.add(notes.slice(kim.editor.blocks.size)).ok ? kim.editor.blocks.size : 0;
    };
    await kim.saved();
    expect(fill()).to.equal(40);
    await kim.saved();
    const roleOf = (name: string) =>
      app.knex('page_roles').where({ page_id: page.ID, account_id: user(name).account.ID });
    await roleOf('demoted').update({ role: 'viewer' });
    await roleOf('removed').delete();
    await user('out').browser.post('/api/auth/logout');
    await app
      .knex('accounts')
      .where({ id: user('gone').account.ID })
      .delete();
    const connectionsBefore = connections;
    await app
      .knex('accounts')
      .where({ id: user('kim').account.ID })
      .update({ roles: ['plus'] });
    await until(() => demoted.client.role === 'viewer');
    await until(() => [removed, out, gone].every(({ client }) => client.status !== 'live'));
    expect(demoted.client.status).to.equal('live');
    while (connections === connectionsBefore)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const uuid = addNote(kim);
    await kim.saved();
    expect(kim.editor.blocks.has(uuid)).to.equal(true);
  });

  it('show nothing to somebody whose access has ended while they waited for the room or for a draft [RO7]', async () => {
    const { browser } = user('ben');
    const ways: ((ID: number) => Promise<string | null>)[] = [
      (page) => refusal({ page, browser }),
      async (ID) => {
        const body = { type: 'request-draft', latestPublishedPage: { ID, revision: 0 } };
        return (await browser.post(`/api/page/${String(ID)}/room`, body)).error().code;
      },
    ];
    for (const ask of ways) {
      const { ID } = await createPage();
      await give(ID, 'ben', 'editor');
      const { code } = await app.knex.transaction(async (transaction) => {
        await transaction.raw('LOCK TABLE rooms IN ACCESS EXCLUSIVE MODE');
        const asked = { code: ask(ID) };
        await untilBlocked(app.knex);
        await transaction('page_roles').where({ page_id: ID }).delete();
        return asked;
      });
      expect(await code).to.equal('page_does_not_exist');
    }
  });

  it('end for everyone but the owner of a page that is disabled, who can edit it no more [RO51]', async () => {
    const page = await createPage();
    users.set('watching', await app.signUp('watching'));
    await give(page.ID, 'ben', 'editor');
    await give(page.ID, 'watching', 'viewer');
    let refusals = 0;
    const ada = join('ada', page, app, (socket) => {
      socket.on('message', (message) => {
        if (message.type === 'error' && message.code === 'not_permitted') refusals += 1;
      });
    });
    const others = ['ben', 'watching'].map((name) => join(name, page));
    await until(() => [ada, ...others].every(({ client }) => client.status === 'live'));
    const disable = (isDisabled: boolean) =>
      app.knex('pages').where({ id: page.ID }).update({ is_disabled: isDisabled });
    await disable(true);
    await until(() => ada.client.role === 'viewer');
    await until(() => others.every(({ client }) => client.status !== 'live'));
    expect(ada.client.status).to.equal('live');
    expect(ada.editor.permissions.canEdit).to.equal(false);
    // What a modified client sends all the same.
    const intents = [{ type: 'remove-things', removedUuids: ['x'] }];
    ada.forge({ type: 'ops', after: 0, ops: [{ mid: 1, baseSeq: page.revision, intents }] });
    // It must arrive while she may not edit.
    while (refusals === 0) await sleep(5);
    await disable(false);
    await until(() => ada.client.role === 'owner');
    addNote(ada);
    await ada.saved();
    expect(ada.client.seq).to.equal(page.revision + 1);
  });

  it('send a large page in parts, and what others edit meanwhile after it [RO8]', async () => {
    const page = await createPage();
    const things = { ...page.things };
    for (let index = 0; index < 1500; index += 1) {
      const block = textBlock(page, { text: richTextFromPlain('A long sentence. '.repeat(20)) });
      things[block.uuid] = block;
    }
    const put = { ...inputOf(page), things };
    const response = await user('ada').browser.put(`/api/page/${String(page.ID)}`, put);
    const large = response.json() as Page;
    const ada = join('ada', large);
    await ada.saved();
    // Ada edits while Ben receives the page.
    await give(page.ID, 'ben', 'editor');
    let parts = 0;
    const later = join('ben', { ...page, revision: 0 }, app, (socket) => {
      socket.on('part', () => {
        parts += 1;
        ada.editor.add({ type: 'sticky-note' }).unwrap();
      });
    });
    await until(() => later.client.status === 'live');
    expect(parts).to.be.greaterThan(3);
    await ada.saved();
    await until(() => later.client.seq === ada.client.seq);
    expect(later.editor.page.things).to.eql(ada.editor.page.things);
  });

  it('refuse somebody who claims to be another account [RO6]', async () => {
    const page = await createPage();
    await give(page.ID, 'ben', 'editor');
    const { browser } = user('ben');
    const forged = joinRoom(app, { browser, account: user('ada').account }, page);
    participants.push(forged);
    await until(() => forged.client.status === 'refused');
  });

  it('show what is published without the room to everyone in it, and nothing twice [RO9]', async () => {
    const page = await createPage();
    const { browser } = user('ada');
    const ada = join('ada', page);
    const uuid = addNote(ada);
    await ada.saved();
    const path = `/api/page/${String(page.ID)}`;
    const stale = await browser.put(path, inputOf(page));
    expect(stale.error()).to.deep.include({
      code: 'page_changed_elsewhere',
      details: { revision: page.revision + 1 },
    });
    const put = { ...inputOf(page), baseRevision: page.revision + 1 };
    const published = await browser.put(path, put);
    expect(published.json()).to.deep.include({ revision: page.revision + 2 });
    await until(() => ada.client.seq === page.revision + 2);
    expect(ada.editor.blocks.has(uuid)).to.equal(false);
    const next = addNote(ada);
    await ada.saved();
    const ben = join('ada', published.json() as Page);
    await until(() => ben.editor.blocks.has(next));
    expect(ben.client.seq).to.equal(page.revision + 3);
    const restored = await browser.post(`${path}/version/${String(page.revision + 2)}/restore`, {
      baseRevision: page.revision + 3,
    });
    expect(restored.json()).to.deep.include({ revision: page.revision + 4 });
    await until(() => !ben.editor.blocks.has(next) && !ada.editor.blocks.has(next));
  });

  it('give two publications of one state and an edit at the same time one order [RO9]', async () => {
    const page = await createPage();
    const ada = join('ada', page);
    await ada.saved();
    const { browser } = user('ada');
    const path = `/api/page/${String(page.ID)}`;
    const publish = () => browser.put(path, inputOf(page));
    const [first, second] = await Promise.all([
      publish(),
      publish(),
      Promise.resolve(addNote(ada)),
    ]);
    await ada.saved();
    const won = [first, second].filter(({ status }) => status === 200);
    expect(won.length).to.be.at.most(1);
    const { head } = await app.knex('rooms').where({ page_id: page.ID }).first<{ head: string }>();
    expect(Number(head)).to.equal(page.revision + 1 + won.length);
    await until(() => ada.client.seq === Number(head));
  });

  it('tell who opens a page about a newer draft, and nobody else [RO10]', async () => {
    const page = await createPage();
    const request = async (name: string, revision: number, ID = page.ID) => {
      const body = { type: 'request-draft', latestPublishedPage: { ID, revision } };
      return user(name).browser.post(`/api/page/${String(page.ID)}/room`, body);
    };
    const none = { type: 'send-draft', body: { draft: null } };
    expect((await request('ada', page.revision)).json()).to.eql(none);
    const ada = join('ada', page);
    const uuid = addNote(ada);
    await ada.saved();
    ada.client.close();
    const response = (await request('ada', page.revision)).json() as {
      body: { draft: { page: Page; seq: number } };
    };
    const { draft } = response.body;
    expect(draft.seq).to.equal(page.revision + 1);
    expect(draft.page).to.deep.include({ ID: page.ID, revision: draft.seq, slug: page.slug });
    expect(Object.keys(draft.page.things)).to.include(uuid);
    expect((await request('ada', draft.seq)).json()).to.eql(none);
    expect((await request('ben', 0)).error().code).to.equal('page_does_not_exist');
    expect((await request('ada', 0, page.ID + 1)).error().code).to.equal('page_does_not_exist');
  });

  it('are not opened by a server without live rooms, which large ones would occupy, nor does the app ask for them [RO10]', async () => {
    const page = await createPage();
    const without = await createTestApp({
      sharesDatabaseOf: app,
      configuration: { hasLiveRooms: false },
    });
    try {
      const browser = without.browser();
      for (const [name, value] of user('ada').browser.cookies) browser.cookies.set(name, value);
      const body = { type: 'request-draft', latestPublishedPage: { ID: page.ID, revision: 0 } };
      const path = `/api/page/${String(page.ID)}/room`;
      expect((await browser.post(path, body)).error().code).to.equal('err_not_found');
      const publish = await browser.post(`${path}/publish`, { seq: page.revision });
      expect(publish.error().code).to.equal('err_not_found');
      const address = `/api/page?site=${page.site.slug}&page=${page.slug}`;
      const hasRoom = (response: { json: () => unknown }) =>
        (response.json() as StoredPage).hasRoom ?? false;
      expect(hasRoom(await browser.get(address))).to.equal(false);
      const [own, other] = await Promise.all([
        user('ada').browser.get(address),
        user('ben').browser.get(address),
      ]);
      expect([hasRoom(own), hasRoom(other)], 'of the owner and a visitor').to.eql([true, false]);
    } finally {
      await without.stop();
    }
  });

  it('publish exactly what the publisher saw, while others go on editing [RO12]', async () => {
    const page = await createPage();
    await give(page.ID, 'ben', 'editor');
    const ada = join('ada', page);
    const ben = join('ben', page);
    await Promise.all([ada.saved(), ben.saved()]);
    const seen = addNote(ada);
    await ada.saved();
    const seq = ada.client.seq ?? 0;
    const later = addNote(ben);
    await ben.saved();
    const published: unknown[] = [];
    ben.client.listen({ onPublished: (event) => published.push(event) });
    const publish = (body: object, name = 'ada') =>
      user(name).browser.post(`/api/page/${String(page.ID)}/room/publish`, body);
    const first = await publish({ seq });
    expect(first.json()).to.deep.include({ revision: seq, slug: page.slug });
    const visitors = async (): Promise<Page> => {
      const path = `/api/page?site=${page.site.slug}&page=${page.slug}`;
      return (await app.browser().get(path)).json() as Page;
    };
    expect(Object.keys((await visitors()).things))
      .to.include(seen)
      .and.not.include(later);
    expect((await visitors()).revision).to.equal(seq);
    // Again, because the response was lost, also after a newer one has been published.
    expect((await publish({ seq })).json()).to.eql(first.json());
    expect((await publish({ seq: seq + 1 })).json()).to.deep.include({ revision: seq + 1 });
    expect(Object.keys((await visitors()).things)).to.include(later);
    expect((await publish({ seq })).json()).to.deep.include({ revision: seq });
    expect((await visitors()).revision).to.equal(seq + 1);
    await until(() => ben.editor.fields.revision === seq + 1);
    expect(published).to.eql(
      [seq, seq + 1].map((each) => ({ seq: each, accountId: user('ada').account.ID, name: 'ada' })),
    );
    // The room and its connections go on.
    addNote(ada);
    await ada.saved();
    expect(ada.client.seq).to.equal(seq + 2);
    // Publishing through the API still takes the head into account.
    const stale = await user('ada').browser.put(`/api/page/${String(page.ID)}`, {
      ...inputOf(page),
      baseRevision: seq + 1,
    });
    expect(stale.error().details).to.eql({ revision: seq + 2 });
    for (const wrong of [{ seq: seq - 1 }, { seq: seq + 3 }, { seq: 0 }])
      expect((await publish(wrong)).error().code).to.equal('page_changed_elsewhere');
    expect((await publish({ seq: 2 ** 31 })).error()).to.include({
      ...{ code: 'err_bad_request', path: 'seq' },
    });
    expect((await publish({ seq }, 'ben')).error().code).to.equal('page_does_not_exist');
  });

  it('publish a draft at a new address, and refuse one that is taken [RO12]', async () => {
    const page = await createPage();
    const publish = (body: object) =>
      user('ada').browser.post(`/api/page/${String(page.ID)}/room/publish`, body);
    const seq = page.revision;
    // Nobody has opened the room.
    expect((await publish({ seq })).json()).to.deep.include({ revision: seq, slug: page.slug });
    const ada = join('ada', page);
    await ada.saved();
    const slug = `new-${page.slug}`;
    expect((await publish({ seq, slug })).json()).to.deep.include({ revision: seq, slug });
    const { slug: taken } = await createPage();
    expect((await publish({ seq, slug: taken })).error().code).to.equal('page_slug_already_used');
    expect((await publish({ seq, slug: 'no spaces' })).status).to.equal(400);
    expect((await openPage(user('ada'), slug)).ID).to.equal(page.ID);
  });

  it('send everyone to another server when theirs is being stopped, and nobody back to it [RO27]', async () => {
    const page = await createPage();
    const stopping = await createTestApp({ sharesDatabaseOf: app });
    try {
      const reasons: string[] = [];
      const ada = join('ada', page, stopping, (socket) => {
        socket.on('closed', (reason) => void reasons.push(reason));
      });
      await ada.saved();
      const uuid = addNote(ada);
      await stopping.drain();
      await until(() => ada.client.status !== 'live');
      expect(reasons).to.eql(['room_closed']);
      expect(await refusal({ page: page.ID, port: stopping.port })).to.equal('websocket error');
      expect(await stopping.metrics.metrics()).to.match(
        /^cobble_room_connections_refused_total\{reason="stopping"\} [1-9]/m,
      );
      const later = join('ada', page);
      await until(() => later.client.status === 'live');
      // It had not arrived when the room was closed, unless it is there.
      expect(later.editor.blocks.has(uuid) || ada.client.pendingCount === 1).to.equal(true);
    } finally {
      await stopping.stop();
    }
  });

  describe('and other upgrades of connections', () => {
    /** The status of the response to a raw request. */
    const statusOf = (lines: readonly string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(app.port, '127.0.0.1', () => {
          socket.write(`${lines.join('\r\n')}\r\n\r\n`);
        });
        let text = '';
        socket.on('data', (data) => {
          text += data.toString();
          socket.end();
        });
        socket.on('error', reject);
        socket.on('close', () => {
          resolve(text.split(' ')[1] ?? '');
        });
      });
    const webSocket = [
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ];

    it('are refused at any other path or host, and odd ones do not stop the server [RO6]', async () => {
      const hosts = [
        app.appHost,
        `ada.${app.appHost}`,
        'evil.example',
        `127.0.0.1:${String(app.port)}`,
      ];
      const query = '?EIO=4&transport=websocket';
      for (const path of ['/', `/api/rooms${query}`, `/api/rooms/x${query}`, `//${query}`, '*'])
        for (const host of hosts)
          expect(await statusOf([`GET ${path} HTTP/1.1`, `Host: ${host}`, ...webSocket])).to.equal(
            '404',
          );
      for (const host of hosts.slice(1))
        expect(
          await statusOf([`GET /api/rooms/${query} HTTP/1.1`, `Host: ${host}`, ...webSocket]),
        ).to.equal('404');
    });

    it('do not turn away a visitor whose program offers HTTP/2 [RO6]', async () => {
      const offer = [
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABk',
      ];
      expect(await statusOf(['GET /healthz HTTP/1.1', `Host: ${app.appHost}`, ...offer])).to.equal(
        '200',
      );
    });
  });
});
