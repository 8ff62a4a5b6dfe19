import type { Page } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestApp, type TestUser } from '../app/testing/createTestApp.ts';
import { blankInput, inputOf, openPage, textBlock } from '../app/testing/pageInput.ts';
import { recordJson } from '../app/testing/recordJson.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import { PageWorkers } from './PageWorkers.ts';

const MARK = 'only-in-this-page';

/** The page with a block of an unknown type. */
const withUnknown = (page: Page, content: object): object => {
  const block = { ...textBlock(page), type: 'mystery', content: { mark: MARK, ...content } };
  return { ...inputOf(page), things: { ...page.things, [block.uuid]: block } };
};

describe('processing pages in worker threads', function () {
  this.timeout(60_000);
  let app: TestApp;
  let ada: TestUser;
  afterEach(() => app.stop());

  const send = (
    path: string,
    body: object | Buffer,
    method: 'PUT' | 'POST' = 'PUT',
  ): Promise<TestResponse> =>
    ada.browser.send(path, {
      method,
      body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });

  it('never parses or serialises a page on the thread that serves everyone [LM12]', async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['plus']);
    const page = await openPage(ada);
    const path = `/api/page/${String(page.ID)}`;
    const address = `/api/page?site=ada&page=${page.slug}`;
    const put = Buffer.from(JSON.stringify(withUnknown(page, {})));
    const post = Buffer.from(JSON.stringify({ ...withUnknown(page, {}), slug: 'second' }));
    const texts: string[] = [];
    const expectPage = (response: TestResponse): void => {
      expect(response.status, response.text).to.equal(200);
      texts.push(response.text);
    };
    const parsed = await recordJson(MARK, async () => {
      expectPage(await send(path, put));
      expectPage(await send('/api/page', post, 'POST'));
      expectPage(await ada.browser.get(address));
      expectPage(await app.browser().get(address));
      expectPage(await send(`${path}/version/2/restore`, { baseRevision: 2 }, 'POST'));
      await app.waitForPreviews();
      await app.knex('published_pages').update({ context: 'outdated' });
      const outdated = app.knex('published_pages').where({ context: 'outdated' });
      // The server's cached copy is fresh for a second.
      while ((await outdated.clone()).length > 0)
        await app.browser().get('/', { host: `ada.${app.appHost}` });
    });
    expect(parsed).to.deep.equal([]);
    for (const text of texts) {
      const { things, revision, ID } = JSON.parse(text) as Page;
      expect(JSON.stringify(things)).to.include(MARK);
      expect(revision).to.be.a('number');
      expect(ID).to.be.a('number');
    }
  });

  it('does not check pages for users who do not own them [LM12, OW1]', async () => {
    class CountingWorkers extends PageWorkers {
      checks = 0;
      override checkInput(
        ...args: Parameters<PageWorkers['checkInput']>
      ): ReturnType<PageWorkers['checkInput']> {
        this.checks += 1;
        return super.checkInput(...args);
      }
    }
    const pageWorkers = new CountingWorkers();
    app = await createTestApp({ pageWorkers });
    const page = await openPage(await app.signUp('bo'));
    ada = await app.signUp('ada');
    const response = await send(`/api/page/${String(page.ID)}`, withUnknown(page, {}));
    expect(response.error().code).to.equal('page_does_not_exist');
    expect(pageWorkers.checks).to.equal(0);
    await pageWorkers.close();
  });

  it('refuses a page that takes too long, and says what is wrong [LM12, LM25]', async () => {
    const pageWorkers = new PageWorkers({ timeMs: 1 });
    app = await createTestApp({ pageWorkers });
    ada = await app.signUp('ada', ['plus']);
    const page = await openPage(ada);
    const values = Array.from({ length: 300_000 }, () => ({}));
    const response = await send(`/api/page/${String(page.ID)}`, withUnknown(page, { values }));
    expect(response.status).to.equal(413);
    expect(response.error()).to.deep.equal({
      code: 'err_payload_too_large',
      path: 'things',
      message: 'The page takes too much time or memory to process.',
    });
    expect((await openPage(ada)).revision).to.equal(page.revision);
    const { ID } = ada.account;
    expect(pageWorkers.usageOf(ID), 'counts when it is published again').to.be.above(0);
    expect(pageWorkers.usageOf(ID + 1)).to.equal(0);
    await pageWorkers.close();
  });

  it('publishes with the site’s settings at the time the page is stored, not when it was rendered [PU12]', async () => {
    /** Changes the site's settings after the first rendering. */
    class SlowWorkers extends PageWorkers {
      renderings = 0;
      override async render(
        ...args: Parameters<PageWorkers['render']>
      ): ReturnType<PageWorkers['render']> {
        const rendered = await super.render(...args);
        this.renderings += 1;
        if (this.renderings === 1)
          await app.knex('sites').update({ settings: { googleAnalytics4ID: 'G-ABCDE12345' } });
        return rendered;
      }
    }
    const pageWorkers = new SlowWorkers();
    app = await createTestApp({ pageWorkers });
    ada = await app.signUp('ada', ['plus']);
    const page = await openPage(ada);
    const response = await send(`/api/page/${String(page.ID)}`, inputOf(page));
    expect(response.status, response.text).to.equal(200);
    const [row] = await app.knex('published_pages').select<{ html: Buffer }[]>('html');
    expect(row?.html.toString()).to.include('G-ABCDE12345');
    expect(pageWorkers.renderings).to.equal(2);
    const again = await send(`/api/page/${String(page.ID)}`, inputOf(response.json() as Page));
    expect(again.status, again.text).to.equal(200);
    expect(pageWorkers.renderings, 'rendered once when nothing changed').to.equal(3);
    await pageWorkers.close();
  });

  it('never renders while it holds the account’s lock and a connection that others need [LM17]', async () => {
    /** After a rendering, changes what the page was rendered from. */
    class OutdatedWorkers extends PageWorkers {
      renderings = 0;
      changesLeft = 1;
      override async render(
        ...args: Parameters<PageWorkers['render']>
      ): ReturnType<PageWorkers['render']> {
        // Fails if the row is locked.
        await app.knex('accounts').forUpdate().noWait().select('id');
        const rendered = await super.render(...args);
        this.renderings += 1;
        this.changesLeft -= 1;
        const googleAnalytics4ID = `G-ABCDE1234${String(this.renderings)}`;
        if (this.changesLeft >= 0)
          await app.knex('sites').update({ settings: { googleAnalytics4ID } });
        return rendered;
      }
    }
    const pageWorkers = new OutdatedWorkers();
    app = await createTestApp({ pageWorkers });
    ada = await app.signUp('ada', ['plus']);
    const page = await openPage(ada);
    const path = `/api/page/${String(page.ID)}`;
    const response = await send(path, inputOf(page));
    expect(response.status).to.equal(200);
    expect(pageWorkers.renderings).to.equal(2);
    const published = response.json() as Page;
    pageWorkers.changesLeft = Infinity;
    const refused = await send(path, inputOf(published));
    expect(refused.error().code).to.equal('err_unavailable');
    expect(refused.headers['retry-after']).to.equal('5');
    expect(pageWorkers.renderings).to.equal(2 + 5);
    expect((await openPage(ada)).revision).to.equal(published.revision);
    await pageWorkers.close();
  });

  it('refuses pages when the server stops, so that clients retry', async () => {
    const pageWorkers = new PageWorkers();
    app = await createTestApp({ pageWorkers });
    ada = await app.signUp('ada');
    await pageWorkers.close();
    const response = await send('/api/page', blankInput('second'), 'POST');
    expect(response.error().code).to.equal('err_unavailable');
    expect(response.headers['retry-after']).to.equal('5');
  });
});
