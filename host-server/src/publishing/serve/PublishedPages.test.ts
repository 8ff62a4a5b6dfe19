import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { pino } from 'pino';
import { createTestApp, type TestApp } from '../../app/testing/createTestApp.ts';
import { publish } from '../../app/testing/pageInput.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { ApiError } from '../../shared/ApiError.ts';
import { LruCache } from '../../shared/LruCache.ts';
import { LookupBusyError, type LookupTurn, LookupTurns } from '../../shared/LookupTurns.ts';
import { DATABASE_WAIT_MS } from '../../shared/outage.ts';
import type { Publication } from '../render/renderPublication.ts';
import { PublicationFiles } from './PublicationFiles.ts';
import { type LookAhead, PublishedPages, type PublishedPagesOptions } from './PublishedPages.ts';
import { findAddress } from '../repositories/publishedPages.ts';

/** Paths below a folder of all files in it. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.flatMap((entry) =>
    entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [],
  );
}

const INDEX_PAGE = { site: { slug: 'ada' }, slug: 'main' };

describe('PublishedPages', () => {
  let app: TestApp;
  let folder: string;
  before(async () => {
    app = await createTestApp();
    await publish(await app.signUp('ada', ['plus']));
    await publish(await app.signUp('eve', ['plus']));
  });
  after(() => app.stop());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cobble-published-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const createPages = (options: Partial<PublishedPagesOptions> = {}): PublishedPages =>
    new PublishedPages({
      knex: app.knex,
      lookups: new LookupTurns(),
      log: pino({ enabled: false }),
      files: null,
      isUpToDate: () => true,
      refresh: () => Promise.reject(new Error('Unexpected render')),
      ...options,
    });
  const kindOf = async (pages: PublishedPages): Promise<string> =>
    (await pages.find(INDEX_PAGE)).kind;
  /** Looks up an address as a change does within its transaction. */
  const lookAhead: LookAhead = (address) => findAddress(app.knex, address, { withBytes: true });
  /** Opens a pool for a database that does not respond. */
  const openUnreachableDatabase = () => openDatabase('postgresql://nobody@127.0.0.1:1/nothing');

  it('is served from its cached copy for a moment while strangers’ lookups fill the queue, without counting as an outage [LM26]', async () => {
    let nowMs = 0;
    const busy = { isBusy: false };
    const taken: LookupTurn[] = [];
    class RecordedTurns extends LookupTurns {
      override run<Value>(turn: LookupTurn, query: () => Promise<Value>): Promise<Value> {
        taken.push(turn);
        return busy.isBusy ? Promise.reject(new LookupBusyError()) : super.run(turn, query);
      }
    }
    const lookups = new RecordedTurns();
    const pages = createPages({ lookups, nowMs: () => nowMs });
    const find = async (): Promise<string> => (await pages.find(INDEX_PAGE, '10.0.0.1')).kind;
    expect(await find()).to.equal('public');
    nowMs += 1001;
    expect(await find()).to.equal('public');
    expect(taken[0]).to.eql({ requester: '10.0.0.1', isKnown: false });
    expect(taken.at(-1)).to.eql({ requester: '10.0.0.1', isKnown: true });
    nowMs += 1001;
    busy.isBusy = true;
    expect(await find()).to.equal('public');
    busy.isBusy = false;
    const before = taken.length;
    await find();
    expect(taken.length).to.be.above(before);
    await pages.close();
  });

  it('notices within a second that another server has unpublished a page [SV8]', async () => {
    let nowMs = 0;
    const pages = createPages({ nowMs: () => nowMs });
    expect(await kindOf(pages)).to.equal('public');
    await app.knex('pages').update({ is_disabled: true });
    nowMs = 999;
    expect(await kindOf(pages)).to.equal('public');
    nowMs = 1000;
    expect(await kindOf(pages)).to.equal('none');
    await app.knex('pages').update({ is_disabled: false });
  });

  describe('when rendering an outdated page again', () => {
    it('waits longer than it does for a query, and does not take the database to be down [SV15]', async () => {
      let isRendered = false;
      const pages = createPages({
        isUpToDate: () => isRendered,
        refresh: async () => {
          await new Promise((resolve) => setTimeout(resolve, DATABASE_WAIT_MS + 100));
          isRendered = true;
          return null;
        },
      });
      expect(await kindOf(pages)).to.equal('public');
    });

    it('serves no outdated copy if that is refused, and still notices changes [SV15]', async () => {
      let nowMs = 0;
      let isUpToDate = true;
      let renderings = 0;
      const pages = createPages({
        nowMs: () => nowMs,
        isUpToDate: () => isUpToDate,
        refresh: () => {
          renderings += 1;
          return Promise.reject(new ApiError('err_payload_too_large'));
        },
      });
      expect(await kindOf(pages)).to.equal('public');
      nowMs = 1000;
      isUpToDate = false;
      for (const attempt of [1, 2]) {
        const error: unknown = await pages.find(INDEX_PAGE).catch((reason: unknown) => reason);
        expect(error, `attempt ${String(attempt)}`).to.be.instanceOf(ApiError);
      }
      expect(renderings, 'visitors do not occupy a worker each').to.equal(1);
      nowMs += 60_000;
      await pages.find(INDEX_PAGE).catch(() => null);
      expect(renderings).to.equal(2);
      await app.knex('pages').update({ is_disabled: true });
      expect(await kindOf(pages)).to.equal('none');
      await app.knex('pages').update({ is_disabled: false });
    });
  });

  it('does not cache the result of a query that began before a change', async () => {
    const pages = createPages({ nowMs: () => 0 });
    const early = pages.find(INDEX_PAGE);
    pages.invalidate(INDEX_PAGE);
    await early;
    await app.knex('pages').update({ is_public: false });
    expect(await kindOf(pages)).to.equal('none');
    await app.knex('pages').update({ is_public: true });
  });

  it('queries once for concurrent visitors [SV8]', async () => {
    const pages = createPages();
    let queries = 0;
    // Background jobs of the app use the same database.
    const count = ({ sql }: { readonly sql: string }): void => {
      if (sql.includes('LEFT JOIN published_pages')) queries += 1;
    };
    app.knex.on('query', count);
    await Promise.all(Array.from({ length: 50 }, () => pages.find(INDEX_PAGE)));
    app.knex.off('query', count);
    expect(queries).to.equal(1);
  });

  const CROWD = 10;
  /** Looks up the page for visitors of as many network addresses, each a moment after the last. */
  const findForMany = async (pages: PublishedPages): Promise<string[]> => {
    const finds = [];
    for (let address = 1; address <= CROWD; address += 1) {
      finds.push(pages.find(INDEX_PAGE, `10.0.0.${String(address)}`));
      await sleep(10);
    }
    return (await Promise.all(finds)).map(({ kind }) => kind);
  };

  /**
   * Turns of lookups in which a large page is read when all of a crowd wait for that. Each visitor
   * looks it up before each of the three reads of its bytes, and not before that of the whole row.
   */
  const crowdTurns = (beforeRead: (reads: number) => unknown): LookupTurns => {
    let [found, reads] = [0, 0];
    class LateReads extends LookupTurns {
      override async run<Value>(turn: LookupTurn, query: () => Promise<Value>): Promise<Value> {
        if (turn.requester !== 'server') {
          const value = await super.run(turn, query);
          found += 1;
          return value;
        }
        reads += 1;
        const awaited = CROWD * Math.min(reads, 3);
        while (found < awaited) await sleep(5);
        await beforeRead(reads);
        return super.run(turn, query);
      }
    }
    return new LateReads();
  };

  it('renders an outdated page once for a crowd of visitors, however long that takes [SV11]', async () => {
    let rendered = 0;
    const pages = createPages({
      isUpToDate: () => rendered > 0,
      async refresh() {
        await sleep(400);
        rendered += 1;
        return null;
      },
    });
    expect(new Set(await findForMany(pages))).to.eql(new Set(['public']));
    expect(rendered).to.equal(1);
  });

  it('serves no rendering that began before the site was changed, such as one with features that its plan no longer allows', async () => {
    const renderings: (() => void)[] = [];
    const pages = createPages({
      isUpToDate: () => renderings.length > 1,
      refresh: () => new Promise((resolve) => renderings.push(() => resolve(null))),
    });
    const first = pages.find(INDEX_PAGE, '10.0.0.1');
    while (renderings.length < 1) await sleep(5);
    await app.knex('sites').update({ settings: { googleAnalytics4ID: 'G-1' } });
    const second = pages.find(INDEX_PAGE, '10.0.0.2');
    while (renderings.length < 2) await sleep(5);
    for (const end of renderings) end();
    await Promise.all([first, second]);
    await app.knex('sites').update({ settings: {} });
  });

  it('reads a large page once for a crowd of visitors, however long that takes', async () => {
    let reads = 0;
    const lookups = crowdTurns(() => (reads += 1));
    const before = await app
      .knex('published_pages')
      .select<{ page_id: number; gzip: Buffer }[]>('page_id', 'gzip');
    // Of the last quality, so that the server does not compress it again meanwhile.
    await app.knex('published_pages').update({ gzip: Buffer.alloc(300_000), brotli_quality: 11 });
    const kinds = await findForMany(createPages({ lookups, nowMs: () => 0 }));
    expect(new Set(kinds)).to.eql(new Set(['public']));
    expect(reads).to.equal(1);
    for (const { page_id, gzip } of before)
      await app.knex('published_pages').where({ page_id }).update({ gzip });
  });

  describe('when reading a large page', () => {
    let before: readonly { readonly page_id: number; readonly etag: string; gzip: Buffer }[];
    beforeEach(async () => {
      before = await app.knex('published_pages').select('page_id', 'etag', 'gzip');
      // Of the last quality, so that the server does not compress it again meanwhile.
      await app.knex('published_pages').update({ gzip: Buffer.alloc(300_000), brotli_quality: 11 });
    });
    afterEach(async () => {
      for (const { page_id, ...rest } of before)
        await app.knex('published_pages').where({ page_id }).update(rest);
      await app.knex('pages').update({ is_public: true });
    });
    /** Turns of lookups, with something that happens before each large page is read. */
    const turnsWith = (beforeRead: () => Promise<unknown>): LookupTurns => {
      class SlowReads extends LookupTurns {
        override async run<Value>(turn: LookupTurn, query: () => Promise<Value>): Promise<Value> {
          if (turn.requester === 'server') await beforeRead();
          return super.run(turn, query);
        }
      }
      return new SlowReads();
    };
    /** Queries that read both bodies, however large they are, while `work` runs. */
    const countUnlimited = async (work: () => Promise<unknown>): Promise<number> => {
      let queries = 0;
      const count = ({ sql }: { readonly sql: string }): void => {
        if (sql.includes('published_pages.gzip END') && !sql.includes('<=')) queries += 1;
      };
      app.knex.on('query', count);
      await work();
      app.knex.off('query', count);
      return queries;
    };

    it('does not serve it if another server has unpublished it meanwhile, and caches it no longer than other pages [SV8]', async () => {
      let nowMs = 0;
      let readMs = 1000;
      const lookups = turnsWith(async () => {
        nowMs += readMs;
        if (readMs >= 1000) await app.knex('pages').update({ is_public: false });
      });
      const pages = createPages({
        lookups,
        nowMs: () => nowMs,
        files: new PublicationFiles(folder),
      });
      const kind = async (): Promise<string> => (await pages.find(INDEX_PAGE, '10.0.0.1')).kind;
      expect(await kind()).to.equal('none');
      await pages.close();
      expect(await filesIn(folder)).to.eql([]);
      await app.knex('pages').update({ is_public: true });
      readMs = 900;
      const others = createPages({ lookups, nowMs: () => nowMs });
      expect((await others.find(INDEX_PAGE, '10.0.0.1')).kind).to.equal('public');
      nowMs += 99;
      expect(others.findFresh(INDEX_PAGE)).not.to.equal(null);
      nowMs += 1;
      expect(others.findFresh(INDEX_PAGE), 'a second after its access was checked').to.equal(null);
    });

    it('reads it once more for a whole crowd if it was recompressed meanwhile [SV8]', async () => {
      let reads = 0;
      const lookups = crowdTurns(async (count) => {
        reads = count;
        if (reads === 1) await app.knex('published_pages').update({ brotli_quality: 10 });
      });
      const pages = createPages({ lookups, nowMs: () => 0 });
      const unlimited = await countUnlimited(async () => {
        expect(new Set(await findForMany(pages))).to.eql(new Set(['public']));
      });
      expect([reads, unlimited]).to.eql([2, 0]);
    });

    it('serves one whole version of it, read once for a crowd, even if it is published again and again [SV7, SV8]', async () => {
      let versions = 0;
      const lookups = crowdTurns(async (reads) => {
        versions = reads;
        await app.knex('published_pages').update({ etag: `version ${String(versions)}` });
      });
      const pages = createPages({ lookups, nowMs: () => 0 });
      const unlimited = await countUnlimited(async () => {
        expect(new Set(await findForMany(pages))).to.eql(new Set(['public']));
      });
      expect([versions, unlimited]).to.eql([4, 1]);
    });
  });

  it('serves no outdated page that was published while it was rendered, such as one with features of a plan that has ended [SV11]', async () => {
    const stored = await app
      .knex('published_pages')
      .select<{ page_id: number; context: string; etag: string }[]>('page_id', 'context', 'etag');
    const renderings: (() => void)[] = [];
    const pages = createPages({
      isUpToDate: (_site, context) => context === 'current',
      refresh: () => new Promise((resolve) => renderings.push(() => resolve(null))),
    });
    await app.knex('published_pages').update({ context: 'old' });
    const visit = pages.find(INDEX_PAGE, '10.0.0.1');
    while (renderings.length < 1) await sleep(5);
    await app.knex.raw(
      `INSERT INTO page_revisions (page_id, revision, document, created_at)
       SELECT page_id, revision + 1, document, created_at FROM page_revisions
       WHERE (page_id, revision) IN (SELECT page_id, revision FROM published_pages)`,
    );
    await app
      .knex('published_pages')
      .update({ revision: app.knex.raw('revision + 1'), context: 'outdated', etag: 'outdated' });
    renderings[0]?.();
    while (renderings.length < 2) await sleep(5);
    await app.knex('published_pages').update({ context: 'current', etag: 'current' });
    renderings[1]?.();
    const found = await visit;
    expect(found.kind === 'public' && found.bytes.etag).to.equal('current');
    for (const { page_id, ...rest } of stored)
      await app.knex('published_pages').where({ page_id }).update(rest);
  });

  it('reads nothing of a restricted page before its password is entered, so that strangers cannot occupy the server with it [SV20]', async () => {
    const [page] = await app
      .knex('pages')
      .orderBy('id')
      .select<{ id: number; account_id: number }[]>('id', 'account_id');
    const of = { page_id: page?.id };
    const password = { salt: Buffer.alloc(16, 1), hash: Buffer.alloc(32, 2) };
    const [before] = await app.knex('published_pages').where(of).select<{ gzip: Buffer }[]>('gzip');
    await app.knex('page_passwords').insert({ ...of, ...password, updated_at: new Date() });
    const received: object[] = [];
    // Updates respond with a number.
    const record = (response: { readonly rows?: object[] } | object[] | number): void => {
      if (typeof response !== 'number')
        received.push(...(Array.isArray(response) ? response : (response.rows ?? [])));
    };
    const readBytes = (): number =>
      received
        .splice(0)
        .flatMap((row) => Object.entries(row))
        .filter(([name]) => ['gzip', 'brotli', 'bytes'].includes(name))
        .reduce((sum, [, value]) => sum + ((value as Buffer | null)?.length ?? 0), 0);
    app.knex.on('query-response', record);
    const pages = createPages();
    for (const size of [1000, 300_000]) {
      const gzip = Buffer.alloc(size);
      // Of the last quality, so that the server does not compress it again meanwhile.
      await app.knex('published_pages').where(of).update({ gzip, brotli_quality: 11 });
      received.splice(0);
      const found = await pages.find(INDEX_PAGE);
      const owner = { ownerId: page?.account_id };
      expect(found).to.include({ kind: 'restricted', pageId: page?.id, ...owner });
      expect(received).not.to.eql([]);
      expect(readBytes(), `of ${String(size)}`).to.equal(0);
      const opened = await pages.open(INDEX_PAGE, password);
      expect(opened?.bytes.gzip.equals(gzip)).to.equal(true);
      expect(readBytes()).to.be.at.least(size);
      const other = { ...password, salt: Buffer.alloc(16, 9) };
      expect(await pages.open(INDEX_PAGE, other), 'another password').to.equal(null);
    }
    await app.knex('page_passwords').delete();
    expect(await pages.open(INDEX_PAGE, password), 'no longer restricted').to.equal(null);
    app.knex.off('query-response', record);
    await app.knex('published_pages').where(of).update({ gzip: before?.gzip });
  });

  it('renders outdated pages again before serving them [SV11]', async () => {
    let rendered = 0;
    const pages = createPages({
      isUpToDate: () => rendered > 0,
      refresh() {
        rendered += 1;
        return Promise.resolve(null);
      },
    });
    expect(await kindOf(pages)).to.equal('public');
    expect(rendered).to.equal(1);
  });

  const fresh: Publication = {
    ...{ html: Buffer.from('new'), gzip: Buffer.from('gz'), brotli: Buffer.from('br') },
    ...{ etag: 'new', csp: "default-src 'none'", context: 'new' },
    brotliQuality: 4,
    codes: new Map(),
  };

  it('serves a re-rendered page even if the database cannot store it', async () => {
    const pages = createPages({ isUpToDate: () => false, refresh: () => Promise.resolve(fresh) });
    const found = await pages.find(INDEX_PAGE);
    expect(found.kind === 'public' && found.bytes.gzip.toString()).to.equal('gz');
    expect(found.kind === 'public' && found.bytes.htmlLength).to.equal(3);
    expect(found.kind === 'public' && found.bytes.etag).to.equal('new');
  });

  it('serves no rendering that began before the page was invalidated, such as one without a new thumbnail', async () => {
    const renderings: ((publication: Publication) => void)[] = [];
    const pages = createPages({
      isUpToDate: (_site, context) => context === 'new',
      // On a busy machine, the first visitor may look again after the second rendering has ended.
      refresh: () =>
        renderings.length === 2
          ? Promise.resolve(fresh)
          : new Promise((resolve) => renderings.push(resolve)),
    });
    const find = async (requester: string): Promise<string> => {
      const found = await pages.find(INDEX_PAGE, requester);
      return found.kind === 'public' ? found.bytes.gzip.toString() : found.kind;
    };
    const visits = [find('10.0.0.1')];
    while (renderings.length < 1) await sleep(5);
    await app.knex('published_pages').update({ context: 'invalidated' });
    visits.push(find('10.0.0.2'));
    while (renderings.length < 2) await sleep(5);
    renderings[0]?.({ ...fresh, gzip: Buffer.from('old') });
    await sleep(50);
    renderings[1]?.(fresh);
    expect(await Promise.all(visits)).to.eql(['gz', 'gz']);
  });

  describe('during changes and outages of the database', () => {
    it('serves a public page from its file after a restart [SV9]', async () => {
      const warm = createPages({ files: new PublicationFiles(folder) });
      const before = await warm.find(INDEX_PAGE);
      await warm.close();
      const knex = openUnreachableDatabase();
      const cold = createPages({ knex, files: new PublicationFiles(folder) });
      expect(await cold.find(INDEX_PAGE)).to.deep.equal(before);
      expect(await cold.find(INDEX_PAGE), 'from memory').to.deep.equal(before);
      const other = await cold.find({ ...INDEX_PAGE, slug: 'other' }).catch(() => 'thrown');
      expect(other).to.equal('thrown');
      await knex.destroy();
    });

    it('does not serve a page that was last public more than a day ago [SV9]', async () => {
      const warm = createPages({ files: new PublicationFiles(folder) });
      await warm.find(INDEX_PAGE);
      await warm.close();
      const [name = ''] = await filesIn(folder);
      const yesterday = new Date(Date.now() - 25 * 3_600_000);
      await utimes(join(folder, name), yesterday, yesterday);
      const knex = openUnreachableDatabase();
      const files = new PublicationFiles(folder);
      const cold = createPages({ knex, files });
      expect(await cold.find(INDEX_PAGE).catch(() => 'thrown')).to.equal('thrown');
      await knex.destroy();
      await files.sweep(new Date(Date.now() - 26 * 3_600_000));
      expect(await filesIn(folder)).to.deep.equal([name]);
      await files.sweep(new Date(Date.now() - 24 * 3_600_000));
      expect(await filesIn(folder)).to.deep.equal([]);
    });

    it('never serves an incomplete or altered file [SV10]', async () => {
      const files = new PublicationFiles(folder);
      const warm = createPages({ files });
      await warm.find(INDEX_PAGE);
      await warm.close();
      const [name = ''] = await filesIn(folder);
      const whole = await readFile(join(folder, name));
      const damaged = Buffer.from(whole);
      damaged[whole.length - 1] = (damaged[whole.length - 1] ?? 0) ^ 1;
      for (const content of [whole.subarray(0, whole.length / 2), Buffer.alloc(0), damaged]) {
        await writeFile(join(folder, name), content);
        expect(await files.read(INDEX_PAGE)).to.equal(null);
      }
      await writeFile(join(folder, name), whole);
      expect(await files.read(INDEX_PAGE)).not.to.equal(null);
    });

    it('has no copy of a page that was made private, even after a crash during the change [SV9]', async () => {
      const files = new PublicationFiles(folder);
      const pages = createPages({ files });
      await pages.find(INDEX_PAGE);
      await files.settled();
      expect(await filesIn(folder)).to.have.length(1);
      let duringChange: string[] = [];
      await pages.runChange(async (hide) => {
        await hide([INDEX_PAGE], null);
        // A visitor before the commit still gets the page.
        expect(await kindOf(pages)).to.equal('public');
        await files.settled();
        duringChange = await filesIn(folder);
        await app.knex('pages').update({ is_public: false });
      });
      expect(duringChange).to.deep.equal([]);
      expect(await kindOf(pages)).to.equal('none');
      await app.knex('pages').update({ is_public: true });
    });

    it('has no copy of any page of a site that changed as a whole, and keeps those of other sites [SV9, SV22]', async () => {
      const files = new PublicationFiles(folder);
      let isDown = false;
      const knex = openUnreachableDatabase();
      const pages = createPages({ files, nowMs: () => (isDown ? 1000 : 0) });
      const other = { site: { slug: 'eve' }, slug: 'main' };
      await pages.find(INDEX_PAGE);
      await pages.find(other);
      await files.settled();
      expect(await filesIn(folder)).to.have.length(2);
      await pages.runChange(async (hide) => {
        await hide([], null, [INDEX_PAGE.site]);
        // A visitor before the commit still gets the page.
        expect(await kindOf(pages)).to.equal('public');
        await files.settled();
        expect(await filesIn(folder), 'even after a crash').to.have.length(1);
        await app.knex('pages').where({ slug: 'main' }).update({ is_public: false });
      });
      expect(await kindOf(pages)).to.equal('none');
      expect(pages.findFresh(other)?.bytes, 'the other site').not.to.equal(undefined);
      await files.settled();
      isDown = true;
      const cold = createPages({ knex, files: new PublicationFiles(folder) });
      expect(await cold.find(INDEX_PAGE).catch(() => 'thrown')).to.equal('thrown');
      expect((await cold.find(other)).kind).to.equal('public');
      await knex.destroy();
      await app.knex('pages').update({ is_public: true });
    });

    it('caches nothing of a page that changed while its whole site did [SV6]', async () => {
      const pages = createPages({ nowMs: () => 0 });
      const site = [INDEX_PAGE.site];
      await pages.runChange(async (hide) => {
        await hide([INDEX_PAGE], lookAhead);
        await pages.runChange((hideToo) => hideToo([], null, site));
      });
      expect(pages.findFresh(INDEX_PAGE), 'the site last').to.equal(null);
      await pages.runChange(async (hide) => {
        await hide([], null, site);
        await pages.runChange((hideToo) => hideToo([INDEX_PAGE], lookAhead));
        expect(pages.findFresh(INDEX_PAGE), 'the page last').to.equal(null);
      });
    });

    it('serves the old page when the database fails during publishing', async () => {
      const files = new PublicationFiles(folder);
      let isDown = false;
      const refresh = (): Promise<never> =>
        Promise.reject(new Error('The database does not respond'));
      const pages = createPages({ files, isUpToDate: () => !isDown, refresh });
      const before = await pages.find(INDEX_PAGE);
      await files.settled();
      const change = pages.runChange(async (hide) => {
        await hide([INDEX_PAGE], lookAhead);
        isDown = true;
        throw new Error('The connection broke during the commit');
      });
      await change.catch(() => undefined);
      expect(await pages.find(INDEX_PAGE)).to.deep.equal(before);
      expect(await filesIn(folder), 'for a process that starts now').to.have.length(1);
    });

    it('serves a page that was just published, to visitors and to a new process', async () => {
      const files = new PublicationFiles(folder);
      let isDown = false;
      const refresh = (): Promise<never> =>
        Promise.reject(new Error('The database does not respond'));
      const pages = createPages({ files, isUpToDate: () => !isDown, refresh });
      await pages.find(INDEX_PAGE);
      await pages.runChange(async (hide) => {
        await app.knex('published_pages').update({ etag: 'newer' });
        await hide([INDEX_PAGE], lookAhead);
      });
      isDown = true;
      const found = await pages.find(INDEX_PAGE);
      expect(found.kind === 'public' && found.bytes.etag).to.equal('newer');
      await files.settled();
      const knex = openUnreachableDatabase();
      const cold = createPages({ knex, files: new PublicationFiles(folder) });
      const stored = await cold.find(INDEX_PAGE);
      expect(stored.kind === 'public' && stored.bytes.etag).to.equal('newer');
      await knex.destroy();
    });

    it('caches nothing after concurrent changes, whether the one that looks ahead ends first or last', async () => {
      const pages = createPages({ nowMs: () => 0 });
      await pages.runChange(async (hide) => {
        await hide([INDEX_PAGE], lookAhead);
        await pages.runChange(async (hideToo) => {
          await hideToo([INDEX_PAGE], null);
          await app.knex('pages').update({ is_public: false });
        });
      });
      expect(await kindOf(pages)).to.equal('none');
      await app.knex('pages').update({ is_public: true });
      await pages.runChange(async (hide) => {
        await hide([INDEX_PAGE], null);
        await pages.runChange((hideToo) => hideToo([INDEX_PAGE], lookAhead));
        expect(pages.findFresh(INDEX_PAGE)).to.equal(null);
      });
    });

    it('queries the database at once for a page that has just changed', async () => {
      const pages = createPages({ nowMs: () => 0 });
      await pages.find(INDEX_PAGE);
      await pages.runChange((hide) => hide([INDEX_PAGE], null));
      await app.knex('pages').update({ is_public: false });
      expect(await kindOf(pages)).to.equal('none');
      await app.knex('pages').update({ is_public: true });
    });

    it('caches no restricted page, in memory or in a file [SV9]', async () => {
      const [page] = await app.knex('pages').orderBy('id').select<{ id: number }[]>('id');
      await app.knex('page_passwords').insert({
        page_id: page?.id,
        salt: Buffer.alloc(16),
        hash: Buffer.alloc(32),
        updated_at: new Date(),
      });
      let nowMs = 0;
      const files = new PublicationFiles(folder);
      const pages = createPages({ files, nowMs: () => nowMs });
      expect(await kindOf(pages)).to.equal('restricted');
      await app.knex('page_passwords').delete();
      nowMs += 1;
      expect(await kindOf(pages), 'queried for each visitor').to.equal('public');
      await files.settled();
      expect(await filesIn(folder)).to.have.length(1);
      await app.knex('page_passwords').insert({
        page_id: page?.id,
        salt: Buffer.alloc(16),
        hash: Buffer.alloc(32),
        updated_at: new Date(),
      });
      nowMs += 1000;
      expect(await kindOf(pages)).to.equal('restricted');
      await files.settled();
      expect(await filesIn(folder), 'the public copy is removed').to.deep.equal([]);
      await app.knex('page_passwords').delete();
    });
  });
});

describe('LruCache', () => {
  it('evicts the least recently used values [SV14]', () => {
    const cache = new LruCache<string>(6, (value) => value.length);
    cache.set('a', 'aa');
    cache.set('b', 'bb');
    cache.set('c', 'cc');
    cache.get('a');
    cache.set('d', 'dd');
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).to.deep.equal([
      'aa',
      undefined,
      'cc',
      'dd',
    ]);
  });

  it('counts a replaced value once, and never caches one that is too large', () => {
    const cache = new LruCache<string>(4, (value) => value.length);
    cache.set('a', 'aaa');
    cache.set('a', 'a');
    cache.set('b', 'bbb');
    expect(cache.get('a')).to.equal('a');
    cache.set('b', 'bbbbb');
    expect(cache.get('b')).to.equal(undefined);
    expect(cache.get('a')).to.equal('a');
  });
});
