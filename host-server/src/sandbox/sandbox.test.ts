import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Page } from '@cobble/engine';
import { createTestApp, type TestApp, type TestUser } from '../app/testing/createTestApp.ts';
import { isSandboxPlace, SANDBOX } from '../contract/index.ts';
import { joinRoom, type Participant, until } from '../rooms/testing/joinRoom.ts';
import { RawClient } from '../rooms/testing/RawClient.ts';
import { SANDBOX_SEATS } from './SandboxSeats.ts';

describe('the sandbox', function () {
  this.timeout(120_000);
  let app: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  let participants: Participant[] = [];

  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
    ben = await app.signUp('ben');
  });
  afterEach(() => {
    for (const { client } of participants) client.close();
    participants = [];
  });
  after(() => app.stop());

  const open = async (user: TestUser): Promise<Page> => {
    const response = await user.browser.post('/api/sandbox');
    expect(response.status).to.equal(200);
    return response.json() as Page;
  };
  const join = async (user: TestUser): Promise<Participant> => {
    const participant = joinRoom(app, user, await open(user));
    participants.push(participant);
    await participant.saved();
    return participant;
  };
  const placeOf = ({ editor }: Participant) => editor.blocks.get(SANDBOX.block)?.position;

  it('is one page for every account, also if two open it first at the same time, and for nobody else [LM41]', async () => {
    const [first, second] = await Promise.all([open(ada), open(ben)]);
    expect(second.ID).to.equal(first.ID);
    expect(Object.keys(first.things)).to.have.members([SANDBOX.block, SANDBOX.section]);
    expect((await app.browser().post('/api/sandbox')).status).to.equal(401);
    const lists = await ada.browser.get('/api/page/all');
    expect(lists.text).not.to.contain('sandbox');
    const visit = await app.browser().get('/api/page?site=sandbox&page=main');
    expect(visit.status, 'is published nowhere').to.equal(404);
    const link = { email: 'sandbox', type: 'login' };
    expect((await app.browser().post('/api/auth/login', link)).status, 'has no owner').not.to.equal(
      200,
    );
  });

  it('shows everyone where the block is moved, and the colour that a boop gives it [LM41]', async () => {
    const [one, other] = [await join(ada), await join(ben)];
    one.editor.begin();
    one.editor.update(SANDBOX.block, { position: { x: 0.1 } }).unwrap();
    await until(() =>
      [...other.client.peers.values()].some(
        ({ inProgress }) => inProgress?.updated[0]?.position.x === 0.1,
      ),
    );
    one.editor.commit();
    await until(() => placeOf(other)?.x === 0.1);
    const [, , color = ''] = SANDBOX.backgrounds;
    other.editor.updatePage({ style: { backgroundColor: color } }).unwrap();
    await until(() => one.editor.fields.style.backgroundColor === color);
    one.editor.undo();
    await until(() => placeOf(other)?.x === 0.4);
    await Promise.all([one.saved(), other.saved()]);
    const later = await join(ben);
    expect(later.editor.fields.style.backgroundColor).to.equal(color);
  });

  it('passes on nothing else, whatever somebody sends [LM41]', async () => {
    const watcher = await join(ben);
    const { ID } = await open(ada);
    const raw = await RawClient.connect({ port: app.port, browser: ada.browser, page: ID });
    raw.hello('forger', ada.account.ID);
    await raw.welcome();
    const before = JSON.stringify(watcher.editor.stablePage);
    const position = {
      parentUuid: SANDBOX.section,
      x: 0,
      y: 0,
      width: 0.2,
      height: 0.2,
      rotationDeg: 0,
    };
    const moved = (more: object) => ({
      type: 'update-things',
      updated: [
        {
          uuid: SANDBOX.block,
          position: { ...position, seenParentUuid: SANDBOX.section, ...more },
        },
      ],
    });
    const update = (more: object) => ({
      type: 'update-things',
      updated: [{ uuid: SANDBOX.block, ...more }],
    });
    const page = (path: readonly string[], to: unknown) => ({
      type: 'update-page',
      partialPage: [{ path, to }],
    });
    const hostile: readonly object[] = [
      { type: 'add-things', things: [{ uuid: 'rude', type: 'text', parentUuid: SANDBOX.section }] },
      { type: 'remove-things', removedUuids: [SANDBOX.block] },
      { type: 'replace-page', settings: {}, style: {}, things: [] },
      { type: 'resize-section', section: SANDBOX.section, width: 2 },
      { type: 'slice-section', section: SANDBOX.section, y: 0, by: 5 },
      { type: 'set-reference-width', px: 375, scale: true },
      moved({ x: 0.95 }),
      moved({ y: 0.7 }),
      moved({ width: 0.01 }),
      moved({ width: 30 }),
      moved({ x: 'NaN' }),
      moved({ parentUuid: null }),
      moved({ seen: { section: SANDBOX.section, x: 9, y: 9, byX: 9, byY: 9 } }),
      { ...moved({}), updated: [...moved({}).updated, { uuid: SANDBOX.section, position }] },
      update({ values: [{ path: ['content', 'shapePath'], to: 'M0 0' }] }),
      update({ values: [{ path: ['altText'], to: 'rude words' }] }),
      update({ zIndex: { to: 1 } }),
      page(['settings', 'title'], 'rude words'),
      page(['style', 'backgroundColor'], '#000000'),
      page(['style', 'background'], { url: 'https://evil.example/a.png' }),
    ];
    // All have the same number: if the room got one of them, it would not apply the last op.
    for (const intent of hostile)
      raw.send({ type: 'ops', after: 0, ops: [{ mid: 1, baseSeq: 0, intents: [intent] }] });
    raw.send({ type: 'acquire-locks', thingUuids: [SANDBOX.block], at: 0 });
    raw.send({ ...moved({ width: 30 }), inProgress: true });
    raw.send({
      ...{ type: 'update-things', inProgress: true, updated: [] },
      offset: { thingUuids: [SANDBOX.section], dx: 9, dy: 9 },
    });
    for (const more of [
      { thingUuids: ['rude-words'] },
      { thingUuids: [], uploading: [SANDBOX.block] },
      { thingUuids: [], caret: { uuid: SANDBOX.block, anchor: 0, head: 0 } },
    ])
      raw.send({ type: 'selection', ...more });
    raw.send({ type: 'op-part', after: 0, mid: 1, index: 0, chars: 10, text: '[' });
    for (const malformed of [null, 7, 'x', [], { type: 'ops' }, { type: 'ops', ops: [null] }])
      raw.send(malformed as object);
    // What is allowed still arrives, after all of that.
    raw.send({ type: 'ops', after: 0, ops: [{ mid: 1, baseSeq: 0, intents: [moved({})] }] });
    await until(() => placeOf(watcher)?.x === 0);
    watcher.editor.undo();
    const after = watcher.editor.stablePage;
    expect(JSON.stringify({ ...after, things: {} })).to.equal(
      JSON.stringify({ ...(JSON.parse(before) as Page), things: {} }),
    );
    expect(Object.keys(after.things)).to.have.members([SANDBOX.block, SANDBOX.section]);
    expect(watcher.client.locksOfOthers.size).to.equal(0);
    expect(JSON.stringify([...watcher.client.peers])).not.to.match(/rude|uploading|caret/);
    for (const { inProgress } of watcher.client.peers.values())
      expect(inProgress?.updated ?? []).to.eql([]);
    raw.disconnect();
  });

  it('has a limited number of places for an account and in total [LM42]', async () => {
    const { ID } = await open(ada);
    const connect = () => RawClient.connect({ port: app.port, browser: ada.browser, page: ID });
    /** Her connections of earlier tests may keep their places a little longer. */
    const connectSoon = async (): Promise<RawClient> => {
      for (;;) {
        const connected = await connect().catch((error: unknown) => {
          if ((error as Error).message !== 'err_unavailable') throw error;
          return null;
        });
        if (connected) return connected;
        await sleep(20);
      }
    };
    const all = [];
    for (let count = 0; count < SANDBOX_SEATS.perAccount; count++) all.push(await connectSoon());
    const code = await connect().then(
      () => 'admitted',
      (error: unknown) => (error as Error).message,
    );
    expect(code).to.equal('err_unavailable');
    await (await join(ben)).saved();
    for (const raw of all) raw.disconnect();
  });

  it('is closed while its page is disabled [LM41]', async () => {
    const { ID } = await open(ada);
    const disable = (isDisabled: boolean) =>
      app.knex('pages').where({ id: ID }).update({ is_disabled: isDisabled });
    await join(ben);
    const [ofBen] = participants;
    await disable(true);
    try {
      expect((await ada.browser.post('/api/sandbox')).status).to.equal(404);
      const code = await RawClient.connect({ port: app.port, browser: ada.browser, page: ID }).then(
        () => 'admitted',
        (error: unknown) => (error as Error).message,
      );
      expect(code).to.equal('page_does_not_exist');
      await until(() => ofBen?.client.status !== 'live');
    } finally {
      await disable(false);
    }
  });

  it('keeps a turned block within its section as a whole [LM41]', () => {
    const place = { x: 0, y: 0, width: 0.4, height: 0.1, rotationDeg: 0 };
    expect(isSandboxPlace(place)).to.equal(true);
    expect(isSandboxPlace({ ...place, rotationDeg: 90 })).to.equal(false);
    expect(isSandboxPlace({ ...place, y: 0.15, x: -0.15, rotationDeg: 90 })).to.equal(true);
    expect(isSandboxPlace({ ...place, x: Number.NaN })).to.equal(false);
  });
});
