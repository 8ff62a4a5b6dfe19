import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, richTextFromPlain } from '@cobble/engine';
import { exportSite, type Site, writeZip } from '@cobble/renderer-static';
import { expect } from 'chai';
import sharp from 'sharp';
import { createTestApp, type TestApp, type TestUser } from '../app/testing/createTestApp.ts';
import { multipart } from '../app/testing/multipart.ts';
import { blankInput, inputOf, openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import { planOf, type PageInput, type Storage } from '../contract/index.ts';
import { migrations } from '../database/migrations/index.ts';

const MAX = planOf([]).maxStorageBytes ?? 0;

describe('the storage of an account', function () {
  this.timeout(90_000);
  let app: TestApp;
  let ada: TestUser;
  let image: Buffer;
  beforeEach(async () => {
    const create = { width: 40, height: 30, channels: 3 as const, background: '#2B4EFF' };
    image = await sharp({ create }).png().toBuffer();
    app = await createTestApp();
    ada = await app.signUp('ada');
  });
  afterEach(() => app.stop());

  const storage = async (): Promise<Storage> =>
    (await ada.browser.get('/api/account/storage')).json() as Storage;
  const used = async (): Promise<number> => (await storage()).usedBytes;
  /** What is stored according to the rows themselves. */
  const sum = async (): Promise<number> => {
    const { rows } = await app.knex.raw<{ rows: { bytes: string }[] }>(
      `SELECT (SELECT coalesce(sum(bytes), 0) FROM assets) + (SELECT coalesce(sum(octet_length(
         document::text)), 0) FROM page_revisions) AS bytes`,
    );
    return Number(rows[0]?.bytes);
  };
  /** Leaves `freeBytes` of the storage free; returns how many bytes were used before. */
  const fill = async (freeBytes: number): Promise<number> => {
    const before = await used();
    const filler = MAX - before - freeBytes;
    await app.knex('assets').insert({
      ...{ account_id: ada.account.ID, name: 'filler', bytes: filler, width: 1, height: 1 },
      created_at: new Date(),
    });
    return before;
  };
  const upload = async (): Promise<TestResponse> => {
    const signed = await ada.browser.post('/api/asset/upload/signature');
    const fields = Object.entries(signed.json() as Record<string, string>);
    const { body, headers } = multipart([
      ...fields.map(([name, value]) => ({ name, value })),
      { name: 'file', file: image, fileName: 'a.png' },
    ]);
    return ada.browser.send('/api/asset/upload', { method: 'POST', body, headers });
  };
  const uploadName = async (): Promise<string> =>
    ((await upload()).json() as { url: string }).url.slice('/assets/'.length);
  const remove = (path: string): Promise<TestResponse> =>
    ada.browser.send(path, { method: 'DELETE' });
  const expectFull = (response: TestResponse): void => {
    expect(response.status, response.text).to.equal(403);
    const { code, details } = response.error();
    expect(code).to.equal('storage_quota_exceeded');
    expect(details).to.have.keys('used', 'max');
    expect(details?.['max']).to.equal(MAX);
  };
  const withText = (page: Page | PageInput, length: number): PageInput['things'] => {
    const block = textBlock(page, { text: richTextFromPlain('a'.repeat(length)) });
    return { ...page.things, [block.uuid]: block };
  };

  it('counts uploads and stored revisions of pages, whatever adds or removes them [ST1]', async () => {
    expect(await storage()).to.eql({ usedBytes: await sum(), maxBytes: 200 * 1024 * 1024 });
    const empty = await used();
    const created = await ada.browser.post('/api/page', blankInput('second'));
    await publish(ada, {}, 'second');
    const withPage = await used();
    expect(withPage)
      .to.equal(await sum())
      .and.to.be.greaterThan(empty);
    expect((await upload()).status).to.equal(200);
    expect(await used())
      .to.equal(await sum())
      .and.to.be.greaterThan(withPage);
    await remove(`/api/page/${String((created.json() as Page).ID)}`);
    await app.knex('assets').delete();
    expect(await used()).to.equal(empty);
    await app.knex('accounts').update({ roles: ['admin'] });
    expect((await storage()).maxBytes).to.equal(null);
  });

  it('is counted for accounts that exist when the server is upgraded [ST1]', async () => {
    await upload();
    await publish(ada);
    const migration = migrations.find(({ name }) => name.endsWith('_storage'));
    const later = migrations.slice(migrations.findIndex((each) => each === migration) + 1);
    for (const { down } of later.toReversed()) await down(app.knex);
    await migration?.down(app.knex);
    await migration?.up(app.knex);
    for (const { up } of later) await up(app.knex);
    expect(await used())
      .to.equal(await sum())
      .and.to.be.greaterThan(0);
  });

  it('takes exactly one of ten uploads and pages made at once when there is room for one [ST2]', async () => {
    await upload();
    const [asset] = (await app.knex('assets').select('bytes')) as [{ bytes: number }];
    await fill(asset.bytes + 10);
    const uploads = await Promise.all(Array.from({ length: 10 }, upload));
    const statuses = uploads.map(({ status }) => status).sort();
    expect(statuses).to.eql([200, ...Array.from({ length: 9 }, () => 403)]);
    expect(await used())
      .to.equal(await sum())
      .and.to.be.at.most(MAX);
    const files = await readdir(join(app.dataFolder, 'assets'));
    expect(files.filter((name) => name.endsWith('.png'))).to.have.length(2);

    await app.knex('assets').where({ name: 'filler' }).delete();
    const page = { ...blankInput('a'), things: withText(blankInput('a'), 1000) };
    await fill(JSON.stringify(page).length);
    const pages = await Promise.all(
      ['a', 'b', 'c'].map((slug) => ada.browser.post('/api/page', { ...page, slug })),
    );
    expect(pages.map(({ status }) => status).sort()).to.eql([200, 403, 403]);
    expect(await used())
      .to.equal(await sum())
      .and.to.be.at.most(MAX);
  });

  it('refuses whatever would exceed it, and stores none of it [ST3]', async () => {
    const main = await publish(ada);
    const file = await archiveOf(main);
    // Dropping this draft would make room.
    await app.knex('page_revisions').where({ revision: 1 }).delete();
    await fill(0);
    const before = await used();
    const images = await readdir(join(app.dataFolder, 'assets')).catch(() => []);
    const path = `/api/page/${String(main.ID)}`;
    expectFull(await upload());
    expectFull(await ada.browser.post('/api/page', blankInput('second')));
    expectFull(await ada.browser.put(path, { ...inputOf(main), things: withText(main, 99_000) }));
    expectFull(
      await ada.browser.post(`${path}/version/${String(main.revision)}/restore`, {
        baseRevision: main.revision,
      }),
    );
    expectFull(await sendArchive(file));
    expect(await used()).to.equal(before);
    expect(await readdir(join(app.dataFolder, 'assets')).catch(() => [])).to.eql(images);
    expect((await openPage(ada)).revision).to.equal(main.revision);
  });

  it('refuses an import whose images do not fit before it stores any [ST3]', async () => {
    const file = await archiveOf(await openPage(ada), image);
    const { length } = JSON.stringify((await openPage(ada)).things);
    await fill(2 * length);
    const large = await sharp({
      create: { width: 900, height: 900, channels: 3, background: 'red', noise: NOISE },
    })
      .png()
      .toBuffer();
    expect(large.length).to.be.greaterThan(2 * length);
    expect((await sendArchive(file)).status).to.equal(200);
    await app.waitForImages();
    const before = [await used(), await readdir(join(app.dataFolder, 'assets'))];
    expectFull(await sendArchive(await archiveOf(await openPage(ada), large)));
    expect([await used(), await readdir(join(app.dataFolder, 'assets'))]).to.eql(before);
  });

  it('never keeps its owner from deleting and from storing less [ST4]', async () => {
    const main = await publish(ada, { things: withText(await openPage(ada), 5000) });
    const second = (await ada.browser.post('/api/page', blankInput('second'))).json() as Page;
    await fill(-1000);
    // Its plan has ended, or has become smaller.
    expect(await used()).to.be.greaterThan(MAX);
    expectFull(await ada.browser.put(`/api/page/${String(main.ID)}`, inputOf(main)));
    expect((await remove(`/api/page/${String(second.ID)}`)).status).to.equal(200);
  });

  it('drops the oldest unpublished drafts before it refuses a publication [ST4]', async () => {
    const blank = blankInput('second');
    const draft = { ...blank, things: withText(blank, 20_000) };
    const page = (await ada.browser.post('/api/page', draft)).json() as Page;
    const first = await publish(ada, { things: blank.things }, 'second');
    await fill(0);
    const again = await ada.browser.put(`/api/page/${String(page.ID)}`, inputOf(first));
    expect(again.status, again.text).to.equal(200);
    const rows = await app.knex('page_revisions').where({ page_id: page.ID }).orderBy('revision');
    expect(rows.map(({ revision }: { revision: number }) => revision)).to.eql([2, 3]);
    expect(await used()).to.be.at.most(MAX);
  });

  it('is freed by deleting versions, but not the current one [ST5]', async () => {
    const first = await publish(ada);
    const second = await publish(ada);
    const before = await used();
    const path = (revision: number): string =>
      `/api/page/${String(first.ID)}/version/${String(revision)}`;
    const current = await remove(path(second.revision));
    expect(current.error().code).to.equal('page_no_changes_can_be_made');
    expect((await remove(path(first.revision))).status).to.equal(200);
    expect(await used()).to.be.lessThan(before);
    expect((await remove(path(first.revision))).error().code).to.equal(
      'page_version_does_not_exist',
    );
    const site = await app.browser().get('/', { host: `ada.${app.appHost}` });
    expect(site.status).to.equal(200);
  });

  it('is freed by deleting the uploads that no page, version or setting uses [ST5]', async () => {
    const names: string[] = [];
    for (const _use of ['version', 'setting', 'nothing', 'another account'])
      names.push(await uploadName());
    const [onVersion = '', asIcon = '', unused = '', foreign = ''] = names;
    const page = await openPage(ada);
    const block = {
      ...textBlock(page),
      type: 'image',
      content: { url: `/assets/${onVersion}`, naturalWidth: 40, naturalHeight: 30 },
    };
    await publish(ada, { things: { ...page.things, [block.uuid]: block } });
    await publish(ada, { things: page.things });
    const settings = JSON.stringify({ faviconImageURL: `/assets/${asIcon}` });
    await app.knex('sites').update({ settings });
    const bo = await app.signUp('bo');
    await app.knex('assets').where({ name: foreign }).update({ account_id: bo.account.ID });
    const left = async (): Promise<readonly string[]> =>
      (await app.knex('assets').orderBy('id').select('name')).map(
        ({ name }: { name: string }) => name,
      );
    // Its author may be editing a page that shows it.
    expect((await remove('/api/account/storage/unused')).status).to.equal(200);
    expect(await left()).to.eql(names);
    app.advanceClock(3_700_000);
    const freed = await remove('/api/account/storage/unused');
    expect(await left()).to.eql(names.filter((name) => name !== unused));
    expect(freed.json()).to.eql(await storage());
  });

  const NOISE = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  /** An archive of a page; with an image block if it has an image. */
  const archiveOf = async (page: Page, file?: Buffer): Promise<Buffer> => {
    const name = `${'a'.repeat(32)}.png`;
    const block = {
      ...textBlock(page),
      type: 'image',
      content: { url: `/assets/${name}`, naturalWidth: 40, naturalHeight: 30 },
    };
    const things = file ? { ...page.things, [block.uuid]: block } : page.things;
    const site: Site = {
      pages: [{ page: { ...page, slug: 'imported', things }, isPublished: true }],
      rendering: {},
      url: null,
      includesHidden: false,
      origins: [],
      feed: null,
    };
    const parts: Uint8Array[] = [];
    const read = (path: string) =>
      Promise.resolve(path === `assets/${name}` ? (file ?? null) : null);
    for await (const part of writeZip(exportSite(site, { read }))) parts.push(part);
    return Buffer.concat(parts);
  };
  const sendArchive = (archive: Buffer): Promise<TestResponse> => {
    const { body, headers } = multipart([
      { name: 'file', file: archive, fileName: 'site.zip', type: 'application/zip' },
    ]);
    const path = `/api/site/${String(ada.account.primarySite.ID)}/archive`;
    return ada.browser.send(path, { method: 'POST', body, headers });
  };
});
