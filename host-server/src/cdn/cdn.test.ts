import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { pino } from 'pino';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { blankInput, publish } from '../app/testing/pageInput.ts';
import { serveDomain } from '../app/testing/servingFixtures.ts';
import { createTestDatabase } from '../testing/index.ts';
import { type Purge, HttpCdn } from './Cdn.ts';
import { PurgeQueue } from './PurgeQueue.ts';

/** A purge endpoint with its own port. */
class TestCdn {
  readonly purges: Purge[] = [];
  readonly authorizations: (string | undefined)[] = [];
  /** Statuses that it responds with before it succeeds; 0 closes the connection. */
  failures: number[] = [];
  private readonly server: Server;
  private arrived: (() => void)[] = [];

  private constructor(server: Server) {
    this.server = server;
  }

  static async start(): Promise<TestCdn> {
    const server = createServer();
    const cdn = new TestCdn(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const failure = cdn.failures.shift();
        if (failure === 0) {
          request.socket.destroy();
          return;
        }
        response.writeHead(failure ?? 200, failure === 302 ? { Location: '/elsewhere' } : {});
        response.end('{}');
        if (failure !== undefined) return;
        expect(request.method).to.equal('POST');
        expect(request.headers['content-type']).to.equal('application/json');
        cdn.authorizations.push(request.headers.authorization);
        cdn.purges.push(JSON.parse(Buffer.concat(chunks).toString()) as Purge);
        for (const arrived of cdn.arrived.splice(0)) arrived();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return cdn;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/purge`;
  }

  /** Waits for the next purge. */
  async next(): Promise<Purge> {
    while (this.purges.length === 0)
      await new Promise<void>((resolve) => {
        this.arrived.push(resolve);
      });
    const purge = this.purges.shift();
    if (purge === undefined) throw new Error('No purge has arrived');
    return purge;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('CDN', () => {
  let cdn: TestCdn;
  beforeEach(async () => {
    cdn = await TestCdn.start();
  });
  afterEach(() => {
    cdn.stop();
  });

  describe('a CDN in front of the server', () => {
    let app: TestApp;
    let ada: TestUser;
    let host: string;
    beforeEach(async () => {
      app = await createTestApp({
        configuration: { cdnPurgeUrl: cdn.url, cdnPurgeToken: 'our-token' },
      });
      ada = await app.signUp('ada', ['plus']);
      host = `ada.${app.appHost}`;
    });
    afterEach(() => app.stop());

    it('may cache pages until they are purged, while browsers always revalidate [CN1]', async () => {
      const page = await publish(ada);
      const { headers } = await app.browser().get('/', { host });
      expect(headers['cache-control']).to.equal(
        'public, max-age=0, s-maxage=86400, stale-if-error=604800',
      );
      for (const name of ['cdn-cache-control', 'surrogate-control'])
        expect(headers[name]).to.include('stale-while-revalidate=60, stale-if-error=604800');
      const site = `site-${String(ada.account.primarySite.ID)}`;
      expect(headers['surrogate-key']).to.equal(`page-${String(page.ID)} ${site}`);
      expect(headers['cache-tag']).to.equal(`page-${String(page.ID)},${site}`);
      const sitemap = await app.browser().get('/sitemap.xml', { host });
      expect(sitemap.headers['surrogate-key']).to.include(site);
      for (const path of ['/missing', '/main'])
        expect((await app.browser().get(path, { host })).headers['cache-control']).not.to.include(
          's-maxage',
        );
    });

    it('is purged after each change to a published page, for every name of the site [CN2]', async () => {
      await serveDomain(app, ada, 'ada.org');
      await publish(ada);
      const first = await cdn.next();
      const siteFiles = `files-${String(ada.account.primarySite.ID)}`;
      expect(first.urls).to.have.members(
        [`http://${host}/`, 'http://ada.org/'].flatMap((siteUrl) =>
          ['', 'sitemap.xml', 'robots.txt', 'feed.xml'].map((file) => siteUrl + file),
        ),
      );
      expect(first.tags).to.include(siteFiles);
      expect(cdn.authorizations).to.deep.equal(['Bearer our-token']);

      await ada.browser.post('/api/page', blankInput('about'));
      const about = await publish(ada, {}, 'about');
      const tag = `page-${String(about.ID)}`;
      expect((await cdn.next()).tags).to.include(tag);

