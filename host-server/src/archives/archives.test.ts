import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Block, Page } from '@cobble/engine';
import {
  ARCHIVE_LIMITS,
  exportSite,
  importSite,
  type Site,
  writeZip,
} from '@cobble/renderer-static';
import { expect } from 'chai';
import sharp from 'sharp';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { multipart } from '../app/testing/multipart.ts';
import { blankInput, inputOf, openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { addPosts, setRoles } from '../app/testing/servingFixtures.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import { hugePng, longGif } from '../images/testing/bombs.ts';
import { HeldDecoder } from '../images/testing/HeldDecoder.ts';
import { type Imported, type PageInput, planOf } from '../contract/index.ts';
import { freeSlug } from './importArchive.ts';

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

describe('archives of sites', function () {
  this.timeout(90_000);
  let app: TestApp;
  let ada: TestUser;
  beforeEach(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['plus']);
  });
  afterEach(() => app.stop());

  const pathOf = (user: TestUser): string =>
    `/api/site/${String(user.account.primarySite.ID)}/archive`;
  const download = async (user = ada, query = ''): Promise<Buffer> => {
    const response = await user.browser.get(`${pathOf(user)}${query}`);
    expect(response.status, response.text.slice(0, 300)).to.equal(200);
    return response.bytes;
  };
  const filesIn = (archive: Uint8Array): ReadonlyMap<string, Uint8Array> => {
    const imported = importSite(archive, { limits: ARCHIVE_LIMITS });
    if (!imported.ok) throw new Error(`${imported.code} ${JSON.stringify(imported.details)}`);
    return imported.value.files;
  };
  const send = (archive: Uint8Array, user = ada): Promise<TestResponse> => {
    const { body, headers } = multipart([
      { name: 'file', file: Buffer.from(archive), fileName: 'site.zip', type: 'application/zip' },
    ]);
    return user.browser.send(pathOf(user), { method: 'POST', body, headers });
  };
  const importInto = async (archive: Uint8Array, user = ada): Promise<Imported> => {
    const response = await send(archive, user);
    expect(response.status, response.text).to.equal(200);
    return response.json() as Imported;
  };
  const create = async (input: PageInput, user = ada): Promise<Page> => {
    const response = await user.browser.post('/api/page', input);
    expect(response.status, response.text).to.equal(200);
    return response.json() as Page;
  };
  const withBlocks = (slug: string, ...contents: Partial<Block>[]): PageInput => {
    const input = blankInput(slug);
    const blocks = contents.map((content) => ({ ...textBlock(input), ...content }));
    const things = Object.fromEntries(blocks.map((block) => [block.uuid, block]));
    return { ...input, things: { ...input.things, ...things } };
  };
  const upload = async (user = ada): Promise<string> => {
    const signed = await user.browser.post('/api/asset/upload/signature');
    const fields = Object.entries(signed.json() as Record<string, string>);
    const create = { width: 40, height: 30, channels: 3 as const, background: '#2B4EFF' };
    const file = await sharp({ create }).png().toBuffer();
    const { body, headers } = multipart([
      ...fields.map(([name, value]) => ({ name, value })),
      { name: 'file', file, fileName: 'a.png' },
    ]);
    const response = await user.browser.send('/api/asset/upload', {
      method: 'POST',
      body,
      headers,
    });
    expect(response.status, response.text).to.equal(200);
    return (response.json() as { url: string }).url;
  };
  /** Makes an archive as another server would. */
  const archiveOf = async (
    pages: readonly Page[],
    files: Readonly<Record<string, Uint8Array>> = {},
    includesHidden = false,
  ): Promise<Buffer> => {
    const site: Site = {
      pages: pages.map((page) => ({ page, isPublished: true })),
      rendering: {},
      url: null,
      includesHidden,
      origins: [],
      feed: null,
    };
    const parts: Uint8Array[] = [];
    for await (const part of writeZip(
      exportSite(site, { read: (path) => Promise.resolve(files[path] ?? null) }),
    ))
      parts.push(part);
    return Buffer.concat(parts);
  };
  const snapshot = async (): Promise<unknown[]> => [
    await app.knex('pages').orderBy('id'),
    await app.knex('page_revisions').orderBy(['page_id', 'revision']),
    await app.knex('assets').orderBy('id'),
    await app.knex('sites').orderBy('id'),
    (await readdir(join(app.dataFolder, 'assets')).catch(() => [])).sort(),
  ];

  it('contain what visitors see, with its fonts and images [AR1]', async () => {
    const image = await upload();
    await app.waitForImages();
    await publish(ada, { slug: 'main' });
    await create(
      withBlocks(
        'menu',
        { type: 'image', content: { url: image, naturalWidth: 40, naturalHeight: 30 } },
        { properties: { hyperlink: `http://ada.${app.appHost}/` } },
      ),
    );
    await publish(ada, {}, 'menu');
    const response = await ada.browser.get(pathOf(ada));
    expect(response.headers).to.include({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="ada.zip"',
      'cache-control': 'no-store',
    });
    const files = filesIn(response.bytes);
    expect([...files.keys()]).to.include.members([
      ...['index.html', 'menu.html', '404.html', 'robots.txt', image.slice(1)],
      ...['assets/tip-drag.svg', 'fonts/lato-latin-400-normal.woff2'],
      ...['cobble/pages/main.json', 'cobble/pages/menu.json', 'cobble/site.json'],
    ]);
    expect(text(files.get('menu.html'))).to.contain('href="index.html"');
    for (const [path, bytes] of files)
      if (/\.(html|txt|xml)$/.test(path)) expect(text(bytes), path).not.to.contain(app.appHost);
    expect(await download()).to.deep.equal(response.bytes);
  });

  it('have the bytes that exportSite gives for the same site [AR1, AR7]', async () => {
    const image = await upload();
    await app.waitForImages();
    await addPosts(app, ada, ['The oven is lit']);
    const channelFilters = { accountIds: [ada.account.ID], channelIds: [] };
    await publish(ada);
    await create(
      withBlocks(
        'menu',
        { type: 'image', content: { url: image, naturalWidth: 40, naturalHeight: 30 } },
        { type: 'channel', content: { channelFilters } },
        { type: 'code-embed', content: { ceCode: '<b>mine</b>' } },
        { properties: { hyperlink: '/MAIN' } },
      ),
    );
    await publish(ada, {}, 'menu');
    await create(blankInput('draft'));
    for (const query of ['', '?hidden=true&url=https%3A%2F%2Fada.example%2Fshop']) {
      const archive = await download(ada, query);
      const imported = importSite(archive);
      if (!imported.ok) throw new Error(imported.code);
      const { site, read } = imported.value;
      const parts: Uint8Array[] = [];
      for await (const part of writeZip(exportSite(site, { read }))) parts.push(part);
      expect(Buffer.concat(parts).equals(archive), query).to.equal(true);
      expect(text(imported.value.files.get('cobble/site.json'))).to.include('The oven is lit');
    }
  });

  it('are sent to an account two at a time [AR8]', async () => {
    await publish(ada);
    const bob = await app.signUp('bob');
    const requests = [ada, ada, ada, bob].map((user) => user.browser.get(pathOf(user)));
    const responses = await Promise.all(requests);
    expect(
      responses
        .slice(0, 3)
        .map(({ status }) => status)
        .sort(),
    ).to.eql([200, 200, 429]);
    expect(responses[3]?.status).to.equal(200);
    await download();
  });

  /** A page that names files in a block of an unknown type. */
  const naming = (slug: string, names: readonly string[]): PageInput =>
    withBlocks(slug, {
      type: 'from-tomorrow',
      content: { list: names.map((name) => `/assets/${name}`) },
    });
  const namesFrom = (first: number): string[] =>
    Array.from(
      { length: 12_000 },
      (_, index) => `${(first + index).toString(16).padStart(32, '0')}.png`,
    );

  it('are refused before the download begins when drafts name more files than an archive may have, each counted once [AR10]', async () => {
    await publish(ada);
    await create(naming('draft', namesFrom(0)));
    await create(naming('copy', namesFrom(0)));
    const files = filesIn(await download(ada, '?hidden=true'));
    expect([...files.keys()]).to.include('cobble/pages/copy.json');
    await create(naming('more', namesFrom(12_000)));
    const refused = await ada.browser.get(`${pathOf(ada)}?hidden=true`);
    expect(refused.status).to.equal(413);
    expect(refused.error().code).to.equal('archive_too_large');
    await download();
  });

  it('are complete even if their pages name very many files that the server does not have [AR10]', async () => {
    const names = Array.from({ length: 60_000 }, (_, index) => index.toString(36));
    await create(naming('draft', names));
    const files = filesIn(await download(ada, '?hidden=true'));
    expect([...files.keys()]).to.include('cobble/pages/draft.json');
  });

  it('leave out what visitors may not see, include it on request, and never contain a password [AR1]', async () => {
    await publish(ada);
    const club = await create(blankInput('club'));
    await publish(ada, {}, 'club');
    const password = await ada.browser.put(`/api/page/${String(club.ID)}/password`, {
      password: 'open-sesame',
    });
    expect(password.status).to.equal(200);
    await create({ ...blankInput('secret'), isPublic: false });
    await publish(ada, {}, 'secret');
    await create(blankInput('draft'));
    const publicFiles = filesIn(await download());
    expect([...publicFiles.keys()].join()).not.to.match(/club|secret|draft/);
    const fullArchive = await download(ada, '?hidden=true');
    const allFiles = filesIn(fullArchive);
    expect([...allFiles.keys()]).to.include.members([
      ...['cobble/pages/club.json', 'cobble/pages/secret.json', 'cobble/pages/draft.json'],
    ]);
    expect([...allFiles.keys()].join()).not.to.match(/(club|secret|draft)\.html/);
    const [row] = await app.knex<{ salt: Buffer; hash: Buffer }>('page_passwords');
    for (const [path, bytes] of allFiles)
      for (const secret of [
        ...['open-sesame', row?.hash.toString('hex'), row?.hash.toString('base64')],
        ...[row?.salt.toString('hex'), ada.account.email],
      ])
        expect(text(bytes).includes(secret ?? '?'), `${path} ${secret ?? ''}`).to.equal(false);
  });

  it('contain a sitemap and a feed for the given address', async () => {
    await publish(ada);
    await addPosts(app, ada, ['The oven is lit']);
    const files = filesIn(await download(ada, '?url=https%3A%2F%2Fada.example%2Fshop'));
    expect(text(files.get('sitemap.xml'))).to.contain('<loc>https://ada.example/shop/</loc>');
    expect(text(files.get('feed.xml'))).to.contain('The oven is lit');
    expect(text(files.get('feed.xml'))).to.contain('https://ada.example/shop/feed.xml');
    for (const url of ['nowhere', 'ftp%3A%2F%2Fada.example', 'javascript%3A1'])
      expect((await ada.browser.get(`${pathOf(ada)}?url=${url}`)).status, url).to.equal(400);
  });

  it('contain code embeds only while the plan includes them', async () => {
    await setRoles(app, ada, ['pro']);
    const input = withBlocks('main', {
      type: 'code-embed',
      content: { ceCode: '<script>mine()</script>' },
    });
    await publish(ada, { things: input.things });
    expect([...filesIn(await download()).keys()].join()).to.contain('code/');
    await setRoles(app, ada, []);
    expect([...filesIn(await download()).keys()].join()).not.to.contain('code/');
  });

  it('are imported as drafts under free slugs, with their links, and change no existing page [AR2]', async () => {
    const menu = withBlocks('menu', { properties: { hyperlink: '/MENU?day=1#x' } });
    await create(menu);
    await publish(ada, {}, 'menu');
    await publish(ada);
    const archive = await download();
    const existing = ['main', 'menu'];
    const rows = () => app.knex('pages').whereIn('slug', existing).orderBy('id');
    const before = await rows();
    const documents = await Promise.all(existing.map((slug) => openPage(ada, slug)));
    const { pages, warnings } = await importInto(archive);
    expect(pages.map(({ slug, from }) => [from, slug])).to.deep.equal([
      ['main', 'main-2'],
      ['menu', 'menu-2'],
    ]);
    expect(warnings).to.deep.equal([]);
    expect(await rows()).to.deep.equal(before);
    for (const [index, slug] of existing.entries())
      expect(await openPage(ada, slug)).to.deep.equal(documents[index]);
    const copy = await openPage(ada, 'menu-2');
    expect(copy).to.include({ isPublished: false, revision: 1 });
    const links = Object.values(copy.things).map(({ properties }) => properties.hyperlink);
    expect(links).to.include('/menu-2?day=1#x');
    expect((await app.browser().get('/menu-2', { host: `ada.${app.appHost}` })).status).to.equal(
      404,
    );
    expect(await download()).to.deep.equal(archive);
    expect((await importInto(archive)).pages.map(({ slug }) => slug)).to.deep.equal([
      'main-3',
      'menu-3',
    ]);
    const main = await openPage(ada);
    const numbered = await archiveOf([main, { ...main, slug: 'main-4' }]);
    expect((await importInto(numbered)).pages.map(({ slug }) => slug)).to.deep.equal([
      'main-4',
      'main-4-2',
    ]);
  });

  it('are imported by another account with copies of their images that it owns [AR5]', async () => {
    const url = await upload();
    await create(
      withBlocks('gallery', {
        type: 'image',
        content: { url, naturalWidth: 40, naturalHeight: 30 },
      }),
    );
    await publish(ada, {}, 'gallery');
    const archive = await download();
    // In its own account, an image is not copied.
    await importInto(archive);
    expect(await app.knex('assets')).to.have.length(1);
    const bo = await app.signUp('bo', ['plus']);
    const { pages } = await importInto(archive, bo);
    expect(pages.map(({ slug }) => slug)).to.deep.equal(['gallery']);
    const page = await openPage(bo, 'gallery');
    const [image] = Object.values(page.things).filter(({ type }) => type === 'image');
    const newUrl = (image?.content as { url: string }).url;
    expect(newUrl)
      .to.match(/^\/assets\/[0-9a-f]{32}\.png$/)
      .and.not.equal(url);
    expect((await app.browser().get(newUrl)).status).to.equal(200);
    expect(await app.knex('assets').where({ account_id: bo.account.ID })).to.have.length(1);
    expect(page).to.include({ accountID: bo.account.ID, isPublished: false });
  });

  it('are imported without what is appended to their images [AR5]', async () => {
    const drawn = { width: 40, height: 30, channels: 3 as const, background: '#2B4EFF' };
    const png = await sharp({ create: drawn }).png().toBuffer();
    const page = await create(
      withBlocks('smuggled', {
        type: 'image',
        content: { url: '/assets/smuggled.png', naturalWidth: 40, naturalHeight: 30 },
      }),
    );
    const archive = await archiveOf([{ ...page, slug: 'even' }], {
      'assets/smuggled.png': Buffer.concat([png, Buffer.from('<script>appended</script>')]),
    });
    const { pages, warnings } = await importInto(archive);
    expect(warnings).to.eql([]);
    const [image] = Object.values((await openPage(ada, pages[0]?.slug)).things).filter(
      ({ type }) => type === 'image',
    );
    const stored = await app.browser().get((image?.content as { url: string }).url);
    expect(stored.status).to.equal(200);
    expect(stored.text).to.include('PNG').and.not.include('appended');
  });

  it('are imported without images that are missing or invalid, which the response lists', async () => {
    const page = await create(
      withBlocks(
        'odd',
        { type: 'image', content: { url: '/assets/gone.png', naturalWidth: 4, naturalHeight: 3 } },
        { type: 'image', content: { url: '/assets/evil.png', naturalWidth: 4, naturalHeight: 3 } },
      ),
    );
    const evil = Buffer.from('<svg onload="alert(1)"/>');
    const archive = await archiveOf([{ ...page, slug: 'even' }], { 'assets/evil.png': evil });
    const { warnings } = await importInto(archive);
    expect(warnings).to.have.deep.members([
      { code: 'asset_missing', path: 'assets/gone.png' },
      { code: 'asset_refused', path: 'assets/evil.png' },
    ]);
    expect(await app.knex('assets')).to.have.length(0);
  });

  it('are imported without images that are too large to decode [AR5, UP3]', async () => {
    const image = (url: string) => ({
      type: 'image',
      content: { url, naturalWidth: 40, naturalHeight: 30 },
    });
    const page = await create(
      withBlocks('bombs', image('/assets/deep.png'), image('/assets/long.gif')),
    );
    const archive = await archiveOf([{ ...page, slug: 'bombs-too' }], {
      'assets/deep.png': hugePng(7990, 7990, { bits: 16, isInterlaced: true }),
      'assets/long.gif': longGif(10_000),
    });
    const { warnings } = await importInto(archive);
    expect(warnings).to.have.deep.members([
      { code: 'asset_refused', path: 'assets/deep.png' },
      { code: 'asset_refused', path: 'assets/long.gif' },
    ]);
  });

  const withImage = async (): Promise<Buffer> => {
    const content = { url: '/assets/slow.png', naturalWidth: 40, naturalHeight: 30 };
    const page = await create(withBlocks('slow', { type: 'image', content }));
    return archiveOf([{ ...page, slug: 'slower' }], { 'assets/slow.png': hugePng(40, 30) });
  };

  it('are imported while the images of other accounts’ archives are decoded [AR9]', async () => {
    await app.stop();
    const imageDecoder = new HeldDecoder();
    app = await createTestApp({ imageDecoder });
    ada = await app.signUp('ada', ['plus']);
    const archive = await withImage();
    const slow: Promise<Imported>[] = [];
    for (const name of ['bo', 'cy', 'di'])
      slow.push(importInto(archive, await app.signUp(name, ['plus'])));
    await imageDecoder.arrived(3);
    await publish(ada);
    const { pages } = await importInto(await download());
    expect(pages).to.have.lengthOf(1);
    imageDecoder.release();
    for (const imported of await Promise.all(slow)) expect(imported.warnings).to.eql([]);
  });

  it('have no unpacked images in memory while they wait for a decoder, and leave no files behind [AR9]', async () => {
    await app.stop();
    const imageDecoder = new HeldDecoder();
    app = await createTestApp({ imageDecoder });
    ada = await app.signUp('ada', ['plus']);
    const importing = importInto(await withImage());
    await imageDecoder.arrived(1);
    const [source] = imageDecoder.sources;
    if (typeof source !== 'string') throw new Error('The image is in memory');
    const uploads = join(app.dataFolder, 'uploads');
    expect(dirname(source)).to.equal(uploads);
    expect(await readFile(source)).to.deep.equal(hugePng(40, 30));
    imageDecoder.release();
    await importing;
    expect(await readdir(uploads)).to.eql([]);
  });

  it('get a response, as do uploads and exports, even if it takes longer than a connection may be idle [LM23]', async () => {
    await app.stop();
    const imageDecoder = new HeldDecoder();
    const idleMs = 2500;
    app = await createTestApp({ imageDecoder, server: { idleMs } });
    ada = await app.signUp('ada', ['plus']);
    const archive = await withImage();
    const responses = Promise.all([importInto(archive), upload()]);
    await imageDecoder.arrived(2);
    const lock = await app.knex.transaction();
    await lock.raw('LOCK TABLE page_revisions IN ACCESS EXCLUSIVE MODE');
    const exported = ada.browser.get(`${pathOf(ada)}?hidden=true`);
    // Node closes an idle connection after up to twice the time.
    setTimeout(() => {
      imageDecoder.release();
      void lock.rollback();
    }, 2.5 * idleMs);
    const [imported, url] = await responses;
    expect((await exported).status).to.equal(200);
    expect(imported.pages).to.have.lengthOf(1);
    expect(url).to.include('/assets/');
  });

  it('belong to the importing account, whatever they contain [OW2, AR3]', async () => {
    const page = {
      ...(await openPage(ada)),
      slug: 'mine',
      ID: 1,
      accountID: 999,
      isDisabled: true,
    };
    await importInto(await archiveOf([page], {}, true));
    expect(await openPage(ada, 'mine')).to.include({
      accountID: ada.account.ID,
      isDisabled: false,
      isPublished: false,
    });
  });

  it('turn restricted pages into private ones, with a warning [AR4]', async () => {
    const page = { ...(await openPage(ada)), slug: 'club', isRestricted: true };
    const archive = await archiveOf([page], {}, true);
    const { warnings } = await importInto(archive);
    expect(warnings).to.deep.equal([{ code: 'page_was_restricted', path: 'club' }]);
    const imported = await openPage(ada, 'club');
    expect(imported).to.include({ isPublic: false, isPublished: false });
    const password = { password: 'open sesame' };
    await ada.browser.put(`/api/page/${String(imported.ID)}/password`, password);
    expect(await openPage(ada, 'club')).to.include({ isRestricted: true });
    const again = await importInto(archive);
    expect(again.warnings).to.deep.equal([{ code: 'page_was_restricted', path: 'club-2' }]);
    const bo = await app.signUp('bo');
    const refused = await send(archive, bo);
    expect(refused.status).to.equal(403);
    expect(refused.error()).to.deep.include({
      code: 'insufficient_privileges_to_make_page_private',
      path: 'cobble/pages/club.json: isPublic',
    });
  });

  it('are refused as a whole when the plan does not allow a page or block [AR3, AR2]', async () => {
    const bo = await app.signUp('bo');
    const page = await openPage(bo);
    const { browser } = bo;
    const before = await snapshot();
    const empty = blankInput('p').things as Page['things'];
    const many = Array.from({ length: planOf([]).maxPages ?? 0 }, (_, index) => ({
      ...page,
      things: empty,
      slug: `p${String(index)}`,
    }));
    const full = await send(await archiveOf(many), bo);
    expect(full.error().code).to.equal('pages_per_account_limit_exceeded');
    const code = withBlocks('code', { type: 'code-embed', content: { ceCode: '<b>x</b>' } });
    const paid = await send(
      await archiveOf([page, { ...page, slug: 'code', things: code.things as Page['things'] }]),
      bo,
    );
    expect(paid.status).to.equal(403);
    expect(paid.error().code).to.equal('insufficient_privileges_to_use_code_embed');
    expect(paid.error().path).to.match(/^cobble\/pages\/code\.json: things\./);
    expect(await snapshot()).to.deep.equal(before);
    expect((await browser.get('/api/page/all')).json()).to.have.length(1);
  });

  it('leave nothing behind when the last page is rejected, images included [AR2]', async () => {
    const url = await upload();
    const good = await create(
      withBlocks('good', { type: 'image', content: { url, naturalWidth: 40, naturalHeight: 30 } }),
    );
    const bo = await app.signUp('bo', ['plus']);
    const found = await app.browser().get(url);
    const unsupported = { ...good.settings, mystery: 1 };
    const archive = await archiveOf([good, { ...good, slug: 'bad', settings: unsupported }], {
      [url.slice(1)]: found.bytes,
    });
    await app.waitForImages();
    const before = await snapshot();
    const response = await send(archive, bo);
    expect(response.error()).to.include({
      code: 'page_unsupported_settings',
      path: 'cobble/pages/bad.json: settings.mystery',
    });
    expect(await snapshot()).to.deep.equal(before);
  });

  it('are rejected when they are damaged, not archives, or too large [AR6]', async () => {
    const archive = await archiveOf([await openPage(ada)]);
    const before = await snapshot();
    const reasonOf = async (bytes: Uint8Array): Promise<unknown> => {
      const response = await send(bytes);
      expect(response.status).to.equal(400);
      expect(response.error().code).to.equal('archive_invalid');
      return response.error().details?.['reason'];
    };
    expect(await reasonOf(Buffer.from('not a zip'))).to.equal('archive_not_a_zip');
    expect(await reasonOf(archive.subarray(0, -9))).to.equal('archive_cut_off');
    const corrupted = Buffer.from(archive);
    const start = corrupted.indexOf('cobble/pages/main.json') + 40;
    corrupted[start] = (corrupted[start] ?? 0) ^ 0xff;
    expect(await reasonOf(corrupted)).to.equal('archive_damaged');
    const huge = await send(Buffer.alloc(64 * 1024 * 1024 + 2));
    expect(huge.status).to.equal(413);
    expect(huge.error()).to.deep.include({ code: 'archive_too_large', details: { maxMb: 64 } });
    expect(await snapshot()).to.deep.equal(before);
  });

  it('are rejected if small files contain millions of values, or migrating a page makes it too large [AR6]', async () => {
    const archive = await archiveOf([await openPage(ada)]);
    const files = new Map(filesIn(archive));
    const zipWith = async (path: string, text: string): Promise<Buffer> => {
      const changed = [...files, [path, Buffer.from(text)] as const];
      const parts: Uint8Array[] = [];
      for await (const part of writeZip(
        [...new Map(changed)].map(([name, bytes]) => ({ path: name, bytes })),
      ))
        parts.push(part);
      return Buffer.concat(parts);
    };
    const values = await zipWith('cobble/site.json', `{"pages":[${'{},'.repeat(2_700_000)}1]}`);
    expect(values.length).to.be.below(100_000);
    expect((await send(values)).error().code).to.equal('archive_too_large');
    const entries = await zipWith('cobble/site.json', `{"pages":[${'{},'.repeat(400_000)}1]}`);
    expect((await send(entries)).error().code).to.equal('archive_invalid');
    const lines = { type: 'text', content: { text: '\n'.repeat(300_000) } };
    const old = { settings: { editorVersion: '0.3.0' }, things: { a: lines } };
    const page = JSON.stringify({ ...(await openPage(ada)), ...old });
    const grown = await zipWith('cobble/pages/main.json', page);
    expect((await send(grown)).error()).to.deep.include({
      code: 'archive_too_large',
      path: 'cobble/pages/main.json',
    });
  });

  it('are available to the owner only, from the app itself, and imported only from a form [SN6, OW1]', async () => {
    const eve = await app.signUp('eve');
    const archive = await archiveOf([await openPage(ada)]);
    expect((await eve.browser.get(pathOf(ada))).status).to.equal(404);
    expect((await app.browser().get(pathOf(ada))).status).to.equal(401);
    const { body, headers } = multipart([
      { name: 'file', file: archive, fileName: 'a.zip', type: 'application/zip' },
    ]);
    const request = { method: 'POST', body };
    const path = pathOf(ada);
    expect((await eve.browser.send(path, { ...request, headers })).status).to.equal(404);
    const foreign = { ...headers, Origin: 'https://evil.example' };
    expect((await ada.browser.send(path, { ...request, headers: foreign })).status).to.equal(403);
    const json = await ada.browser.post(path, {});
    expect(json.status).to.equal(403);
  });

  it('number slugs that are taken, within the maximum length', () => {
    expect(freeSlug('menu', new Set())).to.equal('menu');
    expect(freeSlug('Menu', new Set(['menu', 'menu-2']))).to.equal('Menu-3');
    const long = 'a'.repeat(50);
    expect(freeSlug(long, new Set([long]))).to.equal(`${'a'.repeat(48)}-2`);
    const nested = `${long}/${'b'.repeat(49)}`;
    expect(freeSlug(nested, new Set([nested]))).to.equal(`${long}/${'b'.repeat(47)}-2`);
    const nine = Array.from({ length: 8 }, (_, index) => `menu-${String(index + 2)}`);
    expect(freeSlug('menu', new Set(['menu', ...nine]))).to.equal('menu-10');
  });

  it('number thousands of slugs that share a prefix in linear time, each as if numbered alone [AR7]', () => {
    const begin = 'a'.repeat(47);
    const slugs = Array.from({ length: 400 }, (_, index) => begin + String(index + 100));
    const number = (tried: () => Map<string, number>): readonly string[] => {
      const taken = new Set(slugs);
      return slugs.map((slug) => {
        const free = freeSlug(slug, taken, tried());
        taken.add(free);
        return free;
      });
    };
    const shared = new Map<string, number>();
    expect(number(() => shared)).to.deep.equal(number(() => new Map()));
  });

  it('keep every field of a page, and blocks of unknown types', async () => {
    await publish(ada, {
      slug: 'main',
      things: withBlocks('main', { altText: 'Words' }, { type: 'from-tomorrow' }).things,
    });
    const page = await openPage(ada);
    const [{ slug } = { slug: '' }] = (await importInto(await download())).pages;
    const copy = await openPage(ada, slug);
    expect(inputOf(copy)).to.deep.equal({ ...inputOf(page), slug, baseRevision: 1 });
  });
});
