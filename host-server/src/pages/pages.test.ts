import { INDEX_SLUG, type Page } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { blankInput, openPage, publish } from '../app/testing/pageInput.ts';
import type { PageSummary } from '../contract/index.ts';

describe('pages', () => {
  let app: TestApp;
  let ada: TestUser;
  beforeEach(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
  });
  afterEach(() => app.stop());

  const list = async (user = ada): Promise<PageSummary[]> =>
    (await user.browser.get('/api/page/all')).json() as PageSummary[];

  it('are listed with the most recently changed first [PG1]', async () => {
    app.advanceClock(1000);
    await ada.browser.post('/api/page', blankInput('second'));
    app.advanceClock(1000);
    await ada.browser.post('/api/page', blankInput('third/part'));
    app.advanceClock(1000);
    await publish(ada, {}, 'second');
    const pages = await list();
    expect(pages.map(({ slug }) => slug)).to.deep.equal(['second', 'third/part', INDEX_SLUG]);
    expect(pages.map(({ isPublished }) => isPublished)).to.deep.equal([true, false, false]);
    expect((await app.browser().get('/api/page/all')).status).to.equal(401);
  });

  it('are listed completely and in order when there are more of them than one turn reads [PG1] [SV21]', async () => {
    const title = '\u{1F600} \u0001 "quoted"';
    await app.knex.raw(
      `INSERT INTO pages (site_id, account_id, slug, title, is_public, is_listed, is_peekable,
         revision, created_at, updated_at)
       SELECT site_id, account_id, 'p' || number, :title, true, is_listed, is_peekable, revision,
         created_at, updated_at + number * interval '1 second'
       FROM pages, generate_series(1, 1200) AS number WHERE account_id = :account`,
      { title, account: ada.account.ID },
    );
    const pages = await list();
    const slugs = Array.from({ length: 1200 }, (_, index) => `p${String(1200 - index)}`);
    expect(pages.map(({ slug }) => slug)).to.deep.equal([...slugs, INDEX_SLUG]);
    expect(pages[600]?.title).to.equal(title);
    expect(pages[600]?.updatedAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('return the draft to their owner and the published page to everyone else [PG2]', async () => {
    const path = `/api/page?site=ada&page=${INDEX_SLUG}`;
    const stranger = app.browser();
    const early = await stranger.get(path);
    expect(early.status).to.equal(404);
    expect(early.error().code).to.equal('page_does_not_exist');
    const published = await publish(ada);
    expect((await stranger.get(path)).json()).to.deep.equal(published);
    await app.knex('page_revisions').insert({
      page_id: published.ID,
      revision: published.revision + 1,
      document: JSON.stringify({ ...published, relativeHeight: 9 }),
      created_at: new Date(),
    });
    await app.knex('pages').where({ id: published.ID }).increment('revision');
    expect((await openPage(ada)).relativeHeight).to.equal(9);
    expect(((await stranger.get(path)).json() as Page).relativeHeight).to.equal(
      published.relativeHeight,
    );
  });

  it('do not exist for others when private or disabled [PG3]', async () => {
    const plus = await app.signUp('plus-one', ['plus']);
    const page = await publish(plus);
    const request = () => app.browser().get(`/api/page?site=plus-one&page=${INDEX_SLUG}`);
    const missing = await app.browser().get('/api/page?site=plus-one&page=missing');
    expect((await request()).status).to.equal(200);
    await publish(plus, { isPublic: false });
    const hidden = await request();
    expect(hidden.status).to.equal(404);
    expect(hidden.text).to.equal(missing.text);
    expect(hidden.headers['cache-control']).to.equal('no-store');
    await publish(plus, { isPublic: true });
    await app.knex('pages').where({ id: page.ID }).update({ is_disabled: true });
    expect((await request()).status).to.equal(404);
  });

  it('are found regardless of case, and never by an invalid slug [PG4]', async () => {
    await publish(ada);
    expect((await app.browser().get('/api/page?site=ADA&page=MAIN')).status).to.equal(200);
    for (const query of [
      'site=ada&page=%00',
      'site=%00&page=main',
      'site=ada&page=a_b',
      'site=&page=',
    ]) {
      const response = await app.browser().get(`/api/page?${query}`);
      expect(response.status, query).to.equal(404);
    }
    for (const query of ['site=ada', 'site=ada&page=a&page=b', `site=ada&page=${'a'.repeat(300)}`])
      expect((await app.browser().get(`/api/page?${query}`)).status, query).to.equal(400);
  });

  it('are created as drafts that only the owner sees [PG5]', async () => {
    const response = await ada.browser.post('/api/page', blankInput('about/me'));
    expect(response.status, response.text).to.equal(200);
    const page = response.json() as Page;
    expect(page).to.deep.include({ slug: 'about/me', revision: 1, accountID: ada.account.ID });
    expect(await openPage(ada, 'about/me')).to.deep.equal(page);
    const site = await app.browser().get('/about/me', { host: `ada.${app.appHost}` });
    expect(site.status).to.equal(404);
  });

  it('start as the starter page at the index slug, whatever was sent [PG5]', async () => {
    await ada.browser.post('/api/page', blankInput('other'));
    const { ID } = await openPage(ada);
    expect(
      (await ada.browser.send(`/api/page/${String(ID)}`, { method: 'DELETE' })).status,
    ).to.equal(200);
    const response = await ada.browser.post('/api/page', blankInput(INDEX_SLUG));
    expect(response.status, response.text).to.equal(200);
    expect(Object.keys((response.json() as Page).things).length).to.be.greaterThan(10);
    const again = await ada.browser.post('/api/page', blankInput(INDEX_SLUG));
    expect(again.error().code).to.equal('page_slug_already_used');
  });

  it('reject invalid slugs, and refuse private pages without a plan', async () => {
    const cases = [
      [{ ...blankInput('a'), slug: 'a/' }, 400, 'page_invalid_slug'],
      [{ ...blankInput('a'), slug: 'a b' }, 400, 'page_invalid_slug'],
      [{ ...blankInput('a'), slug: 'a'.repeat(101) }, 400, 'page_invalid_slug'],
      [
        { ...blankInput('a'), isPublic: false },
        403,
        'insufficient_privileges_to_make_page_private',
      ],
      [{ ...blankInput('a'), slug: 'MAIN' }, 409, 'page_slug_already_used'],
    ] as const;
    for (const [input, status, code] of cases) {
      const response = await ada.browser.post('/api/page', input);
      expect(response.status, response.text).to.equal(status);
      expect(response.error().code).to.equal(code);
    }
    expect(await list()).to.have.length(1);
  });

  it('are limited exactly, even when twenty are created at once just below the limit [PG6]', async () => {
    for (const slug of ['one', 'two', 'three'])
      await ada.browser.post('/api/page', blankInput(slug));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ada.browser.post('/api/page', blankInput(`more-${String(index)}`)),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).to.have.length(1);
    for (const response of responses.filter(({ status }) => status !== 200))
      expect(response.error()).to.deep.equal({
        code: 'pages_per_account_limit_exceeded',
        details: { max: 5, count: 5 },
      });
    expect(await list()).to.have.length(5);
  });

  it('can be deleted except for the last, even concurrently [PG7]', async () => {
    await ada.browser.post('/api/page', blankInput('other'));
    const pages = await list();
    const responses = await Promise.all(
      pages.map(({ ID }) => ada.browser.send(`/api/page/${String(ID)}`, { method: 'DELETE' })),
    );
    expect(responses.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.error()).to.deep.equal({
      code: 'page_cannot_delete_only_page',
      message: 'You cannot delete your only page',
    });
    expect(await list()).to.have.length(1);
  });

  it('are no longer served when deleted, and leave no revision or publication behind [PG8]', async () => {
    await ada.browser.post('/api/page', blankInput('other'));
    const page = await publish(ada, {}, 'other');
    const visit = () => app.browser().get('/other', { host: `ada.${app.appHost}` });
    expect((await visit()).status).to.equal(200);
    await ada.browser.send(`/api/page/${String(page.ID)}`, { method: 'DELETE' });
    expect((await visit()).status).to.equal(404);
    for (const table of ['page_revisions', 'published_pages'])
      expect(await app.knex(table).where({ page_id: page.ID })).to.have.length(0);
  });
});