      await publish(ada, { slug: 'moved' }, 'about');
      expect((await cdn.next()).urls).to.include.members([
        ...[`http://${host}/about`, `http://${host}/moved`],
        ...['http://ada.org/about', 'http://ada.org/moved'],
      ]);
      await publish(ada, { isPublic: false }, 'moved');
      expect((await cdn.next()).tags).to.include(tag);
      const path = `/api/page/${String(about.ID)}`;
      await ada.browser.put(`${path}/password`, { password: 'sesame' });
      expect((await cdn.next()).tags).to.include(tag);
      await ada.browser.send(path, { method: 'DELETE' });
      expect((await cdn.next()).tags).to.include(tag);

      const site = `/api/site/${String(ada.account.primarySite.ID)}`;
      await ada.browser.put(site, { settings: { hideAttribution: true } });
      expect((await cdn.next()).tags).to.include(`site-${String(ada.account.primarySite.ID)}`);
    });

    it('is not purged for a refused change', async () => {
      const page = await publish(ada);
      await cdn.next();
      // The queue deletes a purge after the CDN has responded.
      while ((await app.knex('cdn_purges')).length > 0) await setImmediate();
      const refused = await ada.browser.put(`/api/page/${String(page.ID)}`, {
        ...page,
        baseRevision: 0,
      });
      expect(refused.status).to.equal(409);
      expect(await app.knex('cdn_purges')).to.deep.equal([]);
      expect(cdn.purges).to.deep.equal([]);
    });
  });

  describe('the purge queue', () => {
    const log = pino({ enabled: false });
    const purge = (name: string): Purge => ({ urls: [`http://${name}/`], tags: [name] });

    it('retries a purge until the CDN accepts it, and then deletes it [CN3]', async () => {
      const database = await createTestDatabase();
      const { knex } = database;
      const queue = new PurgeQueue({ knex, log, cdn: new HttpCdn(cdn.url, null), firstRetryMs: 1 });
      cdn.failures = [500, 0, 429, 302];
      for (const name of ['one', 'two']) await queue.add(knex, purge(name), new Date());
      queue.start();
      const received = [await cdn.next(), await cdn.next()];
      expect(received.flatMap(({ tags }) => tags)).to.have.members(['one', 'two']);
      expect(cdn.authorizations).to.deep.equal([undefined, undefined]);
      await queue.close();
      expect(await knex('cdn_purges')).to.deep.equal([]);
      await database.drop();
    });

    it('sends the purges that the previous run left unsent [CN3]', async () => {
      const database = await createTestDatabase();
      const { knex } = database;
      const before = new PurgeQueue({ knex, log, cdn: new HttpCdn(cdn.url, null) });
      await before.add(knex, purge('unsent'), new Date());
      await before.close();
      const after = new PurgeQueue({ knex, log, cdn: new HttpCdn(cdn.url, null) });
      after.start();
      expect(await cdn.next()).to.deep.equal(purge('unsent'));
      await after.close();
      await database.drop();
    });

    it('sends a purge that is requested at the moment a run ends [CN3]', async () => {
      const database = await createTestDatabase();
      const { knex } = database;
      const at = new HttpCdn(cdn.url, null);
      // How many promises a run awaits at its end is not known here, so each moment is tried.
      for (let moment = 0; moment < 12; moment++) {
        let isAdded = false;
        const transaction = async (work: (transaction: Knex) => Promise<boolean>) => {
          const found = await knex.transaction(work);
          if (found || isAdded) return found;
          isAdded = true;
          await queue.add(knex, purge(String(moment)), new Date());
          const startAfter = (microtasks: number): void => {
            if (microtasks === 0) queue.start();
            else
              queueMicrotask(() => {
                startAfter(microtasks - 1);
              });
          };
          startAfter(moment);
          return found;
        };
        const queue = new PurgeQueue({ knex: { transaction } as unknown as Knex, log, cdn: at });
        queue.start();
        expect(await cdn.next()).to.deep.equal(purge(String(moment)));
        await queue.close();
      }
      await database.drop();
    });

    it('does not delay the server’s shutdown', async () => {
      const database = await createTestDatabase();
      const { knex } = database;
      const down = new HttpCdn('http://127.0.0.1:1/', null);
      const queue = new PurgeQueue({ knex, log, cdn: down, firstRetryMs: 600_000 });
      await queue.add(knex, purge('stored'), new Date());
      queue.start();
      await queue.close();
      expect(await knex('cdn_purges')).to.have.length(1);
      await database.drop();
    });

    it('stores nothing when no CDN is configured', async () => {
      const database = await createTestDatabase();
      const queue = new PurgeQueue({ knex: database.knex, log, cdn: null });
      await queue.add(database.knex, purge('none'), new Date());
      queue.start();
      await queue.close();
      expect(await database.knex('cdn_purges')).to.deep.equal([]);
      await database.drop();
    });
  });
});
