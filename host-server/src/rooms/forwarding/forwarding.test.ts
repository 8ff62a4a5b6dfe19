import { expect } from 'chai';
import type { Page } from '@cobble/engine';
import { createTestApp, type TestApp, type TestUser } from '../../app/testing/createTestApp.ts';
import { blankInput, openPage } from '../../app/testing/pageInput.ts';
import { joinRoom, type Participant, until } from '../testing/joinRoom.ts';
import { TestRedis } from '../testing/TestRedis.ts';

describe('rooms that several servers share', function () {
  this.timeout(60_000);
  let redis: TestRedis;
  let one: TestApp;
  let two: TestApp;
  let three: TestApp;
  let ada: TestUser;
  let ben: TestUser;
  const participants: Participant[] = [];

  before(async () => {
    redis = await TestRedis.start();
    const configuration = { redisUrl: redis.url };
    one = await createTestApp({ configuration });
    two = await createTestApp({ configuration, sharesDatabaseOf: one });
    three = await createTestApp({ configuration, sharesDatabaseOf: one });
    ada = await one.signUp('ada', ['pro']);
    ben = await one.signUp('ben', ['pro']);
  });
  afterEach(() => {
    for (const { client } of participants.splice(0)) client.close();
  });
  after(async () => {
    await three.stop();
    await two.stop();
    await one.stop();
    await redis.stop();
  });

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

  it('show edits and cursors to people at other servers, and have one owner [RO39]', async () => {
    const page = await createPage();
    const tabs = [await join(one, page), await join(two, page), await join(three, page)];
    const notes = tabs.map(addNote);
    for (const { editor } of tabs) await until(() => notes.every((id) => editor.blocks.has(id)));
    for (const tab of tabs) await tab.saved();
    tabs[2]?.client.sendCursor({ x: 0.5, y: 0.25 });
    await until(() => [...(tabs[1]?.client.peers.values() ?? [])].some(({ cursor }) => cursor));
    expect(await epochOf(page)).to.equal(1);
  });
});
