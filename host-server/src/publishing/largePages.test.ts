import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { type Page, richTextFromPlain } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestApp, type TestUser } from '../app/testing/createTestApp.ts';
import { inputOf, openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { LookupTurns } from '../shared/LookupTurns.ts';
import { PageWorkers } from '../page-workers/PageWorkers.ts';
import { refreshSite } from '../app/testing/servingFixtures.ts';
import type { RequestOptions, TestResponse } from '../app/testing/TestBrowser.ts';
import { PublicationFiles } from './serve/PublicationFiles.ts';
import { PublishedPages } from './serve/PublishedPages.ts';
import { MAX_PUBLISHED_BYTES } from './render/renderPublication.ts';

/** A text of 500 KB of HTML, five times its length, which compression makes very small. */
const ESCAPED = '&'.repeat(100_000);

function withTexts(page: Page, count: number, plain = ESCAPED): Page['things'] {
  const text = richTextFromPlain(plain);
  const blocks = Array.from({ length: count }, () => textBlock(page, { text }));
  return { ...page.things, ...Object.fromEntries(blocks.map((block) => [block.uuid, block])) };
}

/** Can render pages without a limit, as older servers did. */
class OlderWorkers extends PageWorkers {
  hasLimit = true;

  override render(...args: Parameters<PageWorkers['render']>): ReturnType<PageWorkers['render']> {
    const [accountId, inputs, document, maxBytes] = args;
    return super.render(accountId, inputs, document, this.hasLimit ? maxBytes : Infinity);
  }
}

describe('large published pages', function () {
  this.timeout(120_000);
  let app: TestApp;
  let ada: TestUser;
  // Other tests may use the processors too.
  const pageWorkers = new OlderWorkers({ timeMs: 60_000 });
  before(async () => {
    app = await createTestApp({ pageWorkers });
    ada = await app.signUp('ada');
  });
  after(async () => {
    await app.stop();
    await pageWorkers.close();
  });

  it('are refused above 8 MB, because a few of them would fill the cache of all pages [SV16]', async () => {
    const page = await openPage(ada);
    const things = withTexts(page, 18);
    const path = `/api/page/${String(page.ID)}`;
    const response = await ada.browser.put(path, { ...inputOf(page), things });
    expect(response.status).to.equal(413);
    expect(response.error()).to.deep.equal({
      code: 'err_payload_too_large',
      path: 'things',
      message:
        'The published page would be larger than 8 MB. Remove some of its content, such as large drawings.',
    });
    expect((await openPage(ada)).revision).to.equal(page.revision);
  });

  it('are not read for HEAD and 304 by a server that has no copy [SV17]', async () => {
    await publish(ada);
    const host = `ada.${app.appHost}`;
    const gzip = { 'Accept-Encoding': 'gzip' };
    const full = await app.browser().get('/', { host, headers: gzip });
    const { appHost } = app;
    const other = await createTestApp({
      sharesDatabaseOf: app,
      configuration: {
        appUrl: `http://${appHost}`,
        pagesHost: appHost,
        embedsHost: `embeds.${appHost}`,
      },
    });
    try {
      const queries: string[] = [];
      other.knex.on('query', ({ sql }: { readonly sql: string }) => queries.push(sql));
      const visit = (options: RequestOptions): Promise<TestResponse> =>
        other.browser().send('/', { host, ...options });
      const head = await visit({ method: 'HEAD', headers: gzip });
      expect(head.status).to.equal(200);
      for (const name of ['etag', 'content-length', 'content-encoding', 'content-security-policy'])
        expect(head.headers[name], name).to.equal(full.headers[name]);
      const etag = String(full.headers['etag']);
      const known = await visit({ headers: { ...gzip, 'If-None-Match': etag } });
      expect(known.status).to.equal(304);
      const reads = (): readonly string[] =>
        queries.filter((sql) => sql.includes('published_pages.gzip END'));
      expect(queries).not.to.deep.equal([]);
      expect(reads()).to.deep.equal([]);
      const changed = await visit({ headers: { ...gzip, 'If-None-Match': '"old"' } });
      expect(changed.status).to.equal(200);
      expect(changed.bytes.equals(full.bytes)).to.equal(true);
      expect(reads()).to.have.lengthOf(1);
    } finally {
      await other.stop();
    }
  });

  it('are read from their files while those are current, so that visitors who alternate between many of them leave the database to others [SV20]', async () => {
    const page = await openPage(ada);
    // Gzip saves only a quarter.
    const random = randomBytes(75_000).toString('base64');
    await publish(ada, { things: withTexts(page, 3, random) });
    const address = { site: { slug: 'ada' }, slug: page.slug };
    const folder = await mkdtemp(join(tmpdir(), 'cobble-large-'));
    const reads: string[] = [];
    const record = ({ sql }: { readonly sql: string }): void => {
      if (sql.includes(' as "bytes"')) reads.push(sql);
    };
    app.knex.on('query', record);
    const visit = async (): Promise<string> => {
      const pages = new PublishedPages({
        ...{ knex: app.knex, log: pino({ enabled: false }), files: new PublicationFiles(folder) },
        lookups: new LookupTurns(),
        isUpToDate: () => true,
        refresh: () => Promise.reject(new Error('Unexpected render')),
      });
      const found = await pages.find(address);
      await pages.close();
      if (found.kind !== 'public') return found.kind;
      const { htmlLength, gzip, brotli } = found.bytes;
      const html = gunzipSync(gzip);
      expect(brotliDecompressSync(brotli).equals(html)).to.equal(true);
      expect(html.length).to.equal(htmlLength);
      return String(html.length > 300_000);
    };
    const inodes = async (): Promise<readonly number[]> =>
      Promise.all(
        (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).ino),
      );
    expect(await visit()).to.equal('true');
    expect(reads).to.have.lengthOf(2);
    const written = await inodes();
    expect(written).to.have.lengthOf(1);
    expect(await visit()).to.equal('true');
    expect(reads, 'the second visit reads the file').to.have.lengthOf(2);
    expect(await inodes(), 'and does not write it again').to.deep.equal(written);
    // As if it had been published again by another server, with another result.
    await app.knex('published_pages').update({ etag: 'other' });
    expect(await visit()).to.equal('true');
    expect(reads, 'an outdated file is not read').to.have.lengthOf(4);
    await app.knex('pages').update({ is_public: false });
    expect(await visit()).to.equal('none');
    expect(reads, 'nobody may see the page, so its bytes are not read').to.have.lengthOf(4);
    await app.knex('pages').update({ is_public: true });
    app.knex.off('query', record);
    await rm(folder, { recursive: true });
  });

  it('are still served and rendered again when they predate the limit [SV16]', async () => {
    const page = await openPage(ada);
    pageWorkers.hasLimit = false;
    await publish(ada, { things: withTexts(page, 17) });
    pageWorkers.hasLimit = true;
    const visit = (): Promise<TestResponse> =>
      app.browser().get('/', { host: `ada.${app.appHost}` });
    const { bytes } = await visit();
    expect(bytes.length).to.be.above(MAX_PUBLISHED_BYTES);
    await app.knex('published_pages').update({ etag: 'old', context: 'outdated' });
    await refreshSite(ada);
    const again = await visit();
    expect(again.bytes.equals(bytes)).to.equal(true);
    expect(again.headers['etag']).not.to.equal('"old"');
  });
});
