import { setTimeout as sleep } from 'node:timers/promises';
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import { expect } from 'chai';
import { pino } from 'pino';
import { createTestApp, type TestUser, type TestApp } from '../../app/testing/createTestApp.ts';
import { publish } from '../../app/testing/pageInput.ts';
import { refreshSite } from '../../app/testing/servingFixtures.ts';
import { findAddress } from '../repositories/publishedPages.ts';
import { BEST_BROTLI_QUALITY, BrotliWorker, Recompressor } from './Recompressor.ts';

describe('recompressing publications', function () {
  this.timeout(90_000);
  let app: TestApp;
  let ada: TestUser;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
    await publish(ada);
    // The app recompresses what it has published, which would change the rows of these tests.
    const quality = async () =>
      (await app.knex('published_pages').first<{ brotli_quality: number }>()).brotli_quality;
    // Bounded, because the loop would survive the hook's time limit.
    for (let tries = 0; (await quality()) !== BEST_BROTLI_QUALITY; tries++) {
      if (tries > 6000) throw new Error('The app did not recompress its page');
      await sleep(10);
    }
  });
  after(() => app.stop());

  it('replaces the quick result with smaller bytes of the same document [SV12]', async () => {
    const host = `ada.${app.appHost}`;
    const recompressor = new Recompressor(app.knex, pino({ enabled: false }));
    const row = await findAddress(
      app.knex,
      { site: { slug: 'ada' }, slug: 'main' },
      { withBytes: true },
    );
    if (row?.page == null || row.bytes === null) throw new Error('Nothing is published');
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    const html = gunzipSync(row.bytes.gzip);
    const quick = brotliCompressSync(html, { params });
    await app.knex('published_pages').update({ brotli: quick, brotli_quality: 4 });
    const { etag, csp } = row.page;
    const htmlLength = html.length;
    const bytes = { ...row.bytes, brotli: quick, htmlLength, etag, csp, brotliQuality: 4 };
    recompressor.recompress({ pageId: row.page.id, siteId: row.site.siteId, bytes });
    await recompressor.settled();
    await recompressor.close();
    await refreshSite(ada);
    const get = (headers: Record<string, string>) => app.browser().get('/', { host, headers });
    const small = await get({ 'Accept-Encoding': 'br' });
    expect(small.headers.etag).to.match(/-br11"$/);
    expect(brotliDecompressSync(small.bytes).equals(html)).to.equal(true);
    expect(small.bytes.length).to.be.below(quick.length);
    // A client with the quickly compressed bytes has the same document.
    const knownEtag = `"${bytes.etag}-br"`;
    const again = await get({ 'Accept-Encoding': 'br', 'If-None-Match': knownEtag });
    expect(again.status).to.equal(304);
  });

  it('does not touch a page that was published meanwhile [SV12]', async () => {
    const recompressor = new Recompressor(app.knex, pino({ enabled: false }));
    await app.knex('published_pages').update({ brotli_quality: 4 });
    const [before] = await app.knex('published_pages').select<{ page_id: number }[]>();
    const bytes = { htmlLength: 3, gzip: gzipSync('old'), brotli: Buffer.alloc(0) };
    const old = { ...bytes, etag: 'outdated', csp: '', brotliQuality: 4 };
    recompressor.recompress({ pageId: before?.page_id ?? 0, siteId: 1, bytes: old });
    await recompressor.settled();
    await recompressor.close();
    const [after] = await app.knex('published_pages').select<{ page_id: number }[]>();
    expect(after).to.deep.equal(before);
  });

  it('skips a page that was published again while it was queued', async () => {
    const recompressor = new Recompressor(app.knex, pino({ enabled: false }));
    const etags: unknown[] = [];
    const recordUpdate = ({
      sql,
      bindings,
    }: {
      sql: string;
      bindings: readonly unknown[];
    }): void => {
      // Ignores the app's own recompressor, which handles the previous page.
      const [pageId, etag] = bindings.slice(-3);
      if (sql.startsWith('update "published_pages"') && pageId === 0) etags.push(etag);
    };
    app.knex.on('query', recordUpdate);
    const bytes = { htmlLength: 3, gzip: gzipSync('old'), brotli: Buffer.alloc(0) };
    for (const etag of ['first', 'first', 'second', 'third'])
      recompressor.recompress({
        pageId: 0,
        siteId: 1,
        bytes: { ...bytes, etag, csp: '', brotliQuality: 4 },
      });
    await recompressor.settled();
    await recompressor.close();
    app.knex.off('query', recordUpdate);
    expect(etags).to.deep.equal(['first', 'third']);
  });

  it('keeps a bounded number of bytes in memory, however many pages are loaded [SV12]', async () => {
    const gzip = gzipSync('old');
    const options = { maxWaitingBytes: 3 * gzip.length };
    const recompressor = new Recompressor(app.knex, pino({ enabled: false }), options);
    const etags: unknown[] = [];
    const recordUpdate = (query: { sql: string; bindings: readonly unknown[] }): void => {
      // Ignores the app's own recompressor, which handles existing pages.
      const [pageId, etag] = query.bindings.slice(-3);
      if (query.sql.startsWith('update "published_pages"') && Number(pageId) <= 0) etags.push(etag);
    };
    app.knex.on('query', recordUpdate);
    const head = { htmlLength: 3, gzip, brotli: Buffer.alloc(0), csp: '', brotliQuality: 4 };
    // The first is in progress at once. Three wait, and one of them again.
    for (const pageId of [0, -1, -2, -3, -4, -1, -5])
      recompressor.recompress({ pageId, siteId: 1, bytes: { ...head, etag: String(pageId) } });
    await recompressor.settled();
    expect(etags, 'the others wait for the next visit').to.deep.equal(['0', '-2', '-3', '-1']);
    recompressor.recompress({ pageId: -4, siteId: 1, bytes: { ...head, etag: 'visited again' } });
    await recompressor.settled();
    await recompressor.close();
    app.knex.off('query', recordUpdate);
    expect(etags.at(-1)).to.equal('visited again');
  });

  it('compresses the next document after its thread has crashed', async () => {
    const worker = new BrotliWorker();
    const content = Buffer.from('cobble '.repeat(1000));
    const gzip = gzipSync(content);
    const crashed: unknown = await worker
      .compress({ length: 5 } as unknown as Buffer)
      .catch((error: unknown) => error);
    expect(crashed).to.be.an('error');
    expect(brotliDecompressSync(await worker.compress(gzip)).equals(content)).to.equal(true);
    await worker.close();
  });

  it('fails pending work when its thread ends, and then starts a new thread', async () => {
    const worker = new BrotliWorker();
    const content = Buffer.from('cobble '.repeat(1000));
    const gzip = gzipSync(content);
    const [one, two] = await Promise.all([worker.compress(gzip), worker.compress(gzip)]);
    expect(brotliDecompressSync(one).equals(content)).to.equal(true);
    expect(one.equals(two)).to.equal(true);
    const cut = worker.compress(gzip).catch((error: unknown) => error);
    await worker.close();
    expect(await cut).to.be.instanceOf(Error);
    expect(brotliDecompressSync(await worker.compress(gzip)).equals(content)).to.equal(true);
    await worker.close();
    expect(BEST_BROTLI_QUALITY).to.equal(11);
  });
});
