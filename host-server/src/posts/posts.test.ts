import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';

describe('GET /v2/post/list/', () => {
  let app: TestApp;
  let ada: TestUser;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
    const eve = await app.signUp('eve');
    const post = (user: TestUser, caption: string, day: number): object => ({
      account_id: user.account.ID,
      caption,
      created_at: new Date(Date.UTC(2026, 0, day)),
    });
    await app
      .knex('posts')
      .insert([post(ada, 'First <b>', 1), post(ada, 'Second', 2), post(eve, 'Hers', 3)]);
  });
  after(() => app.stop());

  it('returns an account’s posts to anyone, newest first [PO1]', async () => {
    const response = await app
      .browser()
      .get(`/api/v2/post/list/?account_id=${String(ada.account.ID)}`);
    expect(response.status, response.text).to.equal(200);
    const { posts } = response.json() as { posts: { id: number; caption: string }[] };
    expect(posts.map(({ caption }) => caption)).to.deep.equal(['Second', 'First <b>']);
    expect(posts[1]).to.deep.equal({
      id: 1,
      caption: 'First <b>',
      createdAt: '2026-01-01T00:00:00.000Z',
    });
  });

  it('returns nothing for an unknown account, and rejects an invalid id', async () => {
    const none = await app.browser().get('/api/v2/post/list/?account_id=999');
    expect(none.json()).to.deep.equal({ posts: [] });
    for (const query of ['', '?account_id=', '?account_id=x', '?account_id=1&account_id=2'])
      expect((await app.browser().get(`/api/v2/post/list/${query}`)).status, query).to.equal(400);
  });
});
