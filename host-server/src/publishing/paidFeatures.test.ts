import { PLANS, type PlanName, type Page, richTextFromPlain } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { inputOf, openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { addAsset, refreshSite, serveDomain, setRoles } from '../app/testing/servingFixtures.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import type { ErrorCode, PageInput, SiteSettings } from '../contract/index.ts';

const ICON = 'https://example.org/icon.png';
const SETTINGS = {
  faviconImageURL: ICON,
  shareImageURL: 'https://example.org/share.png',
  googleAnalytics4ID: 'G-ABCDE12345',
  metaTags: [{ name: 'google-site-verification', content: 'proof' }],
  hideAttribution: true,
} as const satisfies SiteSettings;

describe('paid features', () => {
  let app: TestApp;
  let ada: TestUser;
  let host: string;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['plus']);
    host = `ada.${app.appHost}`;
    await publish(ada);
  });
  after(() => app.stop());
  beforeEach(() => setRoles(app, ada, ['plus']));

  const put = (input: object): Promise<TestResponse> => {
    const { ID } = input as { ID: number };
    return ada.browser.put(`/api/page/${String(ID)}`, input);
  };
  const withThings = (page: Page, ...blocks: readonly object[]): object => {
    const things = { ...page.things };
    for (const [index, block] of blocks.entries()) {
      const uuid = `extra-${String(index)}`;
      things[uuid] = { ...textBlock(page), uuid, ...block };
    }
    return { ...inputOf(page), ID: page.ID, things };
  };
  const updateSettings = (change: SiteSettings): Promise<TestResponse> =>
    ada.browser.put(`/api/site/${String(ada.account.primarySite.ID)}`, { settings: change });

  const CODE = { type: 'code-embed', content: { ceCode: '<b id="mine">hi</b>' } };
  const PREMIUM = {
    content: { text: richTextFromPlain('Set in Karla'), font: 'Karla' },
  };
  const extraBlocks = (page: Page, over: number): object[] =>
    Array.from({ length: 40 + over - Object.keys(page.things).length }, () => ({}));

  /** An action, the error for accounts without the feature, and the lowest plan that has it. */
  const features: readonly {
    readonly name: string;
    readonly code: ErrorCode;
    readonly from: PlanName;
    readonly use: (page: Page) => Promise<TestResponse>;
  }[] = [
    {
      name: 'private pages',
      code: 'insufficient_privileges_to_make_page_private',
      from: 'plus',
      use: (page) => put({ ...inputOf(page), ID: page.ID, isPublic: false }),
    },
    {
      name: 'passwords',
      code: 'insufficient_privileges_to_make_page_private',
      from: 'plus',
      use: (page) =>
        ada.browser.put(`/api/page/${String(page.ID)}/password`, { password: 'sesame' }),
    },
    {
      name: 'code embeds',
      code: 'insufficient_privileges_to_use_code_embed',
      from: 'plus',
      use: (page) => put(withThings(page, CODE)),
    },
    {
      name: 'premium fonts',
      code: 'insufficient_privileges_to_use_premium_font',
      from: 'supporter',
      use: (page) => put(withThings(page, PREMIUM)),
    },
    {
      name: 'more than forty blocks',
      code: 'things_per_page_limit_exceeded',
      from: 'plus',
      use: (page) => put(withThings(page, ...extraBlocks(page, 1))),
    },
    {
      name: 'a favicon',
      code: 'insufficient_privileges_to_change_favicon',
      from: 'plus',
      use: () => updateSettings({ faviconImageURL: SETTINGS.faviconImageURL }),
    },
    {
      name: 'a share image',
      code: 'insufficient_privileges_to_change_share_image',
      from: 'plus',
      use: () => updateSettings({ shareImageURL: SETTINGS.shareImageURL }),
    },
    {
      name: 'analytics',
      code: 'insufficient_privileges_to_change_analytics_id',
      from: 'plus',
      use: () => updateSettings({ googleAnalytics4ID: SETTINGS.googleAnalytics4ID }),
    },
    {
      name: 'meta tags',
      code: 'insufficient_privileges_to_change_meta_tags',
      from: 'plus',
      use: () => updateSettings({ metaTags: SETTINGS.metaTags }),
    },
    {
      name: 'hiding the attribution',
      code: 'insufficient_privileges_to_hide_attribution',
      from: 'supporter',
      use: () => updateSettings({ hideAttribution: true }),
    },
  ];

  const resetFeatures = async (): Promise<void> => {
    await app.knex('page_passwords').delete();
    await app.knex('sites').update({ settings: '{}' });
    const page = await openPage(ada);
    const isPlain = !Object.keys(page.things).some((uuid) => uuid.startsWith('extra-'));
    if (isPlain && page.isPublic) return;
    const plain = Object.fromEntries(
      Object.entries(page.things).filter(([uuid]) => !uuid.startsWith('extra-')),
    ) as PageInput['things'];
    await publish(ada, { things: plain, isPublic: true });
  };

  for (const { name, code, from, use } of features)
    for (const { role, name: plan, priority } of PLANS) {
      const lowest = PLANS.find((each) => each.role === from)?.priority ?? 0;
      const isIncluded = priority <= lowest;
      it(`${plan} ${isIncluded ? 'has' : 'does not have'} ${name}, through the API itself [PL1]`, async () => {
        await resetFeatures();
        await setRoles(app, ada, [role]);
        const page = await openPage(ada);
        const response = await use(page);
        if (isIncluded) expect(response.status, response.text).to.equal(200);
        else expect(response.error().code).to.equal(code);
        if (!isIncluded) expect(await openPage(ada)).to.deep.equal(page);
      });
    }

  describe('when their plan ends [PL3]', () => {
    beforeEach(resetFeatures);
    const publishedHtml = async (): Promise<string> =>
      (await app.browser().get('/', { host })).text;
    const end = async (): Promise<void> => {
      await setRoles(app, ada, ['basic']);
      await refreshSite(ada);
    };
    const renew = async (): Promise<void> => {
      await setRoles(app, ada, ['plus']);
      await refreshSite(ada);
    };

    it('disappear from the published page at once, without publishing again, and come back with the plan', async () => {
      const page = await openPage(ada);
      expect((await put(withThings(page, CODE, PREMIUM))).status).to.equal(200);
      expect((await updateSettings(SETTINGS)).status).to.equal(200);
      const withPlan = await publishedHtml();
      expect(withPlan).to.include('Karla');
      expect(withPlan).not.to.include('Made on Cobble');
      expect(withPlan).not.to.include('Disabled in Safe Mode');
      await end();
      const withoutPlan = await publishedHtml();
      expect(withoutPlan).to.include('Set in Karla').and.to.include('Made on Cobble');
      expect(withoutPlan.replace('Set in Karla', '')).not.to.include('Karla');
      expect(withoutPlan).to.include('Disabled in Safe Mode');
      for (const removed of [ICON, 'share.png', 'G-ABCDE12345', 'google-site-verification'])
        expect(withoutPlan, removed).not.to.include(removed);
      await renew();
      expect(await publishedHtml()).to.equal(withPlan);
    });

    const domain = 'rich.example.com';
    /** How to recognise each feature in the HTML, and the lowest plan that has it. */
    const traces: readonly (readonly [PlanName, string, (html: string) => boolean])[] = [
      ['plus', 'favicon', (html) => html.includes(`<link rel="icon" href="${ICON}">`)],
      ['plus', 'share image', (html) => html.includes('share.png')],
      ['plus', 'analytics', (html) => /G-ABCDE12345|googletagmanager|<script/.test(html)],
      ['plus', 'meta tags', (html) => html.includes('google-site-verification')],
      ['supporter', 'hidden attribution', (html) => !html.includes('Made on Cobble')],
      ['plus', 'code', (html) => /<iframe|data-src|_code|ceCode/.test(html)],
      ['supporter', 'premium font', (html) => /Karla/.test(html.replace('Set in Karla', ''))],
      [
        'plus',
        'primary address',
        (html) => html.includes(`rel="canonical" href="http://${domain}/"`),
      ],
    ];
    for (const { role, name: plan, priority } of PLANS)
      it(`${plan} gets exactly its features`, async () => {
        const page = await openPage(ada);
        await serveDomain(app, ada, domain);
        expect((await put(withThings(page, CODE, PREMIUM))).status).to.equal(200);
        expect((await updateSettings(SETTINGS)).status).to.equal(200);
        await setRoles(app, ada, [role]);
        await refreshSite(ada);
        const response = await app.browser().get('/', { host });
        for (const [from, what, isShown] of traces) {
          const isIncluded = priority <= (PLANS.find((each) => each.role === from)?.priority ?? 0);
          expect(isShown(response.text), what).to.equal(isIncluded);
        }
        const csp = response.headers['content-security-policy']?.toString() ?? '';
        const hasPlus = priority <= (PLANS.find((each) => each.role === 'plus')?.priority ?? 0);
        expect(csp.includes('googletagmanager')).to.equal(hasPlus);
        const onDomain = await app.browser().get('/', { host: domain });
        expect(onDomain.status).to.equal(hasPlus ? 200 : 421);
        if (hasPlus) expect(onDomain.text).to.equal(response.text);
        await app.knex('domains').delete();
        await renew();
      });

    it('keep a page with more blocks than the plan allows, but do not allow publishing it [PL5]', async () => {
      const page = await openPage(ada);
      expect((await put(withThings(page, ...extraBlocks(page, 1)))).status).to.equal(200);
      await end();
      expect((await app.browser().get('/', { host })).status).to.equal(200);
      const again = await put(withThings(await openPage(ada)));
      expect(again.error().code).to.equal('things_per_page_limit_exceeded');
      await renew();
      expect((await put(withThings(await openPage(ada)))).status).to.equal(200);
    });

    it('keep their settings, which may be removed or left unchanged [PL6]', async () => {
      await updateSettings(SETTINGS);
      await setRoles(app, ada, ['basic']);
      expect((await updateSettings(SETTINGS)).status, 'the same settings again').to.equal(200);
      const other = await updateSettings({ faviconImageURL: 'https://example.org/other.png' });
      expect(other.error().path).to.equal('settings.faviconImageURL');
      const none = { faviconImageURL: null, googleAnalytics4ID: '', metaTags: [] };
      const removed = await updateSettings({ ...none, hideAttribution: false });
      expect(removed.status).to.equal(200);
      expect(removed.json()).to.deep.include({
        settings: { ...SETTINGS, ...none, hideAttribution: false },
      });
    });

    it('serve the site’s own icon only while the plan includes it', async () => {
      const url = await addAsset(app, ada);
      await updateSettings({ faviconImageURL: url });
      const icon = () => app.browser().get('/favicon.ico', { host });
      expect((await icon()).headers.location).to.equal(url);
      await end();
      expect((await icon()).headers['content-type']).to.equal('image/x-icon');
    });

    it('keep a private page private [PL4]', async () => {
      await publish(ada, { isPublic: false });
      await end();
      expect((await app.browser().get('/', { host })).status).to.equal(404);
    });
  });

  it('let a site use only uploads of its own account as its images [PL8]', async () => {
    const own = await addAsset(app, ada);
    const grace = await app.signUp('grace', ['plus']);
    const foreign = await addAsset(app, grace);
    const { appHost } = app;
    await serveDomain(app, grace, 'grace.org');
    const refused = [
      ...[`https://grace.org${foreign}`, `http://GRACE.org.:8080/x/..${foreign}?x`],
      ...[foreign, '/assets/00112233445566778899aabbccddeeff.png', '/assets/share/main.jpg'],
      ...[`https://${appHost}${foreign}`, `https://grace.${appHost}${foreign}`],
      ...[
        `https://u:p@${appHost.replace(':', '.:')}/x/..${foreign}`,
        `https://${appHost}/logo.png`,
      ],
    ];
    for (const [field, code] of [
      ['faviconImageURL', 'site_invalid_favicon'],
      ['shareImageURL', 'site_invalid_share_image'],
    ] as const) {
      for (const url of refused) {
        const response = await updateSettings({ [field]: url });
        expect(response.status, url).to.equal(400);
        expect(response.error()).to.include({ code, path: `settings.${field}` });
      }
      for (const url of [
        ...[own, `https://ada.${appHost}${own}`, `https://grace.org${own}`],
        'https://example.org/assets/a.png',
      ])
        expect((await updateSettings({ [field]: url })).status, url).to.equal(200);
    }
    await app.knex('sites').update({ settings: { faviconImageURL: foreign } });
    const kept = await updateSettings({ faviconImageURL: foreign, shareImageURL: null });
    expect(kept.status, 'an image from before the rule').to.equal(200);
    await app.knex('domains').delete();
  });

  it('report invalid site settings with their code and path, and return the site [PL7]', async () => {
    for (const [change, code] of [
      [{ faviconImageURL: 'javascript:alert(1)' }, 'site_invalid_favicon'],
      [{ shareImageURL: 7 }, 'site_invalid_share_image'],
      [{ googleAnalytics4ID: 'UA-1' }, 'site_invalid_analytics_id'],
      [{ metaTags: [{ name: 'referrer', content: 'unsafe-url' }] }, 'site_invalid_meta_tags'],
      [{ ownerRoles: ['admin'] }, 'site_unsupported_settings'],
    ] as const) {
      const refused = await updateSettings(change as unknown as SiteSettings);
      expect(refused.error().code).to.equal(code);
      expect(refused.error().path).to.match(/^settings\./);
    }
    await serveDomain(app, ada, 'ada.org');
    const response = await updateSettings({});
    expect(response.json()).to.deep.include({
      slug: 'ada',
      ownerRoles: ['plus'],
      canonicalDomain: 'ada.org',
    });
    await app.knex('domains').delete();
    await refreshSite(ada);
  });
});
