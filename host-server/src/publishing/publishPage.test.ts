import { type Page, richTextFromPlain } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { inputOf, openPage, textBlock } from '../app/testing/pageInput.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import type { PageInput } from '../contract/index.ts';

type Input = PageInput & { baseRevision: number };

describe('PUT /page/{id}', () => {
  let app: TestApp;
  let ada: TestUser;
  let page: Page;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
  });
  after(() => app.stop());
  beforeEach(async () => {
    page = await openPage(ada);
  });

  const put = (input: unknown, user = ada, id: number | string = page.ID): Promise<TestResponse> =>
    user.browser.put(`/api/page/${String(id)}`, input);
  /** The page's row, revisions and publication in the database. */
  const stored = async (): Promise<unknown[]> => [
    await app.knex('pages').where({ id: page.ID }),
    await app.knex('page_revisions').where({ page_id: page.ID }).orderBy('revision'),
    // Except its Brotli bytes, which are recompressed in the background.
    await app
      .knex('published_pages')
      .where({ page_id: page.ID })
      .select('revision', 'html', 'gzip', 'etag', 'csp', 'context', 'published_at'),
  ];
  const withBlock = (content: object, change: object = {}): Input => {
    const input = inputOf(page);
    const block = { ...textBlock(page, content), uuid: 'bad', ...change };
    return { ...input, things: { ...input.things, bad: block } };
  };

  it('stores a draft and publishes it [PU1]', async () => {
    const block = textBlock(page);
    const input = inputOf(page);
    const things = { ...input.things, [block.uuid]: block };
    const settings = { ...page.settings, title: 'Ada & Co' };
    const response = await put({ ...input, things, settings });
    expect(response.status, response.text).to.equal(200);
    const published = response.json() as Page;
    expect(published.revision).to.equal(page.revision + 1);
    expect(published.things).to.deep.equal(things);
    expect(await openPage(ada)).to.deep.equal(published);
    const site = await app.browser().get('/', { host: `ada.${app.appHost}` });
    expect(site.status).to.equal(200);
    expect(site.text).to.include('Hello').and.to.include('Ada &amp; Co');
    expect(site.text).to.include(`http://${app.appHost}`);
    expect(site.text).not.to.match(/<script/i);
  });

  it('ignores identity, owner and moderation flags from the client [OW2]', async () => {
    const eve = await app.signUp('eve');
    const response = await put({
      ...inputOf(page),
      ID: 1_000_000,
      accountID: eve.account.ID,
      site: { ID: eve.account.primarySite.ID, slug: 'eve' },
      roles: ['admin'],
      ownerRoles: ['admin'],
      isDisabled: true,
      createdAt: '1999-01-01',
      updatedAt: '1999-01-01',
      revision: 999,
    });
    expect(response.status, response.text).to.equal(200);
    const { updatedAt, revision, ...rest } = response.json() as Page;
    expect([rest.ID, rest.accountID, rest.site, rest.isDisabled, rest.createdAt]).to.deep.equal([
      page.ID,
      page.accountID,
      page.site,
      false,
      page.createdAt,
    ]);
    expect(revision).to.equal(page.revision + 1);
    expect(updatedAt).not.to.equal('1999-01-01');
    const account = await ada.browser.get('/api/account');
    expect(account.json()).to.deep.include({ account: ada.account });
  });

  it('refuses a page that changed elsewhere, and accepts one of two concurrent writes [PU2]', async () => {
    const stale = await put({ ...inputOf(page), baseRevision: page.revision - 1 });
    expect(stale.status).to.equal(409);
    expect(stale.error()).to.deep.equal({
      code: 'page_changed_elsewhere',
      path: 'baseRevision',
      details: { revision: page.revision },
    });
    const both = await Promise.all([put(inputOf(page)), put(inputOf(page))]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
  });

  it('is allowed for the owner only', async () => {
    const bob = await app.signUp('bob');
    const before = await stored();
    const foreign = await put(inputOf(page), bob);
    expect(foreign.status).to.equal(404);
    expect(foreign.error().code).to.equal('page_does_not_exist');
    const missing = await put(inputOf(page), bob, 2_147_483_647);
    expect(missing.text).to.equal(foreign.text);
    const stranger = await app.browser().put(`/api/page/${String(page.ID)}`, inputOf(page));
    expect(stranger.status).to.equal(401);
    expect(await stored()).to.deep.equal(before);
  });

  it('refuses a disabled page [PU3]', async () => {
    await app.knex('pages').where({ id: page.ID }).update({ is_disabled: true });
    const before = await stored();
    const response = await put(inputOf(page));
    expect(response.error().code).to.equal('page_cannot_update_disabled_page');
    expect(await stored()).to.deep.equal(before);
    await app.knex('pages').where({ id: page.ID }).update({ is_disabled: false });
  });

  it('makes a page private for Plus, Pro and Admin only [PL1]', async () => {
    const before = await stored();
    const refused = await put({ ...inputOf(page), isPublic: false });
    expect(refused.status).to.equal(403);
    expect(refused.error()).to.deep.equal({
      code: 'insufficient_privileges_to_make_page_private',
      path: 'isPublic',
    });
    expect(await stored()).to.deep.equal(before);
    for (const role of ['plus', 'pro', 'admin'] as const) {
      // A username may not look like a staff member's.
      const user = await app.signUp(`user-${role.slice(0, 2)}`, ['basic', role]);
      const own = await openPage(user);
      const response = await put({ ...inputOf(own), isPublic: false }, user, own.ID);
      expect(response.status, role).to.equal(200);
    }
    const mini = await app.signUp('user-mini', ['supporter']);
    const own = await openPage(mini);
    expect((await put({ ...inputOf(own), isPublic: false }, mini, own.ID)).status).to.equal(403);
  });

  it('accepts code and premium fonts only from plans that include them [PL1]', async () => {
    const withLast = (base: Page, content: object, change: object = {}): Input => {
      const input = inputOf(base);
      const block = { ...textBlock(base, content), uuid: 'last', ...change };
      return { ...input, things: { ...input.things, last: block } };
    };
    const withCode = (base: Page): Input =>
      withLast(base, {}, { type: 'code-embed', content: { ceCode: '<b>Hi</b>' } });
    const withFont = (base: Page): Input => withLast(base, { font: 'Lora' });
    const marks = [{ type: 'font_family', attrs: { family: 'Karla' } }];
    const withMark = (base: Page): Input =>
      withLast(base, { text: richTextFromPlain('Hi', { marks }) });
    const codeRefusal = { code: 'insufficient_privileges_to_use_code_embed', path: 'things.last' };
    const fontRefusal = (fonts: string): object => ({
      code: 'insufficient_privileges_to_use_premium_font',
      path: 'things.last',
      details: { fonts },
    });

    const before = await stored();
    for (const [input, refusal] of [
      [withCode(page), codeRefusal],
      [withFont(page), fontRefusal('Lora')],
      [withMark(page), fontRefusal('Karla')],
    ] as const) {
      const response = await put(input);
      expect(response.status).to.equal(403);
      expect(response.error()).to.deep.equal(refusal);
    }
    expect(await stored()).to.deep.equal(before);
    const created = await ada.browser.post('/api/page', { ...withFont(page), slug: 'fonts' });
    expect(created.error()).to.deep.equal(fontRefusal('Lora'));
    // An unknown font is not a premium font; the text is shown in a fallback.
    expect((await put(withLast(page, { font: 'My Old Font' }))).status).to.equal(200);

    const mini = await app.signUp('mini-code', ['supporter']);
    const miniPage = await openPage(mini);
    expect((await put(withCode(miniPage), mini, miniPage.ID)).error()).to.deep.equal(codeRefusal);
    expect((await put(withMark(miniPage), mini, miniPage.ID)).status).to.equal(200);
    const plus = await app.signUp('plus-code', ['plus']);
    const plusPage = await openPage(plus);
    expect((await put(withCode(plusPage), plus, plusPage.ID)).status).to.equal(200);
  });

  it('limits the content of a page and of each block by plan, even of unknown types [PL9]', async () => {
    const values = Array.from({ length: 130_000 }, () => 7);
    const before = await stored();
    const tooLarge = withBlock({ values }, { type: 'mystery' });
    const limit = { unit: 'values', max: 125_000 };
    const refused = await put(tooLarge);
    expect(refused.status, refused.text).to.equal(403);
    expect(refused.error()).to.deep.include({
      code: 'page_size_limit_exceeded',
      path: 'things.bad',
    });
    expect(refused.error().details).to.include(limit);
    const created = await ada.browser.post('/api/page', { ...tooLarge, slug: 'large' });
    expect(created.error().details).to.include(limit);
    const style = { mystery: 'x'.repeat(2 * 1024 * 1024) };
    expect((await put({ ...inputOf(page), style })).error()).to.deep.include({
      code: 'page_size_limit_exceeded',
      path: 'things',
    });
    expect(await stored()).to.deep.equal(before);
    await app
      .knex('accounts')
      .where({ username: 'ada' })
      .update({ roles: ['plus'] });
    expect((await put(tooLarge)).status).to.equal(200);
    await app
      .knex('accounts')
      .where({ username: 'ada' })
      .update({ roles: ['basic'] });
    const { ID, revision, things } = await openPage(ada);
    expect(things).to.have.property('bad');
    const restored = await ada.browser.post(
      `/api/page/${String(ID)}/version/${String(revision)}/restore`,
      { baseRevision: revision },
    );
    expect(restored.error()).to.deep.include({ code: 'page_size_limit_exceeded' });
    const { bad: _, ...rest } = things;
    expect((await put({ ...inputOf(await openPage(ada)), things: rest })).status).to.equal(200);
  });

  it('limits the blocks by plan, and reports the excess [PL2]', async () => {
    const fill = (base: Page, total: number): Input => {
      const input = inputOf(base);
      const more = Array.from({ length: total - Object.keys(base.things).length }, () =>
        textBlock(base),
      );
      const added = Object.fromEntries(more.map((block) => [block.uuid, block]));
      return { ...input, things: { ...input.things, ...added } };
    };
    const before = await stored();
    const refused = await put(fill(page, 43));
    expect(refused.status).to.equal(403);
    expect(refused.error()).to.deep.equal({
      code: 'things_per_page_limit_exceeded',
      path: 'things',
      details: { max: 40, count: 43, over: 3 },
    });
    expect(await stored()).to.deep.equal(before);
    const plus = await app.signUp('many', ['plus']);
    const own = await openPage(plus);
    expect((await put(fill(own, 1000), plus, own.ID)).status).to.equal(200);
    const newer = await openPage(plus);
    expect((await put(fill(newer, 1001), plus, own.ID)).status).to.equal(403);
    await app
      .knex('accounts')
      .where({ username: 'many' })
      .update({ roles: ['admin'] });
    expect((await put(fill(newer, 1001), plus, own.ID)).status).to.equal(200);
  });

  it('refuses a slug that another page of the site has, regardless of case [PU4]', async () => {
    await ada.browser.post('/api/page', { ...inputOf(page), slug: 'about' });
    for (const slug of ['about', 'About']) {
      const before = await stored();
      const response = await put({ ...inputOf(page), slug });
      expect(response.status).to.equal(409);
      expect(response.error()).to.deep.equal({ code: 'page_slug_already_used', path: 'slug' });
      expect(await stored()).to.deep.equal(before);
    }
  });

  it('stores a limited number of drafts, including the published one [PU8]', async () => {
    const published = await put(inputOf(page));
    const { revision } = published.json() as Page;
    // Drafts that were never published, as rooms will store them.
    await app.knex.raw(
      `INSERT INTO page_revisions (page_id, revision, document, created_at)
       SELECT page_id, revision + number, document, created_at
       FROM page_revisions, generate_series(1, 25) AS number WHERE page_id = ? AND revision = ?`,
      [page.ID, revision],
    );
    await app.knex('pages').where({ id: page.ID }).increment('revision', 25);
    expect((await put(inputOf(await openPage(ada)))).status).to.equal(200);
    const revisions = await app
      .knex('page_revisions')
      .where({ page_id: page.ID })
      .where('revision', '>=', revision)
      .orderBy('revision')
      .pluck<number[]>('revision');
    expect(revisions).to.have.length(21);
    expect(revisions[0], 'published drafts are stored longer').to.equal(revision);
  });

  const position = (change: object): object => ({
    position: { x: 0, y: 0, width: 0.1, height: 0.1, rotationDeg: 0, zIndex: 1, ...change },
  });
  const linked = (hyperlink: string): object => ({ properties: { hyperlink } });
  const bad: readonly (readonly [string, () => unknown, string, string])[] = [
    ['a string', () => 'page', 'err_bad_request', ''],
    ['an array', () => [], 'err_bad_request', ''],
    [
      'things that are an array',
      () => ({ ...inputOf(page), things: [] }),
      'err_bad_request',
      'things',
    ],
    ['no things', () => ({ ...inputOf(page), things: undefined }), 'err_bad_request', 'things'],
    [
      'no baseRevision',
      () => ({ ...inputOf(page), baseRevision: undefined }),
      'err_bad_request',
      'baseRevision',
    ],
    [
      'a baseRevision that is a string',
      () => ({ ...inputOf(page), baseRevision: '1' }),
      'err_bad_request',
      'baseRevision',
    ],
    [
      'isPublic that is a number',
      () => ({ ...inputOf(page), isPublic: 1 }),
      'err_bad_request',
      'isPublic',
    ],
    [
      'a height that is a string',
      () => ({ ...inputOf(page), relativeHeight: '2' }),
      'err_bad_request',
      'relativeHeight',
    ],
    [
      'a negative height',
      () => ({ ...inputOf(page), relativeHeight: -1 }),
      'err_bad_request',
      'relativeHeight',
    ],
    ['an empty slug', () => ({ ...inputOf(page), slug: '' }), 'page_invalid_slug', 'slug'],
    [
      'a slug with two slashes',
      () => ({ ...inputOf(page), slug: 'a/b/c' }),
      'page_invalid_slug',
      'slug',
    ],
    [
      'a slug with markup',
      () => ({ ...inputOf(page), slug: '<script>' }),
      'page_invalid_slug',
      'slug',
    ],
    [
      'a title that is too long',
      () => ({ ...inputOf(page), settings: { ...page.settings, title: 'a'.repeat(501) } }),
      'page_invalid_title',
      'settings.title',
    ],
    [
      'a description that is too long',
      () => ({ ...inputOf(page), settings: { ...page.settings, description: 'a'.repeat(2001) } }),
      'page_invalid_description',
      'settings.description',
    ],
    [
      'an unknown setting',
      () => ({ ...inputOf(page), settings: { ...page.settings, shareImage: 'x' } }),
      'page_unsupported_settings',
      'settings.shareImage',
    ],
    [
      'a colour that breaks out of CSS',
      () => ({ ...inputOf(page), style: { backgroundColor: 'red;}body{background:url(//evil)' } }),
      'page_invalid_style',
      'style.backgroundColor',
    ],
    [
      'a block without a type',
      () => withBlock({}, { type: undefined }),
      'page_invalid_thing',
      'things.bad.type',
    ],
    [
      'a block with a malformed type',
      () => withBlock({}, { type: '<b>' }),
      'page_invalid_thing',
      'things.bad.type',
    ],
    [
      'a block that is null',
      () => ({ ...inputOf(page), things: { ...page.things, bad: null } }),
      'page_invalid_thing',
      'things.bad',
    ],
    [
      'a block under another uuid',
      () => withBlock({}, { uuid: 'other' }),
      'page_invalid_thing',
      'things.bad.uuid',
    ],
    [
      'a block without a section',
      () => withBlock({}, { parentUuid: 'gone' }),
      'page_invalid_thing',
      'things.bad.parentUuid',
    ],
    [
      'rich text that is not a document',
      () => withBlock({ text: 'Hello' }),
      'page_invalid_thing',
      'things.bad.content.text',
    ],
    [
      'a font that breaks out of CSS',
      () => withBlock({ font: 'a";}</style><script>' }),
      'page_invalid_thing',
      'things.bad.content.font',
    ],
    [
      'a position out of range',
      () => withBlock({}, position({ x: 1e9 })),
      'page_invalid_position',
      'things.bad.position.x',
    ],
    [
      'a position that is a string',
      () => withBlock({}, position({ y: '1px' })),
      'page_invalid_position',
      'things.bad.position.y',
    ],
    [
      'a negative width',
      () => withBlock({}, position({ width: -1 })),
      'page_invalid_position',
      'things.bad.position.width',
    ],
    [
      'a background with a script URL',
      () => withBlock({}, { styles: { background: { imageUrl: 'javascript:alert(1)' } } }),
      'page_invalid_asset_url',
      'things.bad.styles.background.imageUrl',
    ],
    [
      'an image with a data URL',
      () => withBlock({}, { type: 'image', content: { url: 'data:text/html,x' } }),
      'page_invalid_asset_url',
      'things.bad.content.url',
    ],
    [
      'an image with a path that leaves its folder',
      () => withBlock({}, { type: 'image', content: { url: '/assets/../../etc/passwd' } }),
      'page_invalid_asset_url',
      'things.bad.content.url',
    ],
    [
      'a link to a script',
      () => withBlock({}, linked('javascript:alert(1)')),
      'page_invalid_hyperlink',
      'things.bad.properties.hyperlink',
    ],
    [
      'a link with a tab in it',
      () => withBlock({}, linked('java\tscript:alert(1)')),
      'page_invalid_hyperlink',
      'things.bad.properties.hyperlink',
    ],
    [
      'a link to data',
      () => withBlock({}, linked('data:text/html,x')),
      'page_invalid_hyperlink',
      'things.bad.properties.hyperlink',
    ],
    [
      'a link without a scheme',
      () => withBlock({}, linked('//evil.example')),
      'page_invalid_hyperlink',
      'things.bad.properties.hyperlink',
    ],
  ];
  for (const [what, make, code, path] of bad)
    it(`rejects ${what} with ${code}, and changes nothing [PU5]`, async () => {
      const before = await stored();
      const response = await put(make());
      expect(response.status, response.text).to.equal(400);
      expect(response.headers['content-type']).to.include('application/json');
      expect(response.headers['x-error-code']).to.equal(code);
      expect(response.error().code).to.equal(code);
      expect(response.error().path).to.equal(path);
      expect(await stored()).to.deep.equal(before);
    });

  for (const [what, body] of [
    ['truncated JSON', '{"slug":'],
    ['NaN', '{"slug":NaN}'],
    ['nothing', ''],
  ] as const)
    it(`rejects ${what} as a body`, async () => {
      const response = await ada.browser.send(`/api/page/${String(page.ID)}`, {
        method: 'PUT',
        body,
        headers: { 'Content-Type': 'application/json' },
      });
      expect(response.status).to.equal(400);
      expect(response.error().code).to.equal('err_bad_request');
    });

  for (const key of ['__proto__', 'constructor', 'prototype'])
    it(`rejects the key ${key} [PU6]`, async () => {
      const before = await stored();
      for (const field of ['things', 'style'] as const) {
        const text = JSON.stringify({ ...inputOf(page), [field]: 'HERE' }).replace(
          '"HERE"',
          `{"${key}":{"polluted":true}}`,
        );
        const response = await ada.browser.send(`/api/page/${String(page.ID)}`, {
          method: 'PUT',
          body: text,
          headers: { 'Content-Type': 'application/json' },
        });
        expect(response.status, response.text).to.equal(400);
      }
      expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
      expect(await stored()).to.deep.equal(before);
    });

  it('rejects JSON nested ten thousand levels deep, and a body of nine megabytes [LM5]', async () => {
    const before = await stored();
    const input = JSON.stringify({ ...inputOf(page), style: 'HERE' });
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const send = (body: string): Promise<TestResponse> =>
      ada.browser.send(`/api/page/${String(page.ID)}`, {
        method: 'PUT',
        body,
        headers: { 'Content-Type': 'application/json' },
      });
    expect((await send(input.replace('"HERE"', deep))).status).to.equal(400);
    const large = await send(input.replace('"HERE"', `"${'a'.repeat(9_000_000)}"`));
    expect(large.status).to.equal(413);
    expect(large.error().code).to.equal('err_payload_too_large');
    expect(await stored()).to.deep.equal(before);
  });

  it('rejects a page of 1.5 million values in less than the maximum number of bytes [LM5]', async () => {
    const many = `[${'{},'.repeat(1_500_000)}{}]`;
    const response = await ada.browser.send(`/api/page/${String(page.ID)}`, {
      method: 'PUT',
      body: JSON.stringify({ ...inputOf(page), style: 'HERE' }).replace('"HERE"', many),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).to.equal(413);
    expect(response.error().code).to.equal('err_payload_too_large');
  });

  it('accepts text with any character, and never renders it as markup [PU7]', async () => {
    const text = `</style><script>alert(1)</script>"'&\u2028`;
    const alt = { altText: '"><img src=x onerror=alert(1)>' };
    const document = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    };
    const response = await put({
      ...withBlock({ text: document }, alt),
      settings: { ...page.settings, title: text, description: text },
    });
    expect(response.status, response.text).to.equal(200);
    const site = await app.browser().get('/', { host: `ada.${app.appHost}` });
    expect(site.text).not.to.include('<script').and.not.to.include('<img src=x');
    expect(site.headers['content-security-policy']).to.include("default-src 'none'");
  });

  it('rejects invalid ids', async () => {
    for (const id of ['0', '-1', 'abc', '1.5', '99999999999', '1%00', '%2e%2e']) {
      const response = await put(inputOf(page), ada, id);
      expect(response.status, id).to.be.oneOf([400, 404]);
    }
  });
});
