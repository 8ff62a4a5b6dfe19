import { INDEX_SLUG, type Page } from '@cobble/engine';
import { renderPage } from '@cobble/renderer-static';
import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { inputOf, openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import {
  addAsset,
  addPosts,
  refreshSite,
  serveDomain,
  setRoles,
} from '../app/testing/servingFixtures.ts';
import {
  type Post,
  shareImageOf,
  type SiteRendering,
  type SiteSettings,
} from '../contract/index.ts';

const SETTINGS = {
  shareImageURL: 'https://example.org/share.png',
  googleAnalytics4ID: 'G-ABCDE12345',
  metaTags: [{ name: 'google-site-verification', content: '"proof" & <more>' }],
} as const satisfies SiteSettings;

describe('rendering a preview', () => {
  let app: TestApp;
  let ada: TestUser;
  let siteId: string;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['plus']);
    siteId = String(ada.account.primarySite.ID);
  });
  after(() => app.stop());

  /** The page as a client renders it with only the data of the API. */
  const preview = async (page: Page): Promise<string> => {
    const { browser } = ada;
    const response = await browser.get(`/api/site/${siteId}/rendering`);
    expect(response.status, response.text).to.equal(200);
    const { homeUrl, attributionUrl, runsCode, paintsPages, site } =
      response.json() as SiteRendering;
    const list = await browser.get(`/api/v2/post/list/?account_id=${String(ada.account.ID)}`);
    const { posts } = list.json() as { posts: readonly Post[] };
    return renderPage(page, {
      ...{ attributionUrl, site, safeMode: !runsCode },
      url: homeUrl + (page.slug === INDEX_SLUG ? '' : page.slug),
      ...(paintsPages ? { shareImage: shareImageOf(page) } : {}),
      posts: (id) => (id === ada.account.ID ? posts : []),
    }).html;
  };

  it('is refused to others while nothing of the site is public', async () => {
    const path = `/api/site/${siteId}/rendering`;
    expect((await app.browser().get(path)).error().code).to.equal('err_not_found');
    await publish(ada);
    expect((await app.browser().get(path)).status).to.equal(200);
    expect((await app.browser().get('/api/site/999/rendering')).status).to.equal(404);
  });

  it('produces exactly the published page on paid and free plans, with posts, site settings and primary address', async () => {
    await addPosts(app, ada, ['The first', 'The <second> & last']);
    await serveDomain(app, ada, 'ada.example.com');
    const settings = { ...SETTINGS, faviconImageURL: await addAsset(app, ada) };
    const changed = await ada.browser.put(`/api/site/${siteId}`, { settings });
    expect(changed.status, changed.text).to.equal(200);
    const page = await openPage(ada);
    const channel = {
      ...textBlock(page),
      uuid: 'the-channel',
      type: 'channel',
      content: { channelFilters: { accountIds: [ada.account.ID], channelIds: [] } },
    };
    const things = { ...page.things, [channel.uuid]: channel };
    const input = { ...inputOf(page), things };
    const put = await ada.browser.put(`/api/page/${String(page.ID)}`, input);
    expect(put.status, put.text).to.equal(200);
    for (const roles of [['plus'], ['supporter'], ['basic']] as const) {
      await setRoles(app, ada, roles);
      await refreshSite(ada);
      const { text } = await app.browser().get('/', { host: `ada.${app.appHost}` });
      expect(text).to.include('The &lt;second&gt; &amp; last').and.to.include('og:site_name');
      expect(text.includes('G-ABCDE12345')).to.equal(roles[0] === 'plus');
      expect(text.includes('google-site-verification')).to.equal(roles[0] === 'plus');
      expect(text.includes('ada.example.com')).to.equal(roles[0] === 'plus');
      expect(await preview(await openPage(ada))).to.equal(text);
    }
  });
});
