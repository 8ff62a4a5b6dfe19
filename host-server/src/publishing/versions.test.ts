import type { Page } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { setRoles } from '../app/testing/servingFixtures.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import type { PageVersion } from '../contract/index.ts';

describe('versions of a page', () => {
  let app: TestApp;
  let ada: TestUser;
  let page: Page;
  beforeEach(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['plus']);
    page = await publish(ada);
  });
  afterEach(() => app.stop());

  const pathOf = (rest: string): string => `/api/page/${String(page.ID)}/version/${rest}`;
  const list = async (user = ada): Promise<PageVersion[]> => {
    const response = await user.browser.get(pathOf('all'));
    expect(response.status, response.text).to.equal(200);
    return response.json() as PageVersion[];
  };
  const restore = async (
    revision: number,
    user = ada,
    baseRevision?: number,
  ): Promise<TestResponse> =>
    user.browser.post(pathOf(`${String(revision)}/restore`), {
      baseRevision: baseRevision ?? (await openPage(ada)).revision,
    });
  const publishWithTitle = (title: string): Promise<Page> =>
    publish(ada, { settings: { editorVersion: '0.7.0', referenceWidth: 600, title } });
  const publishedHtml = async (): Promise<string> =>
    (await app.browser().get('/', { host: `ada.${app.appHost}` })).text;

  it('are listed, newest first, with one marked as current [VR1]', async () => {
    const second = await publishWithTitle('Second');
    expect(await list()).to.deep.equal([
      { revision: second.revision, publishedAt: second.updatedAt, isCurrent: true },
      { revision: page.revision, publishedAt: page.updatedAt, isCurrent: false },
    ]);
  });

  it('are restored as a new version, and nothing is overwritten [VR2]', async () => {
    const first = await publishWithTitle('First');
    const second = await publishWithTitle('Second');
    const response = await restore(first.revision);
    expect(response.status, response.text).to.equal(200);
    const restored = response.json() as Page;
    expect(restored.revision).to.equal(second.revision + 1);
    expect(restored.things).to.deep.equal(first.things);
    expect(restored.settings).to.deep.equal(first.settings);
    expect(await openPage(ada)).to.deep.equal(restored);
    expect(await publishedHtml()).to.include('<title>First</title>');
    expect((await list()).map(({ revision }) => revision)).to.deep.equal(
      [restored, second, first, page].map(({ revision }) => revision),
    );
    expect((await restore(second.revision)).status).to.equal(200);
    expect(await publishedHtml()).to.include('<title>Second</title>');
  });

  it('do not change the address or visibility of the page when restored [VR2]', async () => {
    const restoreFirst = async (): Promise<Page> => {
      const { revision } = await openPage(ada, 'moved');
      return (await restore(page.revision, ada, revision)).json() as Page;
    };
    for (const change of [
      { slug: 'moved', isPublic: false, isListed: false, isPeekable: true },
      { slug: 'moved', isPublic: true, isListed: true, isPeekable: false },
    ]) {
      await publish(ada, change, change.isPublic ? 'moved' : 'main');
      expect(await restoreFirst()).to.include(change);
      const { status } = await app.browser().get('/moved', { host: `ada.${app.appHost}` });
      expect(status).to.equal(change.isPublic ? 200 : 404);
    }
    await ada.browser.put(`/api/page/${String(page.ID)}/password`, { password: 'swordfish' });
    expect((await openPage(ada, 'moved')).isRestricted).to.equal(true);
    expect(await restoreFirst()).to.include({ isRestricted: true });
    const { status } = await app.browser().get('/moved', { host: `ada.${app.appHost}` });
    expect(status).to.equal(403);
  });

  it('include at least the last fifty publications [VR1]', async () => {
    // Inserted in the database, because publishing is slow.
    await app.knex.raw(
      `WITH added AS (
         INSERT INTO page_revisions (page_id, revision, document, created_at)
         SELECT page_id, revision + number, document, created_at
         FROM page_revisions, generate_series(1, 54) AS number WHERE page_id = ? AND revision = ?
         RETURNING page_id, revision, created_at)
       INSERT INTO page_publications (page_id, revision, published_at)
       SELECT page_id, revision, created_at FROM added`,
      [page.ID, page.revision],
    );
    await app.knex('pages').increment('revision', 54);
    await publishWithTitle('The newest');
    const versions = await list();
    expect(versions.length).to.be.at.least(50);
    const oldest = versions[49];
    expect((await restore(oldest?.revision ?? 0)).status).to.equal(200);
    const rows = await app.knex('page_revisions').where({ page_id: page.ID });
    expect(rows.length, 'older versions are deleted').to.be.at.most(51);
  });

  it('cannot be restored if never published, with an outdated base revision, or on a disabled page [VR3]', async () => {
    const missing = await restore(999);
    expect(missing.error().code).to.equal('page_version_does_not_exist');
    const stale = await restore(page.revision, ada, page.revision - 1);
    expect(stale.error().code).to.equal('page_changed_elsewhere');
    // A draft that was never published is not a version.
    expect((await restore(page.revision - 1)).error().code).to.equal('page_version_does_not_exist');
    await app.knex('pages').update({ is_disabled: true });
    const disabled = await restore(page.revision);
    expect(disabled.error().code).to.equal('page_cannot_update_disabled_page');
  });

  it('are checked against the current plan [PL1, VR3]', async () => {
    const block = { ...textBlock(page), uuid: 'code', type: 'code-embed' };
    const things = { ...page.things, code: { ...block, content: { ceCode: '<b>hi</b>' } } };
    const withCode = await publish(ada, { things });
    await publish(ada, { things: page.things });
    await setRoles(app, ada, ['basic']);
    const refused = await restore(withCode.revision);
    expect(refused.error().code).to.equal('insufficient_privileges_to_use_code_embed');
    expect((await restore(page.revision)).status).to.equal(200);
  });

  it('are available to the owner only [OW1]', async () => {
    const eve = await app.signUp('eve');
    expect((await eve.browser.get(pathOf('all'))).error().code).to.equal('page_does_not_exist');
    const foreign = await restore(page.revision, eve);
    expect(foreign.error().code).to.equal('page_does_not_exist');
    expect((await app.browser().get(pathOf('all'))).status).to.equal(401);
    expect((await list()).length).to.equal(1);
  });
});
