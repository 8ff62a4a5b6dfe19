import type { Page } from '@cobble/engine';
import type { RoomMessage } from '@cobble/engine/collaboration';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApp, type TestApp, type TestUser } from '../app/testing/createTestApp.ts';
import { blankInput, openPage, textBlock } from '../app/testing/pageInput.ts';
import { joinRoom, type Participant, until } from './testing/joinRoom.ts';
import { RawClient } from './testing/RawClient.ts';
import type { ConnectOptions } from './testing/socketTransport.ts';

const SECRET = 'a very secret sentence';

/** Adds blocks to a page. */
const addTexts = (count: number, page: Page) => ({
  type: 'add-things',
  things: Array.from({ length: count }, (_, index) => ({
    ...textBlock(page),
    uuid: `forged-${String(index)}`,
  })),
});
const retitle = (to: unknown) => ({
  type: 'update-page',
  partialPage: [{ path: ['settings', 'title'], to }],
});

describe('bad input to rooms', function () {
  this.timeout(120_000);
  let app: TestApp;
  const users = new Map<string, TestUser>();
  let page: Page;
  /** Two honest people on the page. */
  let ada: Participant;
  let ben: Participant;
  let opened: { disconnect(): void }[] = [];

  const user = (name: string): TestUser => {
    const found = users.get(name);
    if (!found) throw new Error(`Nobody is called ${name}`);
    return found;
  };
  const idOf = (name: string): number => user(name).account.ID;

  before(async () => {
    app = await createTestApp();
    users.set('ada', await app.signUp('ada', ['pro']));
    for (const name of ['ben', 'vic', 'mallory']) users.set(name, await app.signUp(name));
    page = await openPage(user('ada'));
    await give(page.ID, 'ben', 'editor');
    await give(page.ID, 'vic', 'viewer');
    ada = joinRoom(app, user('ada'), page);
    ben = joinRoom(app, user('ben'), page);
    await Promise.all([ada.saved(), ben.saved()]);
  });
  afterEach(() => {
    for (const each of opened) each.disconnect();
    opened = [];
  });
  after(async () => {
    ada.client.close();
    ben.client.close();
    await app.stop();
  });

  const give = (pageId: number, name: string, role: string) =>
    app.knex('page_roles').insert({ page_id: pageId, account_id: idOf(name), role });

  /** A new page of somebody. */
  async function createPage(name: string): Promise<Page> {
    const slug = `page-${Math.random().toString(36).slice(2)}`;
    const created = await user(name).browser.post('/api/page', blankInput(slug));
    expect(created.status).to.equal(200);
    return openPage(user(name), slug);
  }

  async function connect(
    name: string,
    pageId: unknown,
    more: Partial<ConnectOptions> = {},
  ): Promise<RawClient> {
    const { browser } = user(name);
    const client = await RawClient.connect({ port: app.port, browser, page: pageId, ...more });
    opened.push(client);
    return client;
  }

  /** Connects and says hello. */
  async function join(name: string, { ID } = page): Promise<RawClient> {
    const client = await connect(name, ID);
    client.hello(`raw-${Math.random().toString(36).slice(2)}`, idOf(name));
    await client.welcome();
    return client;
  }

  /** The value of a counter; 0 if it has never been incremented. */
  async function valueOf(name: string, labels: Readonly<Record<string, string>>): Promise<number> {
    const metric = await app.metrics.getSingleMetric(name)?.get();
    if (!metric) throw new Error(`There is no metric ${name}`);
    return metric.values
      .filter((each) =>
        Object.entries(labels).every(
          ([label, value]) => (each.labels as Record<string, unknown>)[label] === value,
        ),
      )
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** Expects that an act is counted, and that the honest people do not notice it. */
  async function expectCounted(
    name: string,
    labels: Readonly<Record<string, string>>,
    act: () => Promise<unknown>,
  ): Promise<void> {
    const before = await valueOf(name, labels);
    await act();
    for (let tries = 0; (await valueOf(name, labels)) === before; tries += 1) {
      if (tries === 3000) throw new Error(`It was not counted:\n${await app.metrics.metrics()}`);
      await sleep(20);
    }
    const [uuid = ''] = ada.editor.add({ type: 'sticky-note' }).unwrap();
    await until(() => ben.editor.blocks.has(uuid));
    expect(ben.editor.page.things).to.eql(ada.editor.page.things);
    expect(Object.keys(ada.editor.page.things).join()).not.to.include('forged');
    expect([ada.client.status, ben.client.status]).to.eql(['live', 'live']);
  }

  const isError = (code: string) => (message: RoomMessage) =>
    message.type === 'error' && message.code === code;
  const isOutcome = (code: string) => (message: RoomMessage) =>
    message.type === 'stream' && message.entries.some((entry) => entry.code === code);

  describe('of who may not connect', () => {
    const refused: readonly (readonly [
      who: string,
      reason: string,
      message: string,
      options: () => Promise<Partial<ConnectOptions>>,
    ])[] = [
      [
        'another site',
        'origin',
        'websocket error',
        () => Promise.resolve({ origin: 'https://evil.example' }),
      ],
      [
        'somebody who is not signed in',
        'no_account',
        'websocket error',
        () => Promise.resolve({ browser: app.browser() }),
      ],
      [
        'somebody who names no page',
        'err_bad_request',
        'err_bad_request',
        () => Promise.resolve({ page: '1' }),
      ],
      [
        'somebody who lies about the page',
        'page_does_not_exist',
        'page_does_not_exist',
        () => Promise.resolve({ page: 2_000_000_000 }),
      ],
      [
        'somebody without a role on a page',
        'page_does_not_exist',
        'page_does_not_exist',
        async () => ({ page: (await createPage('ben')).ID }),
      ],
      [
        'an editor of a disabled page',
        'page_does_not_exist',
        'page_does_not_exist',
        async () => {
          const { ID } = await createPage('ben');
          await give(ID, 'mallory', 'editor');
          await app.knex('pages').where({ id: ID }).update({ is_disabled: true });
          return { page: ID };
        },
      ],
      [
        'the owner of a deleted page',
        'page_does_not_exist',
        'page_does_not_exist',
        async () => {
          const { ID } = await createPage('mallory');
          await user('mallory').browser.send(`/api/page/${String(ID)}`, { method: 'DELETE' });
          return { page: ID };
        },
      ],
    ];
    for (const [who, reason, message, options] of refused)
      it(`refuses ${who}, and counts ${reason} [RO26]`, () =>
        expectCounted('cobble_room_connections_refused_total', { reason }, async () => {
          const more = await options();
          const error = await connect('mallory', page.ID, more).catch((caught: unknown) => caught);
          expect((error as Error).message).to.equal(message);
        }));
  });

  describe('in messages', () => {
    const refused: readonly (readonly [what: string, code: string, act: () => Promise<unknown>])[] =
      [
        [
          'an op of a viewer',
          'not_permitted',
          async () => {
            const client = await join('vic');
            client.send({
              type: 'ops',
              after: 0,
              ops: [{ mid: 1, baseSeq: 0, intents: [retitle(SECRET)] }],
            });
            await client.until(isError('not_permitted'));
          },
        ],
        [
          "an op of a disabled page's owner",
          'not_permitted',
          async () => {
            const disabled = await createPage('mallory');
            await app.knex('pages').where({ id: disabled.ID }).update({ is_disabled: true });
            const client = await join('mallory', disabled);
            client.send({
              type: 'ops',
              after: 0,
              ops: [{ mid: 1, baseSeq: 0, intents: [retitle(SECRET)] }],
            });
            await client.until(isError('not_permitted'));
          },
        ],
        [
          'a hello in the name of another account',
          'account_mismatch',
          async () => {
            const client = await connect('ben', page.ID);
            client.hello('raw', idOf('ada'));
            await client.until(isError('account_mismatch'));
          },
        ],
        [
          'a hello with the id of a client of another account',
          'client_id_taken',
          async () => {
            const client = await connect('ben', page.ID);
            client.hello(ada.client.clientId ?? '', idOf('ben'));
            await client.until(isError('client_id_taken'));
          },
        ],
        [
          'a seq that the room does not have, instead of which the client gets the page',
          'seq_ahead',
          async () => {
            const client = await connect('ben', page.ID);
            client.hello('ahead', idOf('ben'), { lastSeq: 1_000_000 });
            await client.until(
              (message) => message.type === 'welcome' && message.page !== undefined,
            );
          },
        ],
        [
          'ops that are numbered as if others had arrived',
          'ops_missing',
          async () => {
            const client = await join('ben');
            client.send({
              type: 'ops',
              after: 7,
              ops: [{ mid: 8, baseSeq: 0, intents: [retitle(SECRET)] }],
            });
            await client.until(({ type }) => type === 'resend');
          },
        ],
        [
          'an op before a hello',
          'hello_first',
          async () => {
            const client = await connect('ben', page.ID);
            client.send({
              type: 'ops',
              after: 0,
              ops: [{ mid: 1, baseSeq: 0, intents: [retitle(SECRET)] }],
            });
            await client.until(isError('hello_first'));
          },
        ],
        [
          'a message that is none',
          'malformed',
          async () => {
            const client = await join('ben');
            client.send({ type: SECRET });
          },
        ],
      ];
    for (const [what, code, act] of refused)
      it(`refuses ${what}, and counts ${code} [RO26]`, () =>
        expectCounted('cobble_room_messages_refused_total', { code }, act));
  });

  describe('about locks', () => {
    const lockOf = async (client: RawClient, uuid: string, held?: object) => {
      client.send({ type: 'acquire-locks', thingUuids: [uuid], at: 0, ...held });
      await client.until(({ type }) => type === 'lock-refused');
    };

    it('refuses those of a viewer, and counts not_permitted [RO26]', () =>
      expectCounted('cobble_room_locks_refused_total', { code: 'not_permitted' }, async () =>
        lockOf(await join('vic'), Object.keys(page.things)[0] ?? ''),
      ));

    it('refuses one on a block that does not exist, and counts unknown_block [RO26]', () =>
      expectCounted('cobble_room_locks_refused_total', { code: 'unknown_block' }, async () =>
        lockOf(await join('ben'), 'nowhere'),
      ));

    it('refuses one that somebody else holds, whoever says that it is theirs [RO26]', async () => {
      const [uuid = ''] = ada.editor.add({ type: 'sticky-note' }).unwrap();
      await ada.saved();
      ada.client.acquireLocks([uuid]);
      await until(() => ben.client.locksOfOthers.has(uuid));
      const epoch = ben.client.locksOfOthers.get(uuid)?.epoch ?? 0;
      await expectCounted(
        'cobble_room_locks_refused_total',
        { code: 'locked_by_other' },
        async () => lockOf(await join('ben'), uuid, { held: { [uuid]: epoch } }),
      );
      await expectCounted(
        'cobble_room_ops_total',
        { outcome: 'rejected', code: 'locked_by_other' },
        async () => {
          const client = await join('ben');
          const removal = { type: 'remove-things', removedUuids: [uuid] };
          const op = { mid: 1, baseSeq: 0, intents: [removal], locks: { [uuid]: epoch } };
          client.send({ type: 'ops', after: 0, ops: [op] });
          await client.until(isOutcome('locked_by_other'));
        },
      );
      expect(ada.editor.blocks.has(uuid)).to.equal(true);
      ada.client.releaseLocks([uuid]);
    });
  });

  describe('in ops', () => {
    it('rejects blocks beyond the plan, and counts things_per_page_limit_exceeded [RO26]', () =>
      expectCounted(
        'cobble_room_ops_total',
        { outcome: 'rejected', code: 'things_per_page_limit_exceeded' },
        async () => {
          const own = await openPage(user('ben'));
          const client = await join('ben', own);
          const op = { mid: 1, baseSeq: own.revision, intents: [addTexts(100, own)] };
          client.send({ type: 'ops', after: 0, ops: [op] });
          await client.until(isOutcome('things_per_page_limit_exceeded'));
        },
      ));

    it('rejects what is none, counts malformed, and logs who sent it but not what [RO25, RO26]', async () => {
      await expectCounted(
        'cobble_room_ops_total',
        { outcome: 'rejected', code: 'malformed' },
        async () => {
          const client = await join('ben');
          const op = { mid: 1, baseSeq: 0, intents: [{ type: SECRET, [SECRET]: SECRET }] };
          client.send({ type: 'ops', after: 0, ops: [op] });
          await client.until(isOutcome('malformed'));
        },
      );
      const lines = app.log();
      expect(lines).to.include('"msg":"An op was malformed"');
      expect(lines).to.include(`"pageId":${String(page.ID)},"accountId":${String(idOf('ben'))}`);
      expect(lines).to.include('"msg":"A room was opened"');
      expect(lines).to.include('"reason":"origin"');
      for (const private_ of [
        SECRET,
        'ada',
        'mallory',
        'example.org',
        'cobble-session',
        '127.0.0.1',
      ])
        expect(lines).not.to.include(private_);
    });

    it('stores none of a page that is deleted meanwhile, and closes its room [RO26]', async () => {
      const doomed = await createPage('mallory');
      await expectCounted('cobble_room_closed_total', { reason: 'room_moved' }, async () => {
        const client = await join('mallory', doomed);
        await user('mallory').browser.send(`/api/page/${String(doomed.ID)}`, { method: 'DELETE' });
        client.send({
          type: 'ops',
          after: 0,
          ops: [{ mid: 1, baseSeq: 0, intents: [retitle('x')] }],
        });
        await client.until(() => false);
        expect(client.received.some(({ type }) => type === 'stream')).to.equal(false);
      });
      const error = await connect('mallory', doomed.ID).catch((caught: unknown) => caught);
      expect((error as Error).message).to.equal('page_does_not_exist');
    });
  });

  describe('that ends a connection', () => {
    const cutOff: readonly (readonly [
      what: string,
      reason: string,
      act: () => Promise<unknown>,
    ])[] = [
      [
        'of packets that no editor sends',
        'unexpected_packet',
        async () => {
          const client = await join('mallory', await openPage(user('mallory')));
          client.sendPacket('2["other",1]');
          await client.until(() => false);
        },
      ],
      [
        'of a frame that is too large',
        'unexpected_packet',
        async () => {
          const client = await join('mallory', await openPage(user('mallory')));
          client.sendPacket(`2["message","${'x'.repeat(2_100_000)}"]`);
          await client.until(() => false);
        },
      ],
      [
        'of a hundred malformed messages',
        'malformed_messages',
        async () => {
          const client = await join('mallory', await openPage(user('mallory')));
          for (let sent = 0; sent < 100; sent += 1) client.send({ type: SECRET });
          await client.until(() => false);
        },
      ],
    ];
    for (const [what, reason, act] of cutOff)
      it(`is counted and logged: ${reason} because ${what} [RO25, RO26]`, async () => {
        await expectCounted('cobble_room_connections_closed_total', { reason }, act);
        expect(app.log()).to.include(`"reason":"${reason}","accountId":${String(idOf('mallory'))}`);
      });
  });

  describe('and the metrics', () => {
    it('does not add series that a client could choose [RO24]', async () => {
      const text = await app.metrics.metrics();
      const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
      expect([...labels]).to.have.members([
        ...['route', 'status', 'outcome', 'code', 'reason', 'state', 'direction', 'previous', 'le'],
      ]);
      expect(text).not.to.match(/secret|forged|mallory|raw/);
      expect(text).to.match(/^cobble_rooms_open [1-9]/m);
      expect(text).to.match(/^cobble_room_sockets\{state="joined"\} [2-9]/m);
      expect(text).to.match(/^cobble_room_acknowledgement_seconds_count [1-9]/m);
      expect(text).to.match(/^cobble_room_bytes_total\{direction="sent"\} [1-9]/m);
      expect(text).to.match(/^cobble_room_bytes_total\{direction="received"\} [1-9]/m);
      expect(text).to.match(/^cobble_http_requests_total\{route="api",status="2xx"\} [1-9]/m);
    });
  });
});
