import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createClient } from 'redis';
import { type Page, richTextFromPlain } from '@cobble/engine';
import { createTestApp, type TestApp, type TestUser } from '../../app/testing/createTestApp.ts';
import { blankInput, inputOf, openPage, textBlock } from '../../app/testing/pageInput.ts';
import { joinRoom, type Participant, until } from '../testing/joinRoom.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { startDatabaseProxy } from '../../testing/startDatabaseProxy.ts';
import { requirePrograms } from '../testing/requirePrograms.ts';
import { TestRedis } from '../testing/TestRedis.ts';

describe('rooms that several servers share', function () {
  this.timeout(180_000);
  let redis: TestRedis;
  let one: TestApp;
  let two: TestApp;
  let three: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  const participants: Participant[] = [];
  const close: (() => Promise<void>)[] = [];

  before(async function () {
    requirePrograms('redis-server');
    redis = await TestRedis.start();
    close.push(() => redis.stop());
    one = await startServer();
    two = await startServer(one);
    three = await startServer(one);
    ada = await one.signUp('ada', ['pro']);
    ben = await one.signUp('ben', ['pro']);
  });
  afterEach(() => {
    for (const { client } of participants.splice(0)) client.close();
  });
  after(async () => {
    for (const each of close.splice(0).toReversed()) await each();
  });

  async function startServer(sharesDatabaseOf?: TestApp): Promise<TestApp> {
    const configuration = { redisUrl: redis.url };
    const app = await createTestApp({
      configuration,
      ...(sharesDatabaseOf ? { sharesDatabaseOf } : {}),
    });
    close.push(() => app.stop());
    return app;
  }

  async function createPage(): Promise<Page> {
    const slug = `page-${Math.random().toString(36).slice(2)}`;
    await ada.browser.post('/api/page', blankInput(slug));
    return openPage(ada, slug);
  }

  async function join(server: TestApp, page: Page, user = ada): Promise<Participant> {
    const participant = joinRoom(server, user, page);
    participants.push(participant);
    await participant.saved();
    return participant;
  }

  function addNote({ editor }: Participant): string {
    const [uuid = ''] = editor.add({ type: 'sticky-note' }).unwrap();
    return uuid;
  }

  const epochOf = async (page: Page): Promise<number> => {
    const [row] = await one
      .knex('rooms')
      .where({ page_id: page.ID })
      .select<{ epoch: string }[]>('epoch');
    return Number(row?.epoch);
  };

  /** Adds a few hundred KB at once, as one edit. */
  function addLarge({ editor }: Participant): void {
    const begun = editor.begin();
    for (let count = 0; count < 20; count += 1) {
      const text = Array.from({ length: 2500 }, () => Math.random().toString(36).slice(2, 8));
      editor.add({ type: 'text', content: { text: richTextFromPlain(text.join(' ')) } }).unwrap();
    }
    editor.commit(begun);
  }

  /** The value of a metric of a server, all labels together unless one is named. */
  async function metric(server: TestApp, name: string, label?: string): Promise<number> {
    const found = await server.metrics.getSingleMetric(name)?.get();
    return (found?.values ?? [])
      .filter(({ labels }) => label === undefined || Object.values(labels).includes(label))
      .reduce((sum, { value }) => sum + value, 0);
  }

  async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
    while (!(await isTrue())) await delay(20);
  }

  it('show edits and cursors to people at other servers, and have one owner [RO39]', async () => {
    const page = await createPage();
    const tabs = [await join(one, page), await join(two, page), await join(three, page)];
    const notes = tabs.map(addNote);
    for (const { editor } of tabs) await until(() => notes.every((id) => editor.blocks.has(id)));
    for (const tab of tabs) await tab.saved();
    tabs[2]?.client.sendCursor({ x: 0.5, y: 0.25 });
    await until(() => [...(tabs[1]?.client.peers.values() ?? [])].some(({ cursor }) => cursor));
    tabs[1]?.client.acquireLocks(notes.slice(0, 1));
    await until(() => tabs[0]?.client.locksOfOthers.has(notes[0] ?? '') === true);
    expect(await epochOf(page)).to.equal(1);
    // A server that pauses for seconds counts as gone, and its clients connect again.
    await eventually(async () => {
      const received = await metric(one, 'cobble_room_forwarded_connections', 'received');
      const sent = await metric(two, 'cobble_room_forwarded_connections', 'sent');
      return received === 2 && sent === 1;
    });
  });

  it('send each edit once to a server, however many of its clients get it [RO40]', async () => {
    const page = await createPage();
    const tabs = [await join(one, page)];
    for (let count = 0; count < 8; count += 1) tabs.push(await join(two, page));
    const before = await metric(one, 'cobble_room_forwarded_messages_total', 'sent');
    for (let count = 0; count < 20; count += 1) {
      const note = addNote(tabs[0] ?? unknownTab());
      for (const { editor } of tabs) await until(() => editor.blocks.has(note));
    }
    const sent = (await metric(one, 'cobble_room_forwarded_messages_total', 'sent')) - before;
    // Otherwise, it would be more than 160.
    expect(sent).to.be.within(20, 140);
  });

  it('apply a changed role and a sign-out at the server of the browser [RO41]', async () => {
    const page = await createPage();
    const role = { page_id: page.ID, account_id: ben.account.ID };
    await one.knex('page_roles').insert({ ...role, role: 'editor' });
    const owner = await join(one, page);
    const guest = await join(two, page, ben);
    expect(guest.client.role).to.equal('editor');
    await one.knex('page_roles').where(role).update({ role: 'viewer' });
    await until(() => guest.client.role === 'viewer');
    guest.forge({ type: 'ops', ops: [{ mid: 1, baseSeq: 0, intents: [{ type: 'undo' }] }] });
    await one.knex('page_roles').where(role).delete();
    await until(() => guest.client.status !== 'live');
    expect(owner.client.status).to.equal('live');
    await eventually(async () => {
      return (await metric(one, 'cobble_room_forwarded_connections', 'received')) === 0;
    });
  });

  it('get the limits of a new plan, also if nobody is connected to their server [RO41]', async () => {
    const page = await createPage();
    const owner = await join(one, page);
    const guest = await join(two, page);
    owner.client.close();
    const account = one.knex('accounts').where({ id: ada.account.ID });
    await account.clone().update({ roles: [] });
    try {
      await eventually(async () => (await epochOf(page)) === 2);
      await guest.saved();
    } finally {
      await account.clone().update({ roles: ['pro'] });
    }
  });

  it('send a large page in parts, and a large edit to everyone [RO40]', async () => {
    const page = await createPage();
    const owner = await join(one, page);
    addLarge(owner);
    await owner.saved();
    let parts = 0;
    const guest = joinRoom(two, ada, { ...page, revision: 0 }, (socket) => {
      socket.on('part', () => {
        parts += 1;
        addNote(owner);
      });
    });
    participants.push(guest);
    await guest.saved();
    expect(parts).to.be.above(1);
    const other = await join(two, page);
    addLarge(guest);
    await guest.saved();
    await owner.saved();
    for (const { client } of [guest, other]) await until(() => owner.client.seq === client.seq);
    for (const { editor } of [guest, other])
      expect(editor.page.things).to.eql(owner.editor.page.things);
  });

  it('return drafts and announce publications from every server [RO42]', async () => {
    const page = await createPage();
    const owner = await join(one, page);
    const guest = await join(three, page);
    addNote(guest);
    await guest.saved();
    const browser = two.browser();
    for (const [name, value] of ada.browser.cookies) browser.cookies.set(name, value);
    const draft = await browser.post(`/api/page/${String(page.ID)}/room`, {
      type: 'request-draft',
      latestPublishedPage: { ID: page.ID, revision: page.revision },
    });
    expect(draft.status, draft.text).to.equal(200);
    const { body } = draft.json() as { body: { draft: { seq: number } | null } };
    expect(body.draft?.seq).to.equal(guest.client.seq);
    const published: number[] = [];
    const stops = [owner, guest].map(({ client }) =>
      client.listen({ onPublished: ({ seq }) => published.push(seq) }),
    );
    const response = await browser.post(`/api/page/${String(page.ID)}/room/publish`, {
      seq: guest.client.seq,
    });
    expect(response.status, response.text).to.equal(200);
    await eventually(() => Promise.resolve(published.length === 2));
    for (const stop of stops) stop();
  });

  it('give a page that is published without its room to everyone [RO42]', async () => {
    const page = await createPage();
    const owner = await join(one, page);
    const guest = await join(two, page);
    const browser = three.browser();
    for (const [name, value] of ada.browser.cookies) browser.cookies.set(name, value);
    const section = Object.values(page.things).length;
    const block = textBlock(page);
    const input = { ...inputOf(page), things: { ...page.things, [block.uuid]: block } };
    const response = await browser.put(`/api/page/${String(page.ID)}`, input);
    expect(response.status, response.text).to.equal(200);
    for (const { editor } of [owner, guest]) await until(() => editor.blocks.size > section);
  });

  it('go on at another server when their owner is being stopped [RO43]', async () => {
    const four = await startServer(one);
    const page = await createPage();
    const owner = joinRoom(four, ada, page);
    participants.push(owner);
    await owner.saved();
    const tabs = [await join(one, page), await join(two, page)];
    owner.client.close();
    const stopping = four.drain();
    const notes = tabs.map(addNote);
    await stopping;
    for (const { editor } of tabs) await until(() => notes.every((id) => editor.blocks.has(id)));
    for (const tab of tabs) await tab.saved();
    expect(await epochOf(page)).to.equal(2);
    expect(await metric(one, 'cobble_room_take_overs_total')).to.equal(0);
  });

  it('keep edits while Redis is gone, and go on when an empty one is there [RO44]', async () => {
    const page = await createPage();
    const owner = await join(one, page);
    const guest = await join(two, page);
    const linesOfTwo = (): number => two.log().split('Redis is not available').length - 1;
    const linesBefore = linesOfTwo();
    await redis.stop();
    await until(() => guest.client.status === 'connecting');
    const notes = [addNote(owner), addNote(guest)];
    await owner.saved();
    expect(guest.client.pendingCount).to.equal(1);
    await redis.start();
    await guest.saved();
    for (const { editor } of [owner, guest])
      await until(() => notes.every((id) => editor.blocks.has(id)));
    expect(await epochOf(page)).to.equal(1);
    expect(await metric(two, 'cobble_room_redis_failures_total')).to.be.above(0);
    expect(linesOfTwo() - linesBefore).to.equal(1);
  });

  it('of other servers are refused at once while Redis is gone: whoever waited would ask Postgres again and again [RO59]', async () => {
    const page = await createPage();
    await join(one, page);
    const browser = two.browser();
    for (const [name, value] of ada.browser.cookies) browser.cookies.set(name, value);
    let asked = 0;
    two.knex.on('query', ({ sql, bindings }: { sql: string; bindings?: readonly unknown[] }) => {
      if (sql.includes('owner_server') && bindings?.includes(page.ID) === true) asked += 1;
    });
    const failures = () => metric(two, 'cobble_room_redis_failures_total');
    const before = await failures();
    await redis.stop();
    try {
      await eventually(async () => (await failures()) > before);
      asked = 0;
      const draft = await browser.post(`/api/page/${String(page.ID)}/room`, {
        type: 'request-draft',
        latestPublishedPage: { ID: page.ID, revision: 0 },
      });
      expect(draft.error().code).to.equal('err_unavailable');
      expect(asked).to.equal(1);
    } finally {
      await redis.start();
    }
  });

  it('are left by everyone at a server that is cut off from Postgres, and not from Redis [RO60]', async () => {
    const { url } = one.openDatabase();
    const proxy = await startDatabaseProxy(url);
    close.push(() => {
      proxy.close();
      return Promise.resolve();
    });
    const knex = openDatabase(proxy.url, { silenceMs: 3000 });
    const database = { knex, url: proxy.url, drop: () => knex.destroy() };
    const four = await startServer({ ...one, openDatabase: () => database });
    try {
      const page = await createPage();
      const owner = await join(one, page);
      const guest = await join(four, page);
      const other = await createPage();
      const ownerThere = await join(four, other);
      const guestOfIt = await join(two, other);
      proxy.hang();
      await until(() => guest.client.status !== 'live');
      // Whoever it has forwarded goes on at another server.
      const note = addNote(guestOfIt);
      await guestOfIt.saved();
      expect(owner.client.status).to.equal('live');
      proxy.resume();
      await until(() => guest.client.status === 'live');
      await until(() => ownerThere.editor.blocks.has(note));
    } finally {
      proxy.resume();
      await four.drain();
    }
  });

  it('ignore whatever else is in Redis [RO45]', async () => {
    const page = await createPage();
    const owner = await join(one, page);
    const guest = await join(two, page);
    const client = createClient({ url: redis.url });
    await client.connect();
    let inboxes: readonly string[] = [];
    // Those of servers that have been stopped may last for some seconds.
    await eventually(async () => {
      inboxes = await client.keys('cobble:inbox:*');
      return inboxes.length === 3;
    });
    const letter = { from: 'x', link: 'y', begunBy: 'x', received: '0' };
    for (const inbox of inboxes) {
      await client.xAdd(inbox, '*', { format: '1', number: '1' });
      await client.xAdd(inbox, '*', { ...letter, format: '2', number: '1', data: '{}\n' });
      await client.xAdd(inbox, '*', { ...letter, format: '1', number: '-1', data: '{}\n' });
      await client.xAdd(inbox, '*', {
        ...letter,
        format: '1',
        number: '1',
        data: '{"type":\n[]\n',
      });
      const forged = JSON.stringify({ type: 'published', page: page.ID, published: { seq: 'x' } });
      await client.xAdd(inbox, '*', { ...letter, format: '1', number: '2', data: `${forged}\n` });
      await client.xAdd(inbox, '*', { ...letter, format: '1', number: '9', data: 'x' });
    }
    await client.close();
    const note = addNote(guest);
    await until(() => owner.editor.blocks.has(note));
    expect(await metric(one, 'cobble_room_forwarded_garbage_total')).to.be.at.least(5);
    expect(guest.client.status).to.equal('live');
  });
});

function unknownTab(): never {
  throw new Error('There is no tab');
}
