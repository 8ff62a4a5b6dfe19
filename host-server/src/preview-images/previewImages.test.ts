import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@cobble/engine';
import { expect } from 'chai';
import sharp from 'sharp';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { blankInput, openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { addPosts, refreshSite, serveDomain } from '../app/testing/servingFixtures.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';

const HOUR_MS = 3_600_000;

describe('preview and share images', function () {
  // The first page also starts the painter's process.
  this.timeout(300_000);
  let app: TestApp;
  let ada: TestUser;
  let eve: TestUser;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['pro']);
    eve = await app.signUp('eve');
  });
  after(() => app.stop());

  const urlOf = (slug = '', site = 'ada') => `http://${site}.${app.appHost}/${slug}`;
  /**
   * Requests an image again as long as the server asks for that, as visitors do: on a busy machine,
   * painting takes longer than a request waits.
   */
  const untilPainted = async (request: () => Promise<TestResponse>): Promise<TestResponse> => {
    for (;;) {
      const response = await request();
      if (response.status !== 503) return response;
      await app.waitForPreviews();
    }
  };
  const previewPath = (url: string): string => `/api/preview?url=${encodeURIComponent(url)}`;
  const preview = (url: string, browser = app.browser(), headers: Record<string, string> = {}) =>
    untilPainted(() => browser.get(previewPath(url), { headers }));
  const share = (path: string, site = 'ada', headers: Record<string, string> = {}) =>
    untilPainted(() => app.browser().get(path, { host: `${site}.${app.appHost}`, headers }));
  const rowOf = async ({ ID }: Pick<Page, 'ID'>) =>
    (await app.knex('preview_pictures').where({ page_id: ID }).select())[0] as
      { hash: string | null; source: string; painted_at: Date } | undefined;
  const files = async () =>
    (await readdir(join(app.dataFolder, 'preview-pictures')).catch(() => [])).sort();
  /** The files with their inodes, which change when a file is written again. */
  const inodes = async () =>
    Promise.all(
      (await files()).map(async (name) => {
        const { ino } = await stat(join(app.dataFolder, 'preview-pictures', name));
        return [name, ino];
      }),
    );
  const withText = (page: Page, text: string) => {
    const block = textBlock(page, {
      text: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
      },
    });
    return { things: { ...page.things, [block.uuid]: block } };
  };
  const newPage = async (slug: string, text: string): Promise<Page> => {
    const response = await ada.browser.post('/api/page', blankInput(slug));
    if (response.status !== 200) throw new Error(response.text);
    return publish(ada, withText(response.json() as Page, text), slug);
  };

  it('are painted in the background after a page is published [PI1]', async () => {
    const page = await newPage('menu', 'Soup');
    await app.waitForPreviews();
    const { hash } = (await rowOf(page)) ?? {};
    expect(await files()).to.eql([`${String(hash)}-portrait.jpg`, `${String(hash)}-share.jpg`]);
  });

  /** Does something while nobody else can use a table. */
  const withLocked = async (table: string, work: () => Promise<void>): Promise<void> => {
    const other = app.openDatabase();
    try {
      await other.knex.transaction(async (transaction) => {
        await transaction.raw(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        await work();
      });
    } finally {
      await other.drop();
    }
  };

  it('that are not painted yet hold up no other requests of the address that waits for them [LM22]', async () => {
    const page = await newPage('slow', 'Slow');
    await app.waitForPreviews();
    await app.knex('preview_pictures').where({ page_id: page.ID }).delete();
    let requests: Promise<{ readonly status: number }>[] = [];
    // Only the painter uses it.
    await withLocked('page_embed_pictures', async () => {
      requests = Array.from({ length: 10 }, (_, index) =>
        preview(urlOf('slow'), index < 5 ? ada.browser : undefined),
      );
      const first = Promise.race(requests).then(() => 'an image');
      const account = app
        .browser()
        .get('/api/account')
        .then(() => 'the account');
      expect(await Promise.race([first, account])).to.equal('the account');
    });
    for (const { status } of await Promise.all(requests)) expect(status).to.equal(200);
  });

  it('can be requested again in seconds if the database does not respond [LM26]', async () => {
    await withLocked('published_pages', async () => {
      const response = await app.browser().get(previewPath(urlOf('not-in-memory')));
      expect(response.status).to.equal(503);
      expect(response.headers['retry-after']).to.equal('5');
    });
  });

  it('are available to anyone by the page’s address, as a portrait [PI2]', async () => {
    const response = await preview(urlOf('menu'));
    expect(response.status).to.equal(200);
    expect(response.headers['content-type']).to.equal('image/jpeg');
    const { width, height } = await sharp(response.bytes).metadata();
    expect([width, height]).to.eql([600, 800]);
    expect(response.headers['cache-control']).to.equal('public, max-age=0, must-revalidate');
    expect(response.headers['cross-origin-resource-policy']).to.equal('cross-origin');
    expect(response.headers['content-security-policy']).to.include('sandbox');
    const etag = String(response.headers.etag);
    const again = await preview(urlOf('menu'), app.browser(), { 'If-None-Match': etag });
    expect([again.status, again.bytes.length]).to.eql([304, 0]);
  });

  it('serve as the share image when the site has none', async () => {
    const { text } = await app.browser().get('/menu', { host: `ada.${app.appHost}` });
    const address = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(address).to.match(
      new RegExp(`^http://ada\\.${app.appHost}/assets/share/menu\\.jpg\\?v=\\w{8,12}$`),
    );
    expect(text).to.include('<meta property="og:image:width" content="1200">');
    expect(text).to.include('<meta property="og:image:height" content="630">');
    expect(text).to.include('<meta name="twitter:card" content="summary_large_image">');
    const { pathname, search } = new URL(address);
    const response = await share(pathname + search);
    expect([response.status, response.headers['content-type']]).to.eql([200, 'image/jpeg']);
    const { width, height } = await sharp(response.bytes).metadata();
    expect([width, height]).to.eql([1200, 630]);
    const again = await share(pathname, 'ada', { 'If-None-Match': String(response.headers.etag) });
    expect(again.status).to.equal(304);
  });

  it('have the headers of every response on a page host [SV2]', async () => {
    const found = await share('/assets/share/menu.jpg');
    const etag = String(found.headers.etag);
    const known = await share('/assets/share/menu.jpg', 'ada', { 'If-None-Match': etag });
    const missing = await share('/assets/share/nothing.jpg');
    expect([found, known, missing].map(({ status }) => status)).to.eql([200, 304, 404]);
    for (const { status, headers } of [found, known, missing]) {
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(headers['content-security-policy'], String(status)).to.include(part);
      expect(headers['x-content-type-options'], String(status)).to.equal('nosniff');
      expect(headers['referrer-policy'], String(status)).to.match(/^strict-origin/);
      expect(headers['set-cookie'], String(status)).to.equal(undefined);
    }
  });

  it('are not used when the author has set a share image', async () => {
    const path = `/api/site/${String(ada.account.primarySite.ID)}`;
    const shareImageURL = 'https://images.example/own.png';
    await ada.browser.put(path, { settings: { shareImageURL } });
    const { text } = await app.browser().get('/menu', { host: `ada.${app.appHost}` });
    expect(text).to.include(`<meta property="og:image" content="${shareImageURL}">`);
    await ada.browser.put(path, { settings: { shareImageURL: null } });
  });

  it('are available on the site’s primary domain', async () => {
    await serveDomain(app, ada, 'ada.example');
    const response = await app.browser().get('/assets/share/menu.jpg', { host: 'ada.example' });
    expect(response.status).to.equal(200);
    expect((await preview('https://ada.example/menu')).status).to.equal(200);
    await app.knex('domains').delete();
  });

  it('are not painted twice for identical pages [PI1]', async () => {
    const page = await openPage(ada, 'menu');
    await app.waitForPreviews();
    const before = (await rowOf(page))?.hash;
    const inodesBefore = await inodes();
    await publish(ada, { isListed: false }, 'menu');
    await app.waitForPreviews();
    expect((await rowOf(page))?.hash).to.equal(before);
    expect(await inodes()).to.eql(inodesBefore);
    const { things } = page;
    const copy = await ada.browser.post('/api/page', { ...blankInput('twin') });
    const { settings, style, relativeHeight } = page;
    await publish(ada, { things, settings, style, relativeHeight }, 'twin');
    await app.waitForPreviews();
    expect((await rowOf(copy.json() as Page))?.hash).to.equal(before);
    expect(await inodes()).to.eql(inodesBefore);
  });

  it('are painted again when a page is published with new posts in its channel', async () => {
    const page = await newPage('news', 'News');
    const channelFilters = { accountIds: [ada.account.ID], channelIds: [] };
    const channel = { ...textBlock(page), type: 'channel', content: { channelFilters } };
    const things = { ...page.things, [channel.uuid]: channel };
    const hashes: unknown[] = [];
    for (const caption of ['The oven is lit', 'Sold out']) {
      await addPosts(app, ada, [caption]);
      await publish(ada, { things }, 'news');
      await app.waitForPreviews();
      hashes.push((await rowOf(page))?.hash);
    }
    expect(hashes).to.not.include(null);
    expect(new Set(hashes).size).to.equal(2);
  });

  it('are up to date and the same for concurrent requests after repeated publishing', async () => {
    const page = await newPage('busy', 'One');
    for (const text of ['Two', 'Three', 'Four']) await publish(ada, withText(page, text), 'busy');
    const responses = await Promise.all(Array.from({ length: 5 }, () => preview(urlOf('busy'))));
    expect(responses.map(({ status }) => status)).to.eql([200, 200, 200, 200, 200]);
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).to.equal(1);
    await app.waitForPreviews();
    expect(`"${String((await rowOf(page))?.hash)}-portrait.jpg"`).to.equal(
      responses[0]?.headers.etag,
    );
  });

  it('are repainted when their files are missing', async () => {
    await rm(join(app.dataFolder, 'preview-pictures'), { recursive: true });
    expect((await preview(urlOf('menu'))).status).to.equal(200);
  });

  describe('of pages that are not public [PG3, PI3]', () => {
    const expectHidden = async (slug: string): Promise<void> => {
      for (const response of [
        await preview(urlOf(slug)),
        await preview(urlOf(slug), eve.browser),
      ]) {
        expect([response.status, response.error().code]).to.eql([404, 'page_does_not_exist']);
        expect(response.headers['cache-control']).to.equal('no-store');
      }
      const image = await share(`/assets/share/${slug}.jpg`);
      expect([image.status, image.bytes.length]).to.eql([404, 0]);
      expect(image.headers['cache-control']).to.equal('no-store');
    };
    const expectOwnerOnly = async (slug: string): Promise<void> => {
      const response = await preview(urlOf(slug), ada.browser);
      expect(response.status).to.equal(200);
      expect(response.headers['cache-control']).to.equal('private, no-cache');
      expect(response.headers.vary).to.include('Cookie');
    };

    it('are available to the owner only while a page is private', async () => {
      const page = await newPage('diary', 'Dear diary');
      expect((await preview(urlOf('diary'))).status).to.equal(200);
      await publish(ada, { isPublic: false }, 'diary');
      await expectHidden('diary');
      await expectOwnerOnly('diary');
      await publish(ada, { ...withText(page, 'For everyone'), isPublic: true }, 'diary');
      const etag = (await preview(urlOf('diary'))).headers.etag;
      await app.waitForPreviews();
      expect(etag).to.equal(`"${String((await rowOf(page))?.hash)}-portrait.jpg"`);
    });

    it('are available to the owner only while a page has a password or is disabled', async () => {
      const page = await newPage('party', 'Saturday');
      const path = `/api/page/${String(page.ID)}/password`;
      expect((await ada.browser.put(path, { password: 'cake' })).status).to.equal(200);
      await expectHidden('party');
      await expectOwnerOnly('party');
      await ada.browser.send(path, { method: 'DELETE' });
      expect((await preview(urlOf('party'))).status).to.equal(200);
      await app.knex('pages').where({ id: page.ID }).update({ is_disabled: true });
      await refreshSite(ada);
      await expectHidden('party');
      await expectOwnerOnly('party');
    });

    it('are available to the owner only before a page is published', async () => {
      const response = await ada.browser.post('/api/page', blankInput('draft'));
      expect(response.status).to.equal(200);
      await expectHidden('draft');
      await expectOwnerOnly('draft');
    });

    it('do not exist for addresses that are not a page of this server', async () => {
      await expectHidden('nowhere');
      for (const url of [
        'http://evil.example/menu',
        'http://localhost/',
        'file:///etc/passwd',
        'menu',
        `http://ada.${app.appHost}/../../etc`,
        `http://ada.${app.appHost}/assets/share/menu.jpg`,
      ])
        expect((await preview(url)).status, url).to.equal(404);
      for (const path of ['/assets/share/..%2F..%2Fx.jpg', '/assets/share/.jpg', '/assets/share/'])
        expect((await share(path)).status, path).to.equal(404);
    });
  });

  it('are removed with the page, and their files by the next sweep [PI4]', async () => {
    const page = await newPage('gone', 'Going');
    expect((await preview(urlOf('gone'))).status).to.equal(200);
    const { hash } = (await rowOf(page)) ?? {};
    await ada.browser.send(`/api/page/${String(page.ID)}`, { method: 'DELETE' });
    expect((await preview(urlOf('gone'))).status).to.equal(404);
    expect((await share('/assets/share/gone.jpg')).status).to.equal(404);
    expect(await rowOf(page)).to.equal(undefined);
    app.advanceClock(HOUR_MS);
    await app.sweepMedia();
    const left = await files();
    expect(left.filter((name) => name.startsWith(String(hash)))).to.eql([]);
    expect(left).to.not.eql([]);
  });

  it('do not exist for a page that cannot be painted, until the retry an hour later', async () => {
    const page = await newPage('odd', 'Odd');
    await app.waitForPreviews();
    await app.knex('preview_pictures').where({ page_id: page.ID }).update({ hash: null });
    expect((await preview(urlOf('odd'))).status).to.equal(404);
    expect((await share('/assets/share/odd.jpg')).status).to.equal(404);
    app.advanceClock(2 * HOUR_MS);
    expect((await preview(urlOf('odd'))).status).to.equal(200);
  });
});
